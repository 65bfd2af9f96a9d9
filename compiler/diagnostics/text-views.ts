// The lines of a source, computed once for all diagnostics that are printed together: otherwise a large source with many
// errors would be masked and scanned for each of them.
import { printable } from './mask.ts'
import { LINE_BREAK, lineStarts } from './position.ts'

export interface TextViews {
  /** The offsets at which the lines of a source begin. */
  readonly starts: (text: string) => readonly number[]
  /** The lines of a source with likely secrets masked, safe for a terminal. */
  readonly lines: (text: string) => readonly string[]
}

export const textViews = (): TextViews => ({
  starts: remembered(lineStarts),
  lines: remembered(text => printable(text.replace(/^\ufeff/, '')).split(LINE_BREAK)),
})

function remembered<Value extends object>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>()
  return text => {
    const value = made.get(text) ?? make(text)
    made.set(text, value)
    return value
  }
}
