// Reporting for rules: a code, a location and a message. Skips values whose structure was reported already, so
// that each mistake is reported once, and what rests on them: what an invalid list defines is not known.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer, parentPointer } from '../../../schemas/values/pointer.ts'
import {
  type Diagnostic,
  type Fix,
  locationOf,
  type Note,
  type ReportDiagnostic,
} from '../../diagnostics/diagnostic.ts'
import type { Severity } from '../../diagnostics/messages/message-entry.ts'
import { type DiagnosticCode, diagnosticMessages } from '../../diagnostics/messages.ts'
import type { ParsedSource } from '../../source.ts'

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

/** The values, of which one that was reported hides a code. */
const DEFINED_IN: Readonly<Partial<Record<DiagnosticCode, RegExp>>> = {
  'unknown-slug': /^\/(providers\w*|external)(\/[^/]+)?$/,
  'unknown-guardrail': /^\/(guardrails|external)(\/[^/]+)?$/,
  'unknown-agent': /^\/agents(\/[^/]+)?$/,
  'unknown-target': /\/targets(\/\d+(\/name)?)?$/,
  'blocked-host': /^\/trusted_hosts(\/\d+)?$/,
  'unrouted-target': /\/strategy\/[^/]+(\/\d+(\/\w+)?)?$/,
  'fallback-leaves-out-failures': /\/on_(status_codes|errors)(\/\d+)?$/,
  'retried-without-fallback': /\/on_(status_codes|errors)(\/\d+)?$/,
}

/** Codes about several values of one object. */
const OF_AN_OBJECT: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'no-address',
  'missing-property',
  'guardrail-without-consequence',
  'impossible-limit',
  'key-without-config',
])

const isIn = (pointer: Pointer, holder: Pointer): boolean => pointer.startsWith(`${holder}/`)

/** An entry of the manifest: `/providers/openai`. */
const isEntry = (pointer: Pointer): boolean => pointer.split('/').length <= 3

function followsFromReported(
  code: DiagnosticCode,
  pointer: Pointer,
  reported: ReadonlySet<Pointer>,
): boolean {
  if (reported.size === 0) return false
  if (reported.has(pointer)) return true
  const definition = DEFINED_IN[code]
  if (definition !== undefined) return [...reported].some(each => definition.test(each))
  if (!OF_AN_OBJECT.has(code)) return false
  const holder = isEntry(pointer) ? pointer : parentPointer(pointer)
  return [...reported].some(each => isIn(each, holder))
}

/**
 * Reports that settings of a config node have no effect. `why` ends the sentence; it receives the pronoun for the
 * settings.
 */
export function reportIgnored(
  report: ReportAt,
  { pointer }: { readonly pointer: Pointer },
  names: readonly string[],
  reason: (it: string) => string,
): void {
  const [first] = names
  if (first === undefined) return
  const [verb, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them']
  const message = `${joinNames(names.map(quoteName), 'and')} ${verb} no effect${reason(it)}`
  report('setting-without-effect', { key: childPointer(pointer, first) }, message)
}
