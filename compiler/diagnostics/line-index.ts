// The lines of a source, computed once for all diagnostics that are printed together: otherwise a large source with many
// errors would be masked and scanned for each of them.
import { printable } from './mask.ts'
import { LINE_BREAK, lineStarts } from './position.ts'

export interface LineIndex {
  /** The offsets at which the lines of a source begin. */
  readonly starts: (text: string) => readonly number[]
  /** The lines of a source with likely secrets masked, safe for a terminal. */
  readonly lines: (text: string) => readonly string[]
}

export const createLineIndex = (): LineIndex => ({
  starts: memoize(lineStarts),
  lines: memoize(text => printable(text.replace(/^\ufeff/, '')).split(LINE_BREAK)),
})

function memoize<Value extends object>(make: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>()
  return text => {
    const value = results.get(text) ?? make(text)
    results.set(text, value)
    return value
  }
}
