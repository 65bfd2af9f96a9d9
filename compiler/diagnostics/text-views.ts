// What showing a place asks of its text, made once for all diagnostics that are shown together: a large text with many
// mistakes would else be masked and counted through for each of them.
import { printable } from './mask.ts'
import { LINE_BREAK, lineStarts } from './position.ts'

export interface TextViews {
  /** The offsets at which the lines of a text begin. */
  readonly starts: (text: string) => readonly number[]
  /** The lines of a text without what looks like a secret, fit for a terminal. */
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
