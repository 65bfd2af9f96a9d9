// Recorded chats, and fixtures: as OpenAI replies, streams and errors; and converted OpenAI requests.
import { describe, expect, test } from 'vitest'
import { cohere } from '../../../../runtime/providers/cohere/cohere.ts'
import { convertReply } from '../../../../runtime/providers/cohere/convert-reply.ts'
import { mapStream } from '../../../../runtime/providers/cohere/map-stream.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../../schemas/values/json.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { fold, foldReply, stepsOf } from '../fold.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded } from '../recordings.ts'
import { completionOf, type Dialect, runErrorCases, runReplyCases, runStreamCases } from '../run-cases.ts'
import type { WireCase } from '../wire-case.ts'
import { context, loose } from './context.ts'
import { fixtures, type Observed } from './fixtures.ts'
import { written } from './requests.ts'

const recorded = recordedCalls<Observed>('cohere/chat')

/** The plan before tool calls is text for OpenAI. */
const cases = [...fixtures, ...recorded].map(({ observed, ...each }): WireCase<Observed> => {
  const { text = '', toolPlan = '' } = observed
  return { ...each, observed: { ...observed, text: text + toolPlan } }
})

const finishes: Readonly<Record<string, string>> = {
  COMPLETE: 'stop',
  TOOL_CALL: 'tool_calls',
  MAX_TOKENS: 'length',
  STOP_SEQUENCE: 'stop',
}

/** Recordings without usage are not complete chats: each of those has counts. */
function usageOf({ usage }: Observed) {
  const { tokens = {}, cached_tokens: cached = 0 } = usage ?? {}
  const prompt = (tokens['input_tokens'] ?? 0) + (tokens['image_tokens'] ?? 0)
  const completion = tokens['output_tokens'] ?? 0
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: {
      reasoning_tokens: tokens['reasoning_tokens'] ?? 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

const dialect: Dialect<Observed> = {
  context,
  reply: ({ body }, given) => convertReply(body, given),
  steps: (_, given, pieces) => stepsOf(mapStream(given), pieces),
  finish: ({ finishReason }) => finishes[finishReason ?? ''],
  usage: ({ observed }) => ({
    strict: usageOf(observed),
    loose: { ...usageOf(observed), billed_units: observed.usage?.billed_units },
  }),
}

expectRecordings([{ found: recorded.length, atLeast: 11 }])
runReplyCases(dialect, cases)
runStreamCases(dialect, cases)
runErrorCases(cases, ({ status, body, observed: { errorMessage, errorType } }) => {
  const types = { 401: 'authentication_error', 429: 'rate_limit_error' } as const
  expect(cohere.error(body, status)).toEqual({
    message: errorMessage,
    type: errorType ?? types[status as keyof typeof types] ?? 'invalid_request_error',
  })
})

describe('citations are included, except in strict mode', () => {
  const whole = cases.filter(each => each.status === 200 && each.stream === undefined)
  test.each(whole)('$name', ({ body }) => {
    const messageOf = (given: typeof context) =>
      asObject(completionOf(convertReply(body, given)).choices[0]?.message)
    expect(messageOf(loose)['citations']).toEqual(asObject(asObject(body)['message'])['citations'])
    expect(messageOf(context)).not.toHaveProperty('citations')
  })
})

describe('a stream and a whole reply agree', () => {
  test('fixture: everything', () => {
    const [stream, , , whole] = fixtures
    const folded = fold(stepsOf(mapStream(loose), [stream?.stream ?? Buffer.alloc(0)]))
    const { blocks, ...rest } = foldReply(completionOf(convertReply(whole?.body, loose)))
    const spelled = rest.toolCalls.map(call => ({
      ...call,
      arguments: JSON.stringify(JSON.parse(call.arguments)),
    }))
    expect(folded).toMatchObject({ ...rest, toolCalls: spelled })
    expect(folded.blocks.map(block => block['type'])).toEqual(blocks.map(block => block['type']))
  })
})

/** Recorded native requests, rewritten as OpenAI requests, must be converted back to themselves. */
describe('OpenAI requests are converted to the recorded ones', () => {
  const sent = recorded.filter(each => each.dialect === 'cohere-v2-chat' && isObject(each.request))
  test.runIf(areRecorded).each(sent.map(each => [each.name, each] as const))('%s', (_, each) => {
    const request = asObject(each.request)
    const model = String(request['model'])
    const result = written(asVendor(request), { ...context, model, stream: request['stream'] === true })
    expect(result).toMatchObject({ dropped: [] })
    expect(comparable('body' in result ? result.body : {})).toEqual(comparable(request))
  })

  test('fixture: a question', () => {
    const question = { messages: [{ role: 'user', content: 'Why?' }], max_tokens: 5 }
    expect(written({ model: 'x', ...question })).toEqual({
      body: { model: 'command-test', ...question, stream: false },
      dropped: [],
    })
  })
})

/** The response schema is elsewhere in an OpenAI request; the rest of a recorded one is the same. */
function asVendor(request: JsonObject): JsonObject {
  const { json_schema: schema } = asObject(request['response_format'])
  if (schema === undefined) return request
  return { ...request, response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }
}

/** Empty text with tool calls is ignored, and arguments are compared as JSON. */
function comparable(body: JsonObject): JsonObject {
  const messages = asList(body['messages'])
    .map(asObject)
    .map(({ content, ...message }) => {
      const calls = asList(message['tool_calls']).map(asObject)
      if (calls.length === 0) return { ...message, content: plain(content) }
      return {
        ...message,
        tool_calls: calls.map(call => {
          const called = asObject(call['function'])
          return { ...call, function: { ...called, arguments: JSON.parse(String(called['arguments'])) } }
        }),
      }
    })
  return { ...body, messages }
}

/** A single text part equals a string. */
function plain(content: Json | undefined): Json {
  const [only, ...others] = asList(content).map(asObject)
  return only?.['type'] === 'text' && others.length === 0 ? (only['text'] ?? null) : (content ?? null)
}
