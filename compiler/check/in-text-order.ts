// People mend a text from top to bottom, whatever the order in which laws are judged.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../source.ts'

/** The diagnostics by their places: those of the text itself first, then those of texts that it imports. */
export function inTextOrder(found: readonly Diagnostic[], { source }: ParsedSource): readonly Diagnostic[] {
  const file = ({ place }: Diagnostic): string => (place.source.name === source.name ? '' : place.source.name)
  return found.toSorted((a, b) => {
    if (file(a) !== file(b)) return file(a) < file(b) ? -1 : 1
    return a.place.span.start - b.place.span.start
  })
}
