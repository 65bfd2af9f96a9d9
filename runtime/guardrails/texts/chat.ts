// The texts of chats: content as a text or in parts, refusals, arguments of calls, results of tools.
import { chatKind, lastTurn } from './last-turn.ts'
import { content } from './parts.ts'
import { both, each, every, field, type Readers, spelled, text, written } from './place.ts'

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

/** What a model reads besides the messages: a question may stand there as well. */
const defined = both(
  field('tools', each(written)),
  field('functions', each(written)),
  field('response_format', field('json_schema', written)),
  field('prediction', field('content', content)),
  field('documents', each(every)),
)

export const chatRequest: Readers = {
  last: field('messages', each(said, lastTurn(chatKind))),
  all: both(field('messages', each(both(field('name', text), said, thought))), defined),
}

/** All choices in either scope; thinking that is shown only where all is looked at. */
export const chatReply: Readers = {
  last: field('choices', each(field('message', said))),
  all: field(
    'choices',
    each(field('message', both(said, field('reasoning_content', text), field('reasoning', text)))),
  ),
}
