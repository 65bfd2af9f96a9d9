// Findings show lines of the source. Keys in clear text are asterisks there, whatever the property is called.
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts'
import { asterisks } from '../diagnostics/mask.ts'

type NamedText = Location['source']

/** The diagnostics, with the values of literal keys masked in the texts of their sources. */
export function withoutKeys(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const masked = new Map<NamedText, NamedText>()
  for (const { code, location } of diagnostics) {
    if (code !== 'import-literal-key') continue
    const { source, span } = location
    const { name, text } = masked.get(source) ?? source
    const hidden =
      text.slice(0, span.start) + asterisks(text.slice(span.start, span.end)) + text.slice(span.end)
    masked.set(source, { name, text: hidden })
  }
  const maskedAt = (location: Location): Location => ({
    ...location,
    source: masked.get(location.source) ?? location.source,
  })
  return diagnostics.map(diagnostic => ({
    ...diagnostic,
    location: maskedAt(diagnostic.location),
    notes: diagnostic.notes.map(note => ({
      ...note,
      ...(note.location && { location: maskedAt(note.location) }),
    })),
  }))
}
