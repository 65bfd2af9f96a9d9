// What was found becomes what is told: in the order of the text, since people mend it from top to bottom; so many that
// somebody can read them; and without a literal secret.
import type { Catalog } from '../catalog.ts'
import type { Diagnostic, Report, Severity } from '../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../source.ts'
import { discreet } from './conceal.ts'

/** Diagnostics of one severity that are told of one text. A reply to a hostile header must not outgrow it a hundredfold. */
export const MOST_TOLD = 100

const MORE = { message: 'More like this follow; fix these first.' }

/** Reports what was found in a text whose root is of a kind. */
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

/** The diagnostics by their places: those of the text itself first, then those of texts that it imports. */
function inTextOrder(found: readonly Diagnostic[], { source }: ParsedSource): readonly Diagnostic[] {
  const file = ({ place }: Diagnostic): string => (place.source.name === source.name ? '' : place.source.name)
  return found.toSorted((a, b) => {
    if (file(a) !== file(b)) return file(a) < file(b) ? -1 : 1
    return a.place.span.start - b.place.span.start
  })
}
