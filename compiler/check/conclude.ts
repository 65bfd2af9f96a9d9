// Reports the collected diagnostics: in source order, limited in number, and with secrets masked.
import type { Catalog } from '../catalog.ts'
import type { Diagnostic, Report, Severity } from '../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../source.ts'
import { discreet } from './conceal.ts'

/** Diagnostics reported per severity and text, so that the reply to a malicious header stays small. */
export const MOST_TOLD = 100

const MORE = { message: 'More like this follow; fix these first.' }

/** Reports the diagnostics of a text whose root has this schema title. */
export function conclude(
  found: readonly Diagnostic[],
  parsed: ParsedSource,
  kind: string,
  catalog: Pick<Catalog, 'check'>,
  report: Report,
): void {
  if (found.length === 0) return
  const tell = discreet(parsed, kind, catalog, report)
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 }
  const total = Object.groupBy(found, ({ severity }) => severity)
  for (const diagnostic of inTextOrder(found, parsed)) {
    const { severity, notes } = diagnostic
    counts[severity] += 1
    const isLast = counts[severity] === MOST_TOLD && (total[severity]?.length ?? 0) > MOST_TOLD
    if (counts[severity] <= MOST_TOLD) tell(isLast ? { ...diagnostic, notes: [...notes, MORE] } : diagnostic)
  }
}

/** Sorted by position: those of the text itself first, then those of the files it imports. */
function inTextOrder(found: readonly Diagnostic[], { source }: ParsedSource): readonly Diagnostic[] {
  const file = ({ place }: Diagnostic): string => (place.source.name === source.name ? '' : place.source.name)
  return found.toSorted((a, b) => {
    if (file(a) !== file(b)) return file(a) < file(b) ? -1 : 1
    return a.place.span.start - b.place.span.start
  })
}
