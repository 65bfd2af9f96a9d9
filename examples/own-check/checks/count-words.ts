// A part of the check in a file of its own: it is held to what was compiled, as the check is.

/** How many words of the text are among these, which are in lower case. */
export const countWords = (text: string, words: ReadonlySet<string>): number =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => words.has(word)).length
