// Hides the literal secrets of a text that was read: where their values stand, and wherever the same characters stand
// again (a comment, an anchor, a message). Offsets stay true, since asterisks take the place of letters one by one.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Catalog } from '../catalog.ts'
import type { Report } from '../diagnostics/diagnostic.ts'
import { asterisks } from '../diagnostics/mask.ts'
import type { ParsedSource, Source, Span } from '../source.ts'
import { secretsOf } from './secrets-of.ts'

/** Below this length the same characters elsewhere mean nothing, and masking them would blank the whole text. */
const TELLING_LENGTH = 4

/** Words of the interface, which may stand in a secret object and must not be blanked out of messages. */
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

/** A report that shows no literal secret of the text, in frames, sentences, notes or fixes. `kind` is the root's. */
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
