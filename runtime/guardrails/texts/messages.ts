// The texts of Anthropic's Messages: the system prompt, blocks of content, inputs of tools, results of tools.
import { isObject } from '../../providers/wire/json.ts'
import { chatKind, lastTurn } from './last-turn.ts'
import { both, each, field, type Reader, type Readers, text, written } from './place.ts'

/** A text that stands as the source of a document; other sources are bytes or addresses. */
const source: Reader = (value, path) =>
  isObject(value) && value['type'] === 'text'
    ? field('data', text)(value, path)
    : field('content', content)(value, path)

/** A block says its kind in `type`, but whatever of these it has is read. */
const block: Reader = (value, path) =>
  both(
    text,
    field('text', text),
    field('input', written),
    field('content', content),
    field('source', source),
    field('title', text),
    field('context', text),
  )(value, path)

const content: Reader = (value, path) => both(text, each(block))(value, path)
const thought = field('content', each(field('thinking', text)))
const said = field('content', content)

export const messagesRequest: Readers = {
  last: field('messages', each(said, lastTurn(chatKind))),
  all: both(field('system', content), field('messages', each(both(said, thought)))),
}

export const messagesReply: Readers = { last: said, all: both(said, thought) }
