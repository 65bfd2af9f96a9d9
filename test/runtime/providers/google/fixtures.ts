// Small fixtures in the form of the recordings, so that the wire suite has something to run where those are absent.
// Written from the documentation of the dialect.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Observation, WireCase } from '../wire-case.ts'

export interface Observed extends Observation {
  readonly finishReason?: string | number | null
  readonly blockReason?: string
  readonly usage?: Readonly<Record<string, unknown>> | null
  readonly errorCode?: number
}

const encoder = new TextEncoder()

/** Events as sent: without a name, with CRLF. */
export const asStream = (events: readonly unknown[], lineEnd = '\r\n'): Uint8Array =>
  encoder.encode(events.map(event => `data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`).join(''))

/** One event, or a whole reply: the parts of one candidate, and other fields. */
export const candidate = (parts: readonly JsonObject[], more: JsonObject = {}, rest: JsonObject = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...more, index: 0 }],
  modelVersion: 'gemini-test',
  responseId: 'reply-1',
  ...rest,
})

export const functionCall = (name: string, args: JsonObject, more: JsonObject = {}): JsonObject => ({
  functionCall: { name, args },
  ...more,
})

const usage = {
  promptTokenCount: 9,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 5,
  cachedContentTokenCount: 4,
  totalTokenCount: 34,
}

const parts = {
  thoughts: [
    { text: 'Über ', thought: true },
    { text: '☂', thought: true },
  ],
  texts: [{ text: 'Schön: ' }, { text: '🌦' }],
  calls: [
    functionCall('weather', { city: 'Zürich' }, { thoughtSignature: 'c2lnbmVk' }),
    functionCall('time', {}),
  ],
}

const conversation = [
  candidate(parts.thoughts.slice(0, 1), {}, { usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } }),
  candidate(parts.thoughts.slice(1)),
  candidate(parts.texts.slice(0, 1)),
  { aWordOfTomorrow: 1 },
  candidate(parts.texts.slice(1)),
  candidate(parts.calls),
  candidate([{ text: '' }], { finishReason: 'STOP' }, { usageMetadata: usage }),
]

const observed: Observed = {
  text: 'Schön: 🌦',
  reasoning: 'Über ☂',
  toolCalls: [
    { id: null, name: 'weather', arguments: { city: 'Zürich' } },
    { id: null, name: 'time', arguments: {} },
  ],
  finishReason: 'STOP',
  usage,
}

export const fixtures: readonly WireCase<Observed>[] = [
  { name: 'own: a stream with everything', status: 200, stream: asStream(conversation), observed },
  { name: 'own: the same with LF', status: 200, stream: asStream(conversation, '\n'), observed },
  {
    name: 'own: the same as a whole reply',
    status: 200,
    body: candidate(
      [...parts.thoughts, ...parts.texts, ...parts.calls],
      { finishReason: 'STOP' },
      { usageMetadata: usage },
    ),
    observed,
  },
  {
    name: 'own: a blocked prompt',
    status: 200,
    body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    observed: { blockReason: 'PROHIBITED_CONTENT' },
  },
  {
    name: 'own: a blocked prompt in a stream',
    status: 200,
    stream: asStream([{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } }]),
    observed: { blockReason: 'SAFETY', usage: { promptTokenCount: 3 } },
  },
  {
    name: 'own: an error',
    status: 503,
    body: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
    observed: { errorMessage: 'The model is overloaded.', errorType: 'UNAVAILABLE', errorCode: 503 },
  },
]
