// Small fixtures in the form of the recordings, so that the wire suite has something to run where those are absent.
// Written from the documentation of the dialect.
import type { Observation, WireCase } from '../wire-case.ts'

export interface Observed extends Observation {
  readonly toolPlan?: string
  readonly finishReason?: string
  readonly usage?: {
    readonly tokens: Readonly<Record<string, number>>
    readonly billed_units: Readonly<Record<string, number>>
    readonly cached_tokens?: number
  }
}

export type Event = Readonly<Record<string, unknown>> & { readonly type: string }

/** Events as sent: named, with the name in the body too. */
export const asStream = (events: readonly Event[], lineEnd = '\n', last = `data: [DONE]${lineEnd}`) =>
  Buffer.from(
    events
      .map(event => [`event: ${event.type}`, `data: ${JSON.stringify(event)}`, '', ''].join(lineEnd))
      .join('') + last,
  )

const event = (type: string, message: unknown, index?: number): Event => ({
  type,
  ...(index === undefined ? {} : { index }),
  delta: { message },
})
export const begin: Event = { ...event('message-start', { role: 'assistant', content: [] }), id: 'c-1' }
export const contentStart = (index: number, content: object) => event('content-start', { content }, index)
export const content = (index: number, piece: object) => event('content-delta', { content: piece }, index)
export const contentEnd = (index: number): Event => ({ type: 'content-end', index })
export const plan = (text: string) => event('tool-plan-delta', { tool_plan: text })
export const callStart = (index: number, id: string, name: string, written = '') =>
  event(
    'tool-call-start',
    { tool_calls: { id, type: 'function', function: { name, arguments: written } } },
    index,
  )
export const callPiece = (index: number, text: string) =>
  event('tool-call-delta', { tool_calls: { function: { arguments: text } } }, index)
export const callEnd = (index: number): Event => ({ type: 'tool-call-end', index })
export const citation = (citations: unknown) => event('citation-start', { citations }, 0)
export const end = (reason: string, more: object = {}): Event => ({
  type: 'message-end',
  delta: { finish_reason: reason, ...more },
})

const usage = {
  billed_units: { input_tokens: 9, output_tokens: 20 },
  tokens: { input_tokens: 60, output_tokens: 31, reasoning_tokens: 4 },
  cached_tokens: 16,
}

const conversation: readonly Event[] = [
  begin,
  contentStart(0, { type: 'thinking', thinking: '' }),
  content(0, { thinking: 'Über ' }),
  content(0, { thinking: '☂' }),
  contentEnd(0),
  contentStart(1, { type: 'text', text: '' }),
  content(1, { text: 'Schön: ' }),
  { type: 'an-event-of-tomorrow', index: 1 },
  content(1, { text: '🌦' }),
  citation({ start: 0, end: 5, text: 'Schön', sources: [] }),
  { type: 'citation-end', index: 0 },
  contentEnd(1),
  plan(' I will '),
  plan('ask.'),
  callStart(0, 'weather_1', 'weather'),
  callPiece(0, '{"city":"Zür'),
  callPiece(0, 'ich"}'),
  callEnd(0),
  callStart(1, 'time_2', 'time'),
  callPiece(1, 'nu'),
  callPiece(1, 'll'),
  callEnd(1),
  end('TOOL_CALL', { usage }),
]

const observed: Observed = {
  text: 'Schön: 🌦',
  toolPlan: ' I will ask.',
  reasoning: 'Über ☂',
  toolCalls: [
    { id: 'weather_1', name: 'weather', arguments: { city: 'Zürich' } },
    { id: 'time_2', name: 'time', arguments: null },
  ],
  finishReason: 'TOOL_CALL',
  usage,
}

const calls = [
  { id: 'weather_1', type: 'function', function: { name: 'weather', arguments: '{"city": "Zürich"}' } },
  { id: 'time_2', type: 'function', function: { name: 'time', arguments: 'null' } },
]

export const fixtures: readonly WireCase<Observed>[] = [
  { name: 'own: a stream with everything', status: 200, stream: asStream(conversation), observed },
  { name: 'own: the same with CRLF', status: 200, stream: asStream(conversation, '\r\n'), observed },
  {
    name: 'own: the same without its last line',
    status: 200,
    stream: asStream(conversation, '\n', ''),
    observed,
  },
  {
    name: 'own: the same as a whole reply',
    status: 200,
    body: {
      id: 'c-1',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Über ☂' },
          { type: 'text', text: 'Schön: 🌦' },
        ],
        tool_plan: ' I will ask.',
        tool_calls: calls,
        citations: [{ start: 0, end: 5, text: 'Schön', sources: [] }],
      },
      finish_reason: 'TOOL_CALL',
      usage,
    },
    observed,
  },
  {
    name: 'own: an error',
    status: 429,
    body: { id: 'e-1', message: 'Too many requests' },
    observed: { errorMessage: 'Too many requests', errorType: null },
  },
]
