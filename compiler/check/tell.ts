// The vocabulary of reports: a rule names a code, a place and a sentence. Keeps silent where the structure of the same
// value was blamed already, so that one mistake is told once.
import { type Diagnostic, type Fix, placeOf, type Report, type Severity } from '../diagnostics/diagnostic.ts'
import { type Code, messages } from '../diagnostics/messages.ts'
import type { Pointer } from '../pointer.ts'
import type { ParsedSource } from '../source.ts'

/** A value, or with `key` the name that it stands under. */
export type Spot = Pointer | { readonly key: Pointer }

export interface Remarks {
  readonly notes?: readonly { readonly at?: Spot; readonly message: string }[]
  readonly fix?: Fix | undefined
  /** Where the severity is not the usual one of the code. */
  readonly severity?: Severity
}

export type Tell = (code: Code, spot: Spot, message: string, remarks?: Remarks) => void

export const pointerOf = (spot: Spot): Pointer => (typeof spot === 'string' ? spot : spot.key)

/** A `Tell` over one text. `blamed` holds the values about which nothing further is to be said. */
export function teller(parsed: ParsedSource, report: Report, blamed?: ReadonlySet<Pointer>): Tell {
  const place = (spot: Spot) => placeOf(parsed, pointerOf(spot), typeof spot === 'string' ? 'value' : 'key')
  const told = new Set<string>()
  return (code, spot, message, { notes = [], fix, severity = messages[code].severity } = {}) => {
    if (blamed?.has(pointerOf(spot))) return
    const { source, span } = place(spot)
    // An alias gives one text several pointers.
    const key = `${code} ${source.name} ${span.start} ${span.end} ${message}`
    if (told.has(key)) return
    told.add(key)
    const diagnostic: Diagnostic = {
      code,
      severity,
      message,
      place: place(spot),
      notes: notes.map(note =>
        note.at === undefined ? { message: note.message } : { place: place(note.at), message: note.message },
      ),
      ...(fix && { fix }),
    }
    report(diagnostic)
  }
}
