// Reporting for rules: a code, a location and a message. Skips values whose structure was reported already, so
// that each mistake is reported once.
import { type Diagnostic, type Fix, placeOf, type Report, type Severity } from '../diagnostics/diagnostic.ts'
import { type Code, messages } from '../diagnostics/messages.ts'
import type { Pointer } from '../pointer.ts'
import type { ParsedSource } from '../source.ts'

/** A value, or with `key` its property name. */
export type Spot = Pointer | { readonly key: Pointer }

export interface Remarks {
  readonly notes?: readonly { readonly at?: Spot; readonly message: string }[]
  readonly fix?: Fix | undefined
  /** When the severity differs from the default of the code. */
  readonly severity?: Severity
}

export type Tell = (code: Code, spot: Spot, message: string, remarks?: Remarks) => void

/** Per code and text, more than will ever be reported; beyond this no diagnostics are built. */
const MOST_KEPT = 1000

export const pointerOf = (spot: Spot): Pointer => (typeof spot === 'string' ? spot : spot.key)

/** A reporter for one text. `blamed` holds the values that were reported already. */
export function teller(parsed: ParsedSource, report: Report, blamed?: ReadonlySet<Pointer>): Tell {
  const place = (spot: Spot) => placeOf(parsed, pointerOf(spot), typeof spot === 'string' ? 'value' : 'key')
  const told = new Map<Code, Set<string>>()
  return (code, spot, message, { notes = [], fix, severity = messages[code].severity } = {}) => {
    const same = told.get(code) ?? new Set()
    if (blamed?.has(pointerOf(spot)) || same.size >= MOST_KEPT) return
    const blame = place(spot)
    // An alias gives one text several pointers.
    const key = `${blame.source.name} ${blame.span.start} ${blame.span.end} ${message}`
    if (same.has(key)) return
    told.set(code, same.add(key))
    const diagnostic: Diagnostic = {
      code,
      severity,
      message,
      place: blame,
      notes: notes.map(note =>
        note.at === undefined ? { message: note.message } : { place: place(note.at), message: note.message },
      ),
      ...(fix && { fix }),
    }
    report(diagnostic)
  }
}
