// Converts offsets to lines and columns, for display only.

/** One-based line and column, as in editors; a tab is one column. */
export interface Position {
  readonly line: number
  readonly column: number
}

export const LINE_BREAK = /\r\n|\r|\n/
const LINE_BREAKS = /\r\n|\r|\n/g

/** The offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  // A byte order mark occupies no column.
  const starts = [text.startsWith('\ufeff') ? 1 : 0]
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAKS)) starts.push(index + lineBreak.length)
  return starts
}

/** The position of an offset; one past the end belongs to the last line. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: Math.max(1, offset - (starts[low] ?? 0) + 1) }
}
