// Small fixtures in the form of the recordings, so that the wire suite has something to run where those are absent.
// Written from the documentation of the dialect.
import type { Observation, WireCase } from '../wire-case.ts'

interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation_input_tokens?: number
  readonly output_tokens_details?: { readonly thinking_tokens: number }
}

export interface Observed extends Observation {
  readonly finishReason?: string
  readonly usage?: Usage
}

const encoder = new TextEncoder()

/** Events as sent: named, with the name in the body too. */
export const asStream = (events: readonly { readonly type: string }[], lineEnd = '\n'): Uint8Array =>
  encoder.encode(
    events
      .map(event => [`event: ${event.type}`, `data: ${JSON.stringify(event)}`, '', ''].join(lineEnd))
      .join(''),
  )

export const messageStart = (usage: object = { input_tokens: 9, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-4-6', content: [], usage },
})
export const blockStart = (index: number, block: object) => ({
  type: 'content_block_start',
  index,
  content_block: block,
})
export const blockDelta = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta })
export const blockStop = (index: number) => ({ type: 'content_block_stop', index })
export const messageEnd = (reason: string, usage: object = { output_tokens: 20 }) => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
]

const toolUse = (id: string, name: string) => ({ type: 'tool_use', id, name, input: {} })

const conversation = [
  messageStart({
    input_tokens: 9,
    cache_read_input_tokens: 4,
    cache_creation_input_tokens: 2,
    output_tokens: 1,
  }),
  blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
  blockDelta(0, { type: 'thinking_delta', thinking: 'Über ' }),
  blockDelta(0, { type: 'thinking_delta', thinking: '☂' }),
  blockDelta(0, { type: 'signature_delta', signature: 'c2ln' }),
  blockStop(0),
  { type: 'ping' },
  blockStart(1, { type: 'text', text: '' }),
  blockDelta(1, { type: 'text_delta', text: 'Schön: ' }),
  { type: 'an_event_of_tomorrow', index: 1 },
  blockDelta(1, { type: 'text_delta', text: '🌦' }),
  blockStop(1),
  blockStart(2, toolUse('toolu_1', 'weather')),
  blockDelta(2, { type: 'input_json_delta', partial_json: '' }),
  blockDelta(2, { type: 'input_json_delta', partial_json: '{"city":"Zür' }),
  blockDelta(2, { type: 'input_json_delta', partial_json: 'ich"}' }),
  blockStop(2),
  blockStart(3, toolUse('toolu_2', 'time')),
  blockStop(3),
  ...messageEnd('tool_use'),
]

const observed: Observed = {
  text: 'Schön: 🌦',
  reasoning: 'Über ☂',
  toolCalls: [
    { id: 'toolu_1', name: 'weather', arguments: { city: 'Zürich' } },
    { id: 'toolu_2', name: 'time', arguments: {} },
  ],
  finishReason: 'tool_use',
  usage: { input_tokens: 9, cache_read_input_tokens: 4, cache_creation_input_tokens: 2, output_tokens: 20 },
}

export const fixtures: readonly WireCase<Observed>[] = [
  { name: 'own: a stream with everything', status: 200, stream: asStream(conversation), observed },
  { name: 'own: the same with CRLF', status: 200, stream: asStream(conversation, '\r\n'), observed },
  {
    name: 'own: the same as a whole reply',
    status: 200,
    body: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: [
        { type: 'thinking', thinking: 'Über ☂', signature: 'c2ln' },
        { type: 'text', text: 'Schön: 🌦' },
        { ...toolUse('toolu_1', 'weather'), input: { city: 'Zürich' } },
        toolUse('toolu_2', 'time'),
      ],
      stop_reason: 'tool_use',
      usage: observed.usage,
    },
    observed,
  },
  {
    name: 'own: an error',
    status: 529,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
    observed: { errorMessage: 'Overloaded', errorType: 'overloaded_error' },
  },
]
