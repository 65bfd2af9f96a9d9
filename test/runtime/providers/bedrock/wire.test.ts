import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import type { AdapterContext } from '../../../../runtime/providers/adapter.ts'
import { bedrock } from '../../../../runtime/providers/bedrock/bedrock.ts'
import { asList, asObject, asText, isObject } from '../../../../runtime/providers/wire/json.ts'
import { cuttings } from '../cuttings.ts'
import { type Completion, type Folded, fold, foldReply } from '../fold.ts'
import { areRecorded, isRecorded, recordedBytes, recordedFolders, recordedJson } from '../recordings.ts'
import { context, loose } from './context.ts'
import { asStream, type Event, type Observed, ownCases, type WireCase } from './own-cases.ts'
import { stepsOfFrames } from './steps.ts'
import { crossExceptions, invokeReason, otherRoutes, ownTools } from './wire-exceptions.ts'

const chat = bedrock.endpoints['chat/completions']

interface Meta {
  readonly status: number
  readonly model: string
  readonly url: string
  readonly responseHeaders: Readonly<Record<string, string>>
}

function recordedCase(at: string): WireCase {
  const { status, responseHeaders } = recordedJson(`${at}/meta.json`) as Meta
  const observed = recordedJson(`${at}/observed.json`) as Observed
  const headers = Object.entries(responseHeaders).flat()
  const content = isRecorded(`${at}/stream.bin`)
    ? { stream: recordedBytes(`${at}/stream.bin`) }
    : { body: recordedJson(`${at}/response.json`) }
  return { name: at, status, headers, observed, ...content }
}

const routes = recordedFolders('aws-bedrock')
const pathsOf = (route: string) =>
  recordedFolders(`aws-bedrock/${route}`).map(name => `aws-bedrock/${route}/${name}`)
const recorded = ['converse', 'converse-stream'].flatMap(pathsOf).map(recordedCase)
/** Errors look alike on all routes. */
const otherErrors = ['invoke', ...Object.keys(otherRoutes)]
  .flatMap(pathsOf)
  .filter(at => (recordedJson(`${at}/meta.json`) as Meta).status >= 400)
  .map(recordedCase)

const crossNames = recordedFolders('cross').filter(name => isRecorded(`cross/${name}/bedrock/request.json`))

function crossCases(name: string): readonly WireCase[] {
  const at = `cross/${name}/bedrock`
  const meta = recordedJson(`${at}/meta.json`) as { observed: Record<string, Observed> }
  return Object.entries(meta.observed).map(([file, observed]): WireCase => {
    const content = recordedJson(`${at}/${file}.json`)
    const told = Array.isArray(content) ? { stream: asStream(content as Event[]) } : { body: content }
    return { name: `cross/${name}/${file}`, status: 200, observed, ...told }
  })
}

const cases: readonly WireCase[] = [
  ...ownCases,
  ...recorded,
  ...otherErrors,
  ...crossNames.flatMap(crossCases),
]

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  guardrail_intervened: 'content_filter',
}

function usageOf({ usage = { inputTokens: 0, outputTokens: 0 } }: Observed) {
  const read = usage.cacheReadInputTokens ?? 0
  const prompt = usage.inputTokens + read + (usage.cacheWriteInputTokens ?? 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: read },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}

function expectObserved(folded: Folded, observed: Observed): void {
  const reasoning = folded.blocks
    .filter(block => block['type'] === 'thinking')
    .map(block => block['thinking'])
  expect({
    text: folded.content,
    reasoning: reasoning.join(''),
    toolCalls: folded.toolCalls.map(call => ({ ...call, arguments: JSON.parse(call.arguments) })),
    finish: folded.finish,
    usage: folded.usage,
  }).toEqual({
    text: observed.text ?? '',
    reasoning: observed.reasoning ?? '',
    toolCalls: (observed.toolCalls ?? [])
      .filter(call => !ownTools.includes(call.name))
      .map(({ id, name, arguments: written }) => ({ id, name, arguments: written })),
    finish: finishes[observed.finishReason ?? ''],
    usage: expect.objectContaining(usageOf(observed)),
  })
}

/** A reply of the adapter, which is a completion and no failure. */
function replyOf(body: unknown, given: AdapterContext): Completion {
  const reply = chat?.reply(body, given)
  expect(reply).toHaveProperty('choices')
  return reply as unknown as Completion
}

test('the recordings are there, or the suite says so', ctx => {
  if (!areRecorded) ctx.skip('No recordings beside the repository: only our own fixtures run.')
  expect(cases.length).toBeGreaterThan(ownCases.length + 40)
  expect(crossNames.length).toBeGreaterThan(4)
  expect(routes).toEqual([...Object.keys(otherRoutes), 'converse', 'converse-stream', 'invoke'].sort())
})

test.runIf(areRecorded).each(Object.entries(otherRoutes))('not played: %s', (route, reason) => {
  expect([route, reason.length > 20]).toEqual([expect.stringMatching(route), true])
})

const ofKind = (fits: (each: WireCase) => boolean) =>
  cases.filter(fits).map(each => [each.name, each] as const)

describe('whole replies', () => {
  test.each(ofKind(each => each.status === 200 && each.stream === undefined))(
    '%s',
    (_, { body, observed }) => {
      expectObserved(foldReply(replyOf(body, loose)), observed)
      const strict = replyOf(body, context)
      expect(Object.keys(strict.choices[0] ?? {}).sort()).toEqual([
        'finish_reason',
        'index',
        'logprobs',
        'message',
      ])
      expect(strict.usage).toEqual(usageOf(observed))
      expect(strict.choices[0]?.message).not.toHaveProperty('content_blocks')
    },
  )
})

