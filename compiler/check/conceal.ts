// Masks literal secrets in diagnostics: their values, and every other occurrence of the same characters (comments,
// anchors, messages). Offsets stay valid, since each character is replaced by one asterisk.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Catalog } from '../catalog.ts'
import type { Report } from '../diagnostics/diagnostic.ts'
import { asterisks } from '../diagnostics/mask.ts'
import type { ParsedSource, Source, Span } from '../source.ts'
import { secretsOf } from './secrets-of.ts'

/** Shorter strings are not masked elsewhere: they would match by accident and blank the whole text. */
const TELLING_LENGTH = 4

/** Property names of the interface, which may occur in a secret object and must not be masked in messages. */
const PUBLIC: readonly string[] = Object.keys(configFacts)

function hideSpans(text: string, spans: readonly Span[]): string {
  let shown = ''
  let done = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue
    const from = Math.max(start, done)
    shown += text.slice(done, from) + asterisks(text.slice(from, end))
    done = end
  }
  return shown + text.slice(done)
}

/**
 * A report that shows no literal secret of the text in frames, messages, notes or fixes. `kind` is the schema title
 * of the root.
 */
export function discreet(
  parsed: ParsedSource,
  kind: string,
  catalog: Pick<Catalog, 'check'>,
  report: Report,
): Report {
  const secrets = Array.from(secretsOf(parsed.value, kind, catalog))
  if (secrets.length === 0) return report
  const words = Array.from(new Set(secrets.flatMap(({ texts }) => texts)))
    .filter(text => text.length >= TELLING_LENGTH && !PUBLIC.some(name => name.includes(text)))
    .sort((a, b) => b.length - a.length)
  const spans = secrets.flatMap(({ pointer }) => parsed.origins.get(pointer)?.value ?? [])
  const hide = (text: string): string =>
    words.reduce(
      (shown, word) => (shown.includes(word) ? shown.replaceAll(word, asterisks(word)) : shown),
      text,
    )
  const sources = new Map<Source, Source>()
  const hidden = (source: Source): Source => {
    const made = sources.get(source) ?? {
      name: source.name,
      text: hide(
        hideSpans(
          source.text,
          spans.filter(span => (span.source ?? parsed.source) === source),
        ),
      ),
    }
    sources.set(source, made)
    return made
  }
  return ({ message, place, notes, fix, ...rest }) =>
    report({
      ...rest,
      message: hide(message),
      place: { ...place, source: hidden(place.source) },
      notes: notes.map(note => ({
        message: hide(note.message),
        ...(note.place && { place: { ...note.place, source: hidden(note.place.source) } }),
      })),
      ...(fix && fix.text === hide(fix.text) && { fix }),
    })
}
