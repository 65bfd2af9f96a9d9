// Part of the check in a separate file: it must match the compiled digest, like the check itself.

/** The number of words of the text that are in the set, which is in lower case. */
export const countWords = (text: string, words: ReadonlySet<string>): number =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => words.has(word)).length
