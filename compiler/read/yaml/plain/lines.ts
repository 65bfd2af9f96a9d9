// The lines of a text that have content, without comments and blank lines.

export interface PlainLine {
  readonly text: string
  /** The column of its content. */
  readonly indent: number
}

/** What only the whole reader reads: tabs, other line breaks, control characters, byte order marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const UNUSUAL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/

/** Undefined where the text has characters that are not plain. */
export function plainLines(text: string): readonly PlainLine[] | undefined {
  if (UNUSUAL.test(text) || !text.isWellFormed()) return undefined
  const lines: PlainLine[] = []
  for (const line of text.split('\n')) {
    let indent = 0
    while (line.charCodeAt(indent) === 32) indent += 1
    if (indent < line.length && line.charCodeAt(indent) !== 35) lines.push({ text: line, indent })
  }
  return lines
}
