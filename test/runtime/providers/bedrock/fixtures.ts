// Small fixtures in the form of the recordings, so that the wire suite has something to run where those are absent.
// Written from the documentation of the dialect.
import { eventFrame } from '../../streams/aws-event-bytes.ts'
import type { Observation, WireCase } from '../wire-case.ts'

interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens?: number
  readonly cacheWriteInputTokens?: number
}

export interface Observed extends Observation {
  readonly finishReason?: string
  readonly usage?: Usage
}

/** An event by its name, as the provider's SDK parses it. */
export type Event = Readonly<Record<string, unknown>>

/** Events as frames, with the padding that the provider adds to most of them. */
export const asStream = (events: readonly Event[]): Uint8Array =>
  Buffer.concat(
    events.flatMap(event =>
      Object.entries(event).map(([name, payload]) => eventFrame(name, { ...Object(payload), p: 'abcdef' })),
    ),
  )

export const begin: Event = { messageStart: { role: 'assistant' } }
export const start = (contentBlockIndex: number, toolUse: object): Event => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse } },
})
export const delta = (contentBlockIndex: number, piece: object): Event => ({
  contentBlockDelta: { contentBlockIndex, delta: piece },
})
export const stop = (contentBlockIndex: number): Event => ({ contentBlockStop: { contentBlockIndex } })
export const ending = (stopReason: string, usage: object = { inputTokens: 9, outputTokens: 20 }) => [
  { messageStop: { stopReason } },
  { metadata: { usage, metrics: { latencyMs: 7 } } },
]

const input = (json: string) => ({ toolUse: { input: json } })

const conversation: readonly Event[] = [
  begin,
  delta(0, { reasoningContent: { text: 'Über ' } }),
  delta(0, { reasoningContent: { text: '☂' } }),
  delta(0, { reasoningContent: { signature: 'c2ln' } }),
  stop(0),
  delta(1, { text: 'Schön: ' }),
  { anEventOfTomorrow: { contentBlockIndex: 1 } },
  delta(1, { text: '🌦' }),
  stop(1),
  start(2, { toolUseId: 'tooluse_1', name: 'weather' }),
  delta(2, input('')),
  delta(2, input('{"city":"Zür')),
  delta(2, input('ich"}')),
  stop(2),
  start(3, { toolUseId: 'tooluse_2', name: 'time' }),
  stop(3),
  ...ending('tool_use', {
    inputTokens: 9,
    cacheReadInputTokens: 4,
    cacheWriteInputTokens: 2,
    outputTokens: 20,
    totalTokens: 35,
  }),
]

const observed: Observed = {
  text: 'Schön: 🌦',
  reasoning: 'Über ☂',
  toolCalls: [
    { id: 'tooluse_1', name: 'weather', arguments: { city: 'Zürich' } },
    { id: 'tooluse_2', name: 'time', arguments: {} },
  ],
  finishReason: 'tool_use',
  usage: { inputTokens: 9, cacheReadInputTokens: 4, cacheWriteInputTokens: 2, outputTokens: 20 },
}

export const fixtures: readonly WireCase<Observed>[] = [
  { name: 'own: a stream with everything', status: 200, stream: asStream(conversation), observed },
  {
    name: 'own: the same as a whole reply',
    status: 200,
    body: {
      output: {
        message: {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Über ☂', signature: 'c2ln' } } },
            { text: 'Schön: 🌦' },
            { toolUse: { toolUseId: 'tooluse_1', name: 'weather', input: { city: 'Zürich' } } },
            { toolUse: { toolUseId: 'tooluse_2', name: 'time', input: {} } },
          ],
        },
      },
      stopReason: 'tool_use',
      usage: observed.usage,
    },
    observed,
  },
  {
    name: 'own: an error',
    status: 429,
    headers: ['x-amzn-ErrorType', 'ThrottlingException:http://internal.amazon.com/coral/'],
    body: { message: 'Too many requests' },
    observed: { errorMessage: 'Too many requests', errorType: 'ThrottlingException' },
  },
]
