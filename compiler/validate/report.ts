// Reporting for rules: a code, a location and a message. Skips values whose structure was reported already, so
// that each mistake is reported once.

import type { Pointer } from '../../schemas/values/pointer.ts'
import {
  type Diagnostic,
  type Fix,
  locationOf,
  type Note,
  type ReportDiagnostic,
} from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/messages/message-entry.ts'
import { type DiagnosticCode, diagnosticMessages } from '../diagnostics/messages.ts'
import type { ParsedSource } from '../source.ts'
import { followsFromReported } from './follows-from-reported.ts'

/** A value, or with `key` its property name. */
export type ReportLocation = Pointer | { readonly key: Pointer }

export interface ReportOptions {
  readonly notes?: readonly { readonly at?: ReportLocation; readonly message: string }[]
  readonly fix?: Fix | undefined
  /** When the severity differs from the default of the code. */
  readonly severity?: Severity
}

export type ReportAt = (
  code: DiagnosticCode,
  location: ReportLocation,
  message: string,
  remarks?: ReportOptions,
) => void

/** Per code and text, more than will ever be reported; beyond this no diagnostics are built. */
const MAX_PER_CODE = 1000

export const pointerOf = (location: ReportLocation): Pointer =>
  typeof location === 'string' ? location : location.key

/** A reporter for one text. `skipped` holds the values that were reported already. */
export function createReportAt(
  parsed: ParsedSource,
  report: ReportDiagnostic,
  skipped?: ReadonlySet<Pointer>,
): ReportAt {
  const resolveLocation = (location: ReportLocation) =>
    locationOf(parsed, pointerOf(location), typeof location === 'string' ? 'value' : 'key')
  const reportedByCode = new Map<DiagnosticCode, Set<string>>()
  return (
    code,
    location,
    message,
    { notes = [], fix, severity = diagnosticMessages[code].severity } = {},
  ) => {
    const reportedKeys = reportedByCode.get(code) ?? new Set()
    if (reportedKeys.size >= MAX_PER_CODE) return
    if (skipped !== undefined && followsFromReported(code, pointerOf(location), skipped)) return
    const reportedLocation = resolveLocation(location)
    // An alias gives one text several pointers.
    const key = `${reportedLocation.source.name} ${reportedLocation.span.start} ${reportedLocation.span.end} ${message}`
    if (reportedKeys.has(key)) return
    reportedByCode.set(code, reportedKeys.add(key))
    const diagnostic: Diagnostic = {
      code,
      severity,
      message,
      location: reportedLocation,
      notes: [
        ...notes.map(note =>
          note.at === undefined
            ? { message: note.message }
            : { location: resolveLocation(note.at), message: note.message },
        ),
        ...callNotes(parsed, pointerOf(location)),
      ],
      ...(fix && { fix }),
    }
    report(diagnostic)
  }
}

/** The call that a value comes from, where a function of a TypeScript config made it: the mistake may be in its arguments. */
function callNotes(parsed: ParsedSource, pointer: Pointer): readonly Note[] {
  const span = parsed.origins.get(pointer)?.use
  if (span === undefined) return []
  const source = span.source ?? parsed.source
  const isCall = /\w\s*\(.*\)$/s.test(source.text.slice(span.start, span.end))
  return isCall ? [{ location: { source, span }, message: 'The value comes from this call.' }] : []
}
