// The lines of a text that have content, without comments and blank lines.

export interface PlainLine {
  readonly text: string
  /** The column of its content. */
  readonly indent: number
  /** Where the line begins in the source. */
  readonly offset: number
}

export interface PlainLines {
  readonly lines: readonly PlainLine[]
  /** Whether there are lines with comments alone. */
  readonly hasComments: boolean
}

/** What only the whole reader reads: tabs, other line breaks, control characters, byte order marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const UNUSUAL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/

/** Undefined where the text has characters that are not plain. */
export function plainLines(text: string): PlainLines | undefined {
  if (UNUSUAL.test(text) || !text.isWellFormed()) return undefined
  const lines: PlainLine[] = []
  let hasComments = false
  let offset = 0
  for (const line of text.split('\n')) {
    let indent = 0
    while (line.charCodeAt(indent) === 32) indent += 1
    if (line.charCodeAt(indent) === 35) hasComments = true
    else if (indent < line.length) lines.push({ text: line, indent, offset })
    offset += line.length + 1
  }
  return { lines, hasComments }
}
