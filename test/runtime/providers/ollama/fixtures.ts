// Small fixtures in the form of the recordings, so that the wire suite has something to run where those are absent.
// Written from the documentation of the dialect.
import type { Observation, WireCase } from '../wire-case.ts'

export interface Observed extends Observation {
  readonly finishReason?: string
  readonly usage?: { readonly prompt_eval_count?: number; readonly eval_count?: number }
}

export type Line = Readonly<Record<string, unknown>>

export const asStream = (lines: readonly Line[], lineEnd = '\n'): Uint8Array =>
  Buffer.from(lines.map(line => JSON.stringify(line) + lineEnd).join(''))

export const piece = (message: object, more: object = {}): Line => ({
  model: 'qwen-test',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  done: false,
  ...more,
})

export const done = (more: object = {}): Line => piece({}, { done: true, done_reason: 'stop', ...more })

export const call = (name: string, written: unknown, id?: string): object => ({
  ...(id === undefined ? {} : { id }),
  function: { name, arguments: written },
})

const usage = { prompt_eval_count: 9, eval_count: 20 }
const calls = [call('weather', { city: 'Zürich' }, 'call_1'), call('time', {})]

const conversation: readonly Line[] = [
  piece({ thinking: 'Über ' }),
  piece({ thinking: '☂' }),
  piece({ content: 'Schön: ' }),
  { model: 'qwen-test', a_line_of_tomorrow: 1 },
  piece({ content: '🌦' }),
  piece({ tool_calls: calls.slice(0, 1) }),
  piece({ tool_calls: calls.slice(1) }),
  done(usage),
]

const observed: Observed = {
  text: 'Schön: 🌦',
  reasoning: 'Über ☂',
  toolCalls: [
    { id: 'call_1', name: 'weather', arguments: { city: 'Zürich' } },
    { id: null, name: 'time', arguments: {} },
  ],
  finishReason: 'stop',
  usage,
}

export const fixtures: readonly WireCase<Observed>[] = [
  { name: 'own: a stream with everything', status: 200, stream: asStream(conversation), observed },
  { name: 'own: the same with CRLF', status: 200, stream: asStream(conversation, '\r\n'), observed },
  {
    name: 'own: the same as a whole reply',
    status: 200,
    body: piece(
      { thinking: 'Über ☂', content: 'Schön: 🌦', tool_calls: calls },
      { done: true, done_reason: 'stop', ...usage },
    ),
    observed,
  },
  {
    name: 'own: a prompt that was not read again',
    status: 200,
    stream: asStream([piece({ content: 'a' }), done({ eval_count: 2 })]),
    observed: { text: 'a', finishReason: 'stop', usage: { eval_count: 2 } },
  },
  {
    name: 'own: an error',
    status: 404,
    body: { error: "model 'x' not found" },
    observed: { errorMessage: "model 'x' not found" },
  },
]
