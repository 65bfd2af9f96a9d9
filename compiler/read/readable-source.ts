// What every reader does first, and with what it reports: the source must not be too long or empty, and reported diagnostics are counted and
// limited.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Source } from '../source.ts'
import { createDiagnostic, locationAt } from './create-diagnostic.ts'
import { MAX_LENGTHS, MAX_READ_DIAGNOSTICS } from './reader.ts'

const NAMES = { json: 'JSON', yaml: 'YAML', typescript: 'TypeScript' } as const

/** True if the source can be parsed; otherwise the reason was reported. */
export function isReadableSource(
  source: Source,
  format: keyof typeof MAX_LENGTHS,
  report: ReportDiagnostic,
): boolean {
  const { text } = source
  const limit = MAX_LENGTHS[format]
  if (text.length > limit) {
    report(
      createDiagnostic(
        'source-too-large',
        // A location in a source this long would be as expensive to print as to parse.
        { source: { name: source.name, text: '' }, span: { start: 0, end: 0 } },
        `The source has ${text.length} characters; the limit of ${NAMES[format]} is ${limit}, so that it is read in seconds.`,
      ),
    )
    return false
  }
  if (text.trim() === '') {
    reportEmpty(source, report)
    return false
  }
  // The compiler of TypeScript knows them, and where they are text.
  return format === 'typescript' || !reportConflict(source, format, report)
}

/** The lines around and between the sides of a merge of git that was not resolved. */
const CONFLICT = [/^<{7}(?: .*)?$/m, /^={7}$/m, /^>{7}(?: .*)?$/m] as const

/** Reports a merge that was not resolved, whose two sides would be many other mistakes. */
function reportConflict(source: Source, format: 'json' | 'yaml', report: ReportDiagnostic): boolean {
  if (!source.text.includes('<<<<<<<')) return false
  const [marker, middle, end] = CONFLICT.map(line => line.exec(source.text))
  if (!marker || !middle || !end || marker.index > middle.index || middle.index > end.index) return false
  const location = locationAt(source, marker.index, marker.index + marker[0].length)
  const message =
    'A merge conflict begins here. Write what is meant in place of both sides, and remove the lines of "<<<<<<<", "=======" and ">>>>>>>".'
  report(createDiagnostic(`malformed-${format}`, location, message))
  return true
}

/** Reports a source that is empty or has only comments. */
export function reportEmpty(source: Source, report: ReportDiagnostic): void {
  const message = 'The source has no config. Write at least one property, such as "provider".'
  report(createDiagnostic('empty-source', locationAt(source, 0, 0), message))
}

interface LimitedReport {
  readonly report: ReportDiagnostic
  /** Errors reported so far, including those above the limit. */
  readonly errorCount: () => number
}

/** Added to the last one: what follows is not known yet. */
export const LIMIT_NOTE = {
  message: `Only the first ${MAX_READ_DIAGNOSTICS} are reported, and more may follow; fix these first.`,
}

/** Forwards the first MAX_READ_DIAGNOSTICS diagnostics of each severity. A reader that reported an error returns no value. */
export function limitReport(report: ReportDiagnostic): LimitedReport {
  const counts = { error: 0, warning: 0, note: 0 }
  return {
    report: diagnostic => {
      counts[diagnostic.severity] += 1
      const count = counts[diagnostic.severity]
      if (count > MAX_READ_DIAGNOSTICS) return
      const isLast = count === MAX_READ_DIAGNOSTICS
      report(isLast ? { ...diagnostic, notes: [...diagnostic.notes, LIMIT_NOTE] } : diagnostic)
    },
    errorCount: () => counts.error,
  }
}
