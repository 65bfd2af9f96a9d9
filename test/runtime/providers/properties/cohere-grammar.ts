// Cohere chats: thinking, then either content or a plan with tool calls.
import { cohere } from '../../../../runtime/providers/cohere/cohere.ts'
import { cohereTurns } from '../../../support/dialects/cohere-chat.ts'
import { context } from '../cohere/context.ts'
import {
  asStream,
  begin,
  callEnd,
  callPiece,
  callStart,
  content,
  contentEnd,
  contentStart,
  end,
  plan,
} from '../cohere/fixtures.ts'
import {
  type Cut,
  callsOf,
  chatOf,
  type Event,
  type Grammar,
  type Part,
  textOf,
  thoughtsOf,
} from './grammar.ts'

const usage = { tokens: { input_tokens: 9, output_tokens: 20 }, billed_units: { input_tokens: 1 } }
const reason = (parts: readonly Part[]): string => (callsOf(parts).length > 0 ? 'TOOL_CALL' : 'COMPLETE')

function block(index: number, name: 'text' | 'thinking', text: string, cut: Cut): readonly Event[] {
  const pieces = cut(text).map(piece => content(index, { [name]: piece }))
  return [contentStart(index, { type: name, [name]: '' }), ...pieces, contentEnd(index)]
}

function events(parts: readonly Part[], cut: Cut): readonly Event[] {
  const calls = callsOf(parts)
  const thoughts = thoughtsOf(parts)
  const messageContent = textOf(parts)
  return [
    begin,
    ...thoughts.flatMap((text, index) => block(index, 'thinking', text, cut)),
    ...(calls.length > 0
      ? cut(messageContent).map(plan)
      : block(thoughts.length, 'text', messageContent, cut)),
    ...calls.flatMap(({ id, name, args }, index) => [
      callStart(index, id, name),
      ...cut(JSON.stringify(args)).map(piece => callPiece(index, piece)),
      callEnd(index),
    ]),
    end(reason(parts), { usage }),
  ]
}

export const cohereGrammar: Grammar = {
  adapter: chatOf(cohere),
  context,
  events,
  bytes: given => asStream(given.map(event => ({ ...event, type: String(event['type']) }))),
  whole: parts => {
    const calls = callsOf(parts).map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }))
    const thoughts = thoughtsOf(parts).map(thinking => ({ type: 'thinking', thinking }))
    const said = textOf(parts)
    const message =
      calls.length > 0
        ? { content: thoughts, tool_plan: said, tool_calls: calls }
        : { content: [...thoughts, { type: 'text', text: said }] }
    return { id: 'c-1', message: { role: 'assistant', ...message }, finish_reason: reason(parts), usage }
  },
  noise: [
    { type: 'an-event-of-tomorrow', index: 0 },
    { type: 'citation-end', index: 0 },
  ],
  nullable: ['citations', 'logprobs', 'error', 'tool_plan', 'cached_tokens'],
  spare: 0,
  identifies: true,
  read: (body, demands) => cohereTurns(body['messages'], demands),
  opaque: thoughtsOf,
}
