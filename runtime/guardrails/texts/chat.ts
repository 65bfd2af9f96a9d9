// The texts of chat completions: content as a string or parts, refusals, tool call arguments, tool results.
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

/** Reasoning under its various names, and the content blocks of a history, which repeat it. */
const thought = both(
  field('reasoning_content', text),
  field('reasoning', text),
  field('content_blocks', each(field('text', text))),
)

/** What a model reads besides the messages; it may contain a prompt as well. */
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

/** All choices in either scope; visible reasoning only in scope `all`. */
export const chatReply: Readers = {
  last: field('choices', each(field('message', said))),
  all: field(
    'choices',
    each(field('message', both(said, field('reasoning_content', text), field('reasoning', text)))),
  ),
}
