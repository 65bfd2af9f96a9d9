// Offsets become lines and columns only when a person looks at them.

/** One-based line and column, as editors count them; a tab is one column. */
export interface Position {
  readonly line: number
  readonly column: number
}

const LINE_BREAK = /\r\n|\r|\n/g

/** Offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(LINE_BREAK), match => match.index + match[0].length)]
}

/** The position of an offset; one past the end belongs to the last line. */
export function position(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
