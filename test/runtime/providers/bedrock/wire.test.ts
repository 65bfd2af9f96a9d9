// Recorded replies, streams and errors of Converse, and fixtures; the recorded paths; embeddings, which have
// another route; and converted OpenAI requests.
import { describe, expect, test } from 'vitest'
import { bedrock } from '../../../../runtime/providers/bedrock/bedrock.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import { bodyOf, crossCases, crossNames, crossRequests } from '../cross-recordings.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded, recordedFolders } from '../recordings.ts'
import { type Dialect, runErrorCases, runReplyCases, runStreamCases } from '../run-cases.ts'
import type { WireCase } from '../wire-case.ts'
import { comparable } from './comparable.ts'
import { context } from './context.ts'
import { asStream, type Event, fixtures, type Observed } from './fixtures.ts'
import { stepsOfFrames } from './steps.ts'
import { crossExceptions, invokeReason, otherRoutes, providerRunTools } from './wire-exceptions.ts'

const chat = bedrock.endpoints['chat/completions']

const recordedOf = (route: string) => recordedCalls<Observed>(`aws-bedrock/${route}`)
const conversed = ['converse', 'converse-stream'].flatMap(recordedOf)
const invoked = recordedOf('invoke')
/** Errors have the same shape on all routes. */
const otherErrors = [...invoked, ...Object.keys(otherRoutes).flatMap(recordedOf)].filter(
  each => each.status >= 400,
)
const crossed = crossNames('bedrock')

const cases: readonly WireCase<Observed>[] = [
  ...fixtures,
  ...conversed,
  ...otherErrors,
  ...crossed.flatMap(name => crossCases<Observed, Event>(name, 'bedrock', asStream)),
].map(each => {
  const toolCalls = each.observed.toolCalls?.filter(({ name }) => !providerRunTools.includes(name)) ?? []
  return { ...each, observed: { ...each.observed, toolCalls } }
})

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  guardrail_intervened: 'content_filter',
}

