// The texts of chats: content as a text or in parts, refusals, arguments of calls, results of tools.
import { chatKind, lastTurn } from './last-turn.ts'
import { both, each, field, type Readers, spelled, text } from './place.ts'

/** A part says its kind in `type`, but any text that stands in one is read. */
const part = both(text, field('text', text), field('refusal', text))

/** Content in either form. */
export const content = both(text, each(part))

const call = both(field('function', field('arguments', spelled)), field('custom', field('input', text)))

const said = both(
  field('content', content),
  field('refusal', text),
  field('tool_calls', each(call)),
  field('function_call', field('arguments', spelled)),
  field('audio', field('transcript', text)),
)

/** Thinking under its names, and the blocks in which a history repeats what was said. */
const thought = both(
  field('reasoning_content', text),
  field('reasoning', text),
  field('content_blocks', each(field('text', text))),
)

export const chatRequest: Readers = {
  last: field('messages', each(said, lastTurn(chatKind))),
  all: field('messages', each(both(said, thought))),
}

/** All choices in either scope; thinking that is shown only where all is looked at. */
export const chatReply: Readers = {
  last: field('choices', each(field('message', said))),
  all: field(
    'choices',
    each(field('message', both(said, field('reasoning_content', text), field('reasoning', text)))),
  ),
}
