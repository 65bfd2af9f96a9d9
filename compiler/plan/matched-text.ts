// What a pattern sees of a value: for the runtime, and for the analysis of what patterns match (semantics, section 6).

/** Characters (UTF-16 code units) of a value that are searched. */
export const MAX_MATCHED = 32 * 1024

export const matchedText = (value: string): string =>
  value.length > MAX_MATCHED ? value.slice(0, MAX_MATCHED) : value