function usageOf({ usage = { inputTokens: 0, outputTokens: 0 } }: Observed) {
  const read = usage.cacheReadInputTokens ?? 0
  const written = usage.cacheWriteInputTokens ?? 0
  const prompt = usage.inputTokens + read + written
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
    prompt_tokens_details: {
      cached_tokens: read,
      ...(written > 0 && { cache_write_tokens: written }),
    },
    completion_tokens_details: {
      reasoning_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

/** Frame by frame, and within the length prefix of a frame. */
const frameCuttings = {
  'frame by frame': (bytes: Uint8Array) => framesOf(bytes, 0),
  'in the lengths of frames': (bytes: Uint8Array) => framesOf(bytes, 5),
}

function framesOf(bytes: Uint8Array, offset: number): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const edges = [0]
  for (let at = 0; at < bytes.length; at += view.getUint32(at))
    edges.push(Math.min(at + offset, bytes.length))
  return [...edges, bytes.length].slice(1).map((end, index) => bytes.subarray(edges[index], end))
}

const dialect: Dialect<Observed> = {
  context,
  reply: ({ body }, given) => chat?.reply(body, given),
  steps: (_, given, pieces) => stepsOfFrames(given, pieces),
  finish: ({ finishReason }) => finishes[finishReason ?? ''],
  usage: ({ observed }) => ({
    strict: usageOf(observed),
    loose: expect.objectContaining(usageOf(observed)),
  }),
  chunkings: frameCuttings,
}

expectRecordings([
  { found: cases.length, atLeast: fixtures.length + 41 },
  { found: crossed.length, atLeast: 5 },
])
runReplyCases(dialect, cases)
runStreamCases(dialect, cases)
runErrorCases(cases, ({ status, headers, body, observed: { errorMessage, errorType } }) => {
  expect(bedrock.error(body, status, headers)).toEqual({
    message: errorMessage,
    type: errorType ?? (status === 403 ? 'permission_error' : 'invalid_request_error'),
  })
})

test.runIf(areRecorded)('each recorded route is played, or it is said why not', () => {
  expect(recordedFolders('aws-bedrock')).toEqual(
    [...Object.keys(otherRoutes), 'converse', 'converse-stream', 'invoke'].sort(),
  )
})

test.runIf(areRecorded).each(Object.entries(otherRoutes))('not played: %s', (route, reason) => {
  expect([route, reason.length > 20]).toEqual([expect.stringMatching(route), true])
})

describe('paths', () => {
  const runtime = 'https://bedrock-runtime.us-east-1.amazonaws.com/model'
  const own = [
    ['amazon.nova-lite-v1:0', `${runtime}/amazon.nova-lite-v1:0/converse`],
    ['a', `${runtime}/a/converse-stream`],
  ] as const
  const called = conversed.map(({ model, url }) => [model ?? '', url ?? ''] as const)
  test.each([...own, ...called])('of %s: %s', (model, url) => {
    const stream = url.endsWith('-stream')
    const body = { messages: [{ role: 'user', content: 'Why?' }] }
    const result = chat?.request(body, { ...context, model, stream })
    const path = result !== undefined && 'path' in result ? (result.path ?? '') : ''
    expect(decodeURIComponent(path)).toBe(decodeURIComponent(new URL(url).pathname))
    expect(path).not.toContain(':')
  })
})

describe('embeddings', () => {
  const embeddings = invoked.filter(each => asObject(each.request)['taskType'] === 'SINGLE_EMBEDDING')

  test('other recordings of this route are skipped for a reason', () => {
    expect(invokeReason.length).toBeGreaterThan(20)
    expect(embeddings.length).toBe(areRecorded ? 1 : 0)
  })

  test.each(embeddings)('$name', each => {
    const model = each.model ?? ''
    const { singleEmbeddingParams: parameters } = asObject(each.request)
    const { text, embeddingDimension: dimensions = null } = asObject(parameters)
    const { value = null, truncationMode = null } = asObject(text)
    const given = { ...context, model, defaults: { ...context.defaults, truncation_mode: truncationMode } }
    expect(bedrock.endpoints.embeddings?.request({ input: value, dimensions }, given)).toEqual({
      body: each.request,
      dropped: [],
      path: '/model/amazon.nova-2-multimodal-embeddings-v1%3A0/invoke',
    })
    const body = asObject(each.body)
    const [vector] = asList(body['embeddings']).map(each => asObject(each)['embedding'])
    expect(bedrock.endpoints.embeddings?.reply(body, given)).toMatchObject({
      object: 'list',
      model,
      data: [{ object: 'embedding', index: 0, embedding: vector }],
    })
    expect(vector).toHaveLength(Number(dimensions))
  })
})

describe('OpenAI requests are converted to the recorded ones', () => {
  test('fixture: a question', () => {
    const question = { messages: [{ role: 'user', content: 'Why?' }], max_tokens: 5 }
    expect(chat?.request({ model: 'x', ...question }, context)).toEqual({
      body: {
        messages: [{ role: 'user', content: [{ text: 'Why?' }] }],
        inferenceConfig: { maxTokens: 5 },
      },
      dropped: [],
      path: '/model/us.anthropic.claude-opus-4-6-v1%3A0/converse',
    })
  })

  test.each(crossed)('%s', name => {
    const refused = crossExceptions[name]?.refused
    const requests = crossRequests(name, 'bedrock', (vendor, recorded) =>
      chat?.request(vendor, { ...context, model: asText(recorded['modelId']) ?? '' }),
    )
    for (const each of requests) {
      const { modelId: _, ...recorded } = each.recorded
      if (refused !== undefined)
        expect(each.written).toMatchObject({ code: 'invalid_request', param: refused })
      else expect(comparable(bodyOf(each))).toEqual(comparable(recorded))
    }
  })
})
