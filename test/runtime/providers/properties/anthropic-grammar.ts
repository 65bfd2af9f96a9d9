// Anthropic messages: sequential blocks, each started, streamed, stopped.
import { anthropic } from '../../../../runtime/providers/anthropic/anthropic.ts'
import { anthropicTurns } from '../../../support/dialects/anthropic-messages.ts'
import { signed } from '../../../support/dialects/scripted-model.ts'
import { context } from '../anthropic/context.ts'
import {
  asStream,
  blockDelta,
  blockStart,
  blockStop,
  messageEnd,
  messageStart,
} from '../anthropic/fixtures.ts'
import { type Cut, callsOf, chatOf, type Event, type Grammar, type Part, thoughtsOf } from './grammar.ts'

function blockOf(part: Part) {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  if (part.kind === 'thought') return { type: 'thinking', thinking: part.text, signature: signed(part.text) }
  return { type: 'tool_use', id: part.id, name: part.name, input: part.args }
}

function streamed(part: Part, index: number, cut: Cut): readonly Event[] {
  const around = (begun: object, deltas: readonly object[]) => [
    blockStart(index, { ...blockOf(part), ...begun }),
    ...deltas.map(delta => blockDelta(index, delta)),
    blockStop(index),
  ]
  if (part.kind === 'text')
    return around(
      { text: '' },
      cut(part.text).map(text => ({ type: 'text_delta', text })),
    )
  if (part.kind === 'thought')
    return around({ thinking: '', signature: '' }, [
      ...cut(part.text).map(thinking => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: signed(part.text) },
    ])
  const pieces = ['', ...cut(JSON.stringify(part.args))]
  return around(
    { input: {} },
    pieces.map(piece => ({ type: 'input_json_delta', partial_json: piece })),
  )
}

const reason = (parts: readonly Part[]): string => (callsOf(parts).length > 0 ? 'tool_use' : 'end_turn')

export const anthropicGrammar: Grammar = {
  adapter: chatOf(anthropic),
  context,
  events: (parts, cut) => [
    messageStart(),
    ...parts.flatMap((part, index) => streamed(part, index, cut)),
    ...messageEnd(reason(parts)),
  ],
  bytes: events => asStream(events.map(event => ({ ...event, type: String(event['type']) }))),
  whole: parts => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: parts.map(blockOf),
    stop_reason: reason(parts),
    usage: { input_tokens: 9, output_tokens: 20 },
  }),
  noise: [{ type: 'ping' }, { type: 'an_event_of_tomorrow', index: 0, delta: { text: 'x' } }],
  nullable: ['citations', 'stop_details', 'container', 'context_management', 'cache_creation', 'caller'],
  spare: 0,
  identifies: true,
  read: (body, demands) => anthropicTurns(body['messages'], false, demands),
  opaque: parts => thoughtsOf(parts).flatMap(text => [text, signed(text)]),
}
