// Reports the collected diagnostics: in source order, limited in number, and with secrets masked.

import type { Diagnostic, ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Severity } from '../diagnostics/messages/message-entry.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { ParsedSource } from '../source.ts'
import { maskingReport } from './secrets/mask-secrets.ts'

/** Diagnostics reported per severity and text, so that the reply to a malicious header stays small. */
export const MAX_DIAGNOSTICS = 100

const MORE_NOTE = { message: 'More like this follow; fix these first.' }

/** Reports the diagnostics of a source whose root has this schema title. */
export function finishReport(
  diagnostics: readonly Diagnostic[],
  parsed: ParsedSource,
  kind: string,
  catalog: Pick<Catalog, 'check' | 'providerNames'>,
  report: ReportDiagnostic,
): void {
  if (diagnostics.length === 0) return
  const maskedReport = maskingReport(parsed, kind, catalog, report)
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 }
  const total = Object.groupBy(diagnostics, ({ severity }) => severity)
  for (const diagnostic of inTextOrder(diagnostics, parsed)) {
    const { severity, notes } = diagnostic
    counts[severity] += 1
    const isLast = counts[severity] === MAX_DIAGNOSTICS && (total[severity]?.length ?? 0) > MAX_DIAGNOSTICS
    if (counts[severity] <= MAX_DIAGNOSTICS)
      maskedReport(isLast ? { ...diagnostic, notes: [...notes, MORE_NOTE] } : diagnostic)
  }
}

/** Sorted by position: those of the text itself first, then those of the files it imports. */
function inTextOrder(diagnostics: readonly Diagnostic[], { source }: ParsedSource): readonly Diagnostic[] {
  const file = ({ location }: Diagnostic): string =>
    location.source.name === source.name ? '' : location.source.name
  return diagnostics.toSorted((a, b) => {
    if (file(a) !== file(b)) return file(a) < file(b) ? -1 : 1
    return a.location.span.start - b.location.span.start
  })
}
