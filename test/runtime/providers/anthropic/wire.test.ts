// Recorded messages, and fixtures: as OpenAI replies, streams and errors; and OpenAI requests converted to
// messages.
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../../../runtime/providers/anthropic/anthropic.ts'
import { asText } from '../../../../schemas/values/json.ts'
import { crossCases, crossNames, crossRequests, expectAlike } from '../cross-recordings.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { stepsOf } from '../fold.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { type Dialect, runErrorCases, runReplyCases, runStreamCases } from '../run-cases.ts'
import type { WireCase } from '../wire-case.ts'
import { comparable } from './comparable.ts'
import { context } from './context.ts'
import { crossExceptions } from './cross-exceptions.ts'
import { asStream, fixtures, type Observed } from './fixtures.ts'

const chat = anthropic.endpoints['chat/completions']
const crossed = crossNames('anthropic')

const cases: readonly WireCase<Observed>[] = [
  ...fixtures,
  ...recordedCalls<Observed>('anthropic/messages', payloads =>
    asStream(payloads.map(payload => JSON.parse(payload))),
  ),
  ...crossed.flatMap(name => crossCases<Observed, { type: string }>(name, 'anthropic', asStream)),
]

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
}

function usageOf({ usage = { input_tokens: 0, output_tokens: 0 } }: Observed) {
  const read = usage.cache_read_input_tokens ?? 0
  const written = usage.cache_creation_input_tokens ?? 0
  const prompt = usage.input_tokens + read + written
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output_tokens,
    total_tokens: prompt + usage.output_tokens,
    prompt_tokens_details: {
      cached_tokens: read,
      ...(written > 0 && { cache_write_tokens: written }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.output_tokens_details?.thinking_tokens ?? 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

const dialect: Dialect<Observed> = {
  context,
  reply: ({ body }, given) => chat?.reply(body, given),
  steps: (_, given, pieces) => stepsOf(chat?.stream?.(given) ?? expect.fail(), pieces),
  finish: ({ finishReason }) => finishes[finishReason ?? ''],
  usage: ({ observed }) => ({
    strict: usageOf(observed),
    loose: expect.objectContaining(usageOf(observed)),
  }),
}

expectRecordings([
  { found: cases.length, atLeast: fixtures.length + 21 },
  { found: crossed.length, atLeast: 11 },
])
runReplyCases(dialect, cases)
runStreamCases(dialect, cases)
runErrorCases(cases, ({ body, status, observed: { errorMessage, errorType } }) => {
  expect(anthropic.error(body, status)).toEqual({ message: errorMessage, type: errorType })
})

describe('OpenAI requests are converted to the recorded ones', () => {
  test('fixture: a question', () => {
    const question = { messages: [{ role: 'user', content: 'Why?' }], max_tokens: 5 }
    expect(chat?.request({ model: 'x', ...question }, context)).toMatchObject({
      body: { model: 'claude-opus-4-6', ...question },
    })
  })

  test.each(crossed)('%s', name => {
    const requests = crossRequests(name, 'anthropic', (vendor, recorded) =>
      chat?.request(vendor, {
        ...context,
        model: asText(recorded['model']) ?? '',
        defaults: { max_tokens: recorded['max_tokens'] ?? 0 },
      }),
    )
    expectAlike(requests, comparable, crossExceptions[name]?.differs ?? [])
  })
})
