// The texts of the Responses API: instructions, input as a string or items, output items.
import { itemKind, lastTurn } from './last-turn.ts'
import { content } from './parts.ts'
import { both, each, field, type Reader, type Readers, spelled, text, written } from './place.ts'

/** Reads all of these fields of an item, whatever its `type`. */
const said = both(
  text,
  field('content', content),
  field('arguments', spelled),
  field('input', text),
  field('output', content),
  field('code', text),
)
const thought = field('summary', each(field('text', text)))

/** Variables of a prompt that is stored at the provider. */
const variables: Reader = field('prompt', (value, path) =>
  field('variables', (filled, place) =>
    Object.keys(filled ?? {}).flatMap(name => field(name, both(text, field('text', text)))(filled, place)),
  )(value, path),
)

const input = (read: Reader): Reader => field('input', read)

/** What a model reads besides the input items. */
const defined = both(field('tools', each(written)), field('text', field('format', field('schema', written))))

export const responsesRequest: Readers = {
  last: both(variables, input(both(text, each(said, lastTurn(itemKind))))),
  all: both(field('instructions', content), variables, input(both(text, each(both(said, thought)))), defined),
}

const output = (read: Reader): Reader => field('output', each(read))

/** The content of `reasoning` items is reasoning, not output. */
const isThinking = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'reasoning'

export const responsesReply: Readers = {
  last: output((item, path) => (isThinking(item) ? [] : said(item, path))),
  all: output(both(said, thought)),
}
