// Lines and columns of sources, for display only.
import { printableLines } from './mask.ts'

/** One-based line and column, as in editors; a tab is one column. */
interface Position {
  readonly line: number
  readonly column: number
}

const LINE_BREAKS = /\r\n|\r|\n/g

/** The offsets at which the lines of a source begin. */
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

/**
 * The lines of sources, computed once for all diagnostics that are printed together: otherwise a large source with many errors would be
 * masked and scanned for each of them.
 */
export interface LineIndex {
  /** The offsets at which the lines of a source begin. */
  readonly starts: (text: string) => readonly number[]
  /** The lines of a source with likely secrets masked, safe for a terminal. */
  readonly lines: (text: string) => readonly string[]
}

export const createLineIndex = (): LineIndex => ({
  starts: memoize(lineStarts),
  lines: memoize(text => printableLines(text.replace(/^\ufeff/, ''))),
})

function memoize<Value extends object>(make: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>()
  return text => {
    const value = results.get(text) ?? make(text)
    results.set(text, value)
    return value
  }
}
