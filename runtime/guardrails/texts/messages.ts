// The texts of Anthropic's Messages: the system prompt, content blocks, tool inputs, tool results.
import { chatKind, lastTurn } from './last-turn.ts'
import { source } from './parts.ts'
import { both, each, field, type Reader, type Readers, text, written } from './place.ts'

/** Reads all of these fields of a block, whatever its `type`. */
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

const content: Reader = (value, path) => both(block, each(block))(value, path)
const thought = field('content', each(field('thinking', text)))
const said = field('content', content)

export const messagesRequest: Readers = {
  last: field('messages', each(said, lastTurn(chatKind))),
  all: both(
    field('system', content),
    field('messages', each(both(said, thought))),
    field('tools', each(written)),
  ),
}

export const messagesReply: Readers = { last: said, all: both(said, thought) }
