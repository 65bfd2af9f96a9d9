// Masks literal secrets in diagnostics: their values, and every other occurrence of the same characters (comments,
// anchors, messages). Offsets stay valid, since each character is replaced by one asterisk.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import { asterisks } from '../diagnostics/mask.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { ParsedSource, Source, SourceSpan } from '../source.ts'
import { literalSecrets } from './literal-secrets.ts'

/** Shorter strings are not masked elsewhere: they would match by accident and blank the whole text. */
const MIN_MASKED_LENGTH = 4

/** Property names of the interface, which may occur in a secret object and must not be masked in messages. */
const PROPERTY_NAMES: readonly string[] = Object.keys(configFacts)

/** Part of a property name. */
const isPublic = (text: string): boolean => PROPERTY_NAMES.some(name => name.includes(text))

/** A string in quotes; an escape is two characters. */
const QUOTED = /(["'`])((?:\\.|(?!\1)[^\\\r\n])*)\1/g

/** The parts of secrets that an expression puts together: strings in quotes that a secret contains. */
function* partsIn(text: string, secrets: readonly string[]): Generator<SourceSpan> {
  if (secrets.length === 0) return
  const whole = secrets.join('\n')
  for (const match of text.matchAll(QUOTED)) {
    const part = match[2] ?? ''
    if (part.length < MIN_MASKED_LENGTH || isPublic(part) || !whole.includes(part)) continue
    const start = match.index + 1
    yield { start, end: start + part.length }
  }
}

function maskSpans(text: string, spans: readonly SourceSpan[]): string {
  let masked = ''
  let done = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue
    const from = Math.max(start, done)
    masked += text.slice(done, from) + asterisks(text.slice(from, end))
    done = end
  }
  return masked + text.slice(done)
}

/**
 * A report that shows no literal secret of the text in frames, messages, notes or fixes. `kind` is the schema title
 * of the root.
 */
export function maskingReport(
  parsed: ParsedSource,
  kind: string,
  catalog: Pick<Catalog, 'check' | 'providerNames'>,
  report: ReportDiagnostic,
): ReportDiagnostic {
  const secrets = Array.from(literalSecrets(parsed.value, kind, catalog))
  if (secrets.length === 0) return report
  const literals = Array.from(new Set(secrets.flatMap(({ texts }) => texts)))
    .filter(
      text => text.length >= MIN_MASKED_LENGTH && !isPublic(text) && !catalog.providerNames.includes(text),
    )
    .sort((a, b) => b.length - a.length)
  const spans = secrets.flatMap(({ pointer }) => parsed.origins.get(pointer)?.value ?? [])
  const mask = (text: string): string =>
    literals.reduce(
      (masked, literal) =>
        masked.includes(literal) ? masked.replaceAll(literal, asterisks(literal)) : masked,
      text,
    )
  /** The secrets that are not written in a text as they are. */
  const composed = ({ text }: Source): readonly string[] =>
    literals.filter(literal => !text.includes(literal))
  const sources = new Map<Source, Source>()
  const maskedSource = (source: Source): Source => {
    const maskedCopy = sources.get(source) ?? {
      name: source.name,
      text: mask(
        maskSpans(source.text, [
          ...spans.filter(span => (span.source ?? parsed.source) === source),
          ...partsIn(source.text, composed(source)),
        ]),
      ),
    }
    sources.set(source, maskedCopy)
    return maskedCopy
  }
  return ({ message, location, notes, fix, ...others }) =>
    report({
      ...others,
      message: mask(message),
      location: { ...location, source: maskedSource(location.source) },
      notes: notes.map(note => ({
        message: mask(note.message),
        ...(note.location && { location: { ...note.location, source: maskedSource(note.location.source) } }),
      })),
      ...(fix && fix.text === mask(fix.text) && { fix }),
    })
}