/** Frame by frame, and within the lengths that a frame begins with. */
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

describe('streams, however they are cut', () => {
  const streams = cases.flatMap(each =>
    each.stream === undefined ? [] : [[each.name, each, each.stream] as const],
  )
  test.each(streams)('%s', (_, { observed }, bytes) => {
    const whole = stepsOfFrames(loose, [bytes])
    expectObserved(fold(whole), observed)
    for (const [name, cut] of Object.entries({ ...cuttings, ...frameCuttings }))
      expect(stepsOfFrames(loose, cut(bytes)), name).toEqual(whole)
    const strict = fold(stepsOfFrames({ ...context, includeUsage: false }, [bytes]))
    expect(strict).toMatchObject({ content: observed.text ?? '', usage: undefined, blocks: [] })
  })
})

describe('errors', () => {
  test.each(ofKind(each => each.status !== 200))('%s', (_, { status, headers, body, observed }) => {
    expect(bedrock.error(body, status, headers)).toEqual({
      message: observed.errorMessage,
      type: observed.errorType ?? (status === 403 ? 'permission_error' : 'invalid_request_error'),
    })
  })
})

describe('paths', () => {
  const runtime = 'https://bedrock-runtime.us-east-1.amazonaws.com/model'
  const own = [
    ['amazon.nova-lite-v1:0', `${runtime}/amazon.nova-lite-v1:0/converse`],
    ['a', `${runtime}/a/converse-stream`],
  ] as const
  const called = ['converse', 'converse-stream']
    .flatMap(pathsOf)
    .map(at => recordedJson(`${at}/meta.json`) as Meta)
    .map(({ model, url }) => [model, url] as const)
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
  const invoked = pathsOf('invoke').map(at => [at, recordedJson(`${at}/request.json`)] as const)
  const embeddings = invoked.filter(([, body]) => asObject(body)['taskType'] === 'SINGLE_EMBEDDING')

  test('what else was recorded of this route is passed over for a reason', () => {
    expect(invokeReason.length).toBeGreaterThan(20)
    expect(embeddings.length).toBe(areRecorded ? 1 : 0)
  })

  test.each(embeddings)('%s', (at, sent) => {
    const { model } = recordedJson(`${at}/meta.json`) as Meta
    const { singleEmbeddingParams: parameters } = asObject(sent)
    const { text, embeddingDimension: dimensions = null } = asObject(parameters)
    const { value = null, truncationMode = null } = asObject(text)
    const given = { ...context, model, defaults: { ...context.defaults, truncation_mode: truncationMode } }
    expect(bedrock.endpoints.embeddings?.request({ input: value, dimensions }, given)).toEqual({
      body: sent,
      dropped: [],
      path: '/model/amazon.nova-2-multimodal-embeddings-v1%3A0/invoke',
    })
    const body = asObject(recordedJson(`${at}/response.json`))
    const [vector] = asList(body['embeddings']).map(each => asObject(each)['embedding'])
    expect(bedrock.endpoints.embeddings?.reply(body, given)).toMatchObject({
      object: 'list',
      model,
      data: [{ object: 'embedding', index: 0, embedding: vector }],
    })
    expect(vector).toHaveLength(Number(dimensions))
  })
})

describe('requests of the vendor reach the provider as recorded', () => {
  test('own: a question', () => {
    const question = { messages: [{ role: 'user', content: 'Why?' }], max_tokens: 5 }
    expect(chat?.request({ model: 'x', ...question }, context)).toEqual({
      body: {
        messages: [{ role: 'user', content: [{ text: 'Why?' }] }],
        inferenceConfig: { maxTokens: 5 },
      },
      dropped: [],
      path: '/model/us.anthropic.claude-test-v1%3A0/converse',
    })
  })

  test.each(crossNames)('%s', name => {
    const refused = crossExceptions[name]?.refused
    const files = ['request', 'followup-request'].filter(file =>
      isRecorded(`cross/${name}/bedrock/${file}.json`),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const [vendor = {}, sent = {}] = ['chat-completions', 'bedrock'].map(dialect =>
        asObject(recordedJson(`cross/${name}/${dialect}/${file}.json`)),
      )
      const { modelId, ...body } = sent
      const result = chat?.request(vendor, { ...context, model: asText(modelId) ?? '' })
      if (refused !== undefined) expect(result).toMatchObject({ code: 'invalid_request', param: refused })
      else
        expect(result !== undefined && 'body' in result ? comparable(result.body) : result).toEqual(
          comparable(body),
        )
    }
  })
})

/**
 * The body as far as two recordings of one intention can agree: what each model said before is not compared (they are
 * different models), identifiers of calls are numbered, and a mark that the dialect's own client adds is taken off.
 */
function comparable(body: JsonObject): JsonObject {
  const identifiers: Json[] = []
  const numbered = (identifier: Json = null): string => {
    if (!identifiers.includes(identifier)) identifiers.push(identifier)
    return `call ${identifiers.indexOf(identifier)}`
  }
  const block = (each: JsonObject, role: Json | undefined): JsonObject => {
    const { text, toolUse, toolResult } = each
    if (text !== undefined && role === 'assistant') return { text: '(said by the model)' }
    if (isObject(toolUse)) {
      const { type: _, ...own } = toolUse
      return { toolUse: { ...own, toolUseId: numbered(own['toolUseId']) } }
    }
    return isObject(toolResult)
      ? { toolResult: { ...toolResult, toolUseId: numbered(toolResult['toolUseId']) } }
      : each
  }
  const messages = asList(body['messages'])
    .filter(isObject)
    .map(({ role = null, content }) => ({
      role,
      content: asList(content)
        .filter(isObject)
        .map(each => block(each, role)),
    }))
  return { ...body, messages }
}
