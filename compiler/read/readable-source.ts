// Checks that every reader makes first: the source is not too long and not empty.
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Source } from '../source.ts'
import { createDiagnostic, locationAt } from './create-diagnostic.ts'
import { MAX_LENGTHS } from './reader.ts'

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
        // A location in a text this long would be as expensive to print as to parse.
        { source: { name: source.name, text: '' }, span: { start: 0, end: 0 } },
        `The source has ${text.length} characters; the limit of ${NAMES[format]} is ${limit}, so that it is read in seconds.`,
      ),
    )
    return false
  }
  if (text.trim() !== '') return true
  reportEmpty(source, report)
  return false
}

/** Reports a source that is empty or has only comments. */
export function reportEmpty(source: Source, report: ReportDiagnostic): void {
  const message = 'The source has no config. Write at least one property, such as "provider".'
  report(createDiagnostic('empty-source', locationAt(source, 0, 0), message))
}
