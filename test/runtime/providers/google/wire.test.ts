import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { isFailure } from '../../../../runtime/failures.ts'
import type { AdapterContext } from '../../../../runtime/providers/adapter.ts'
import { google } from '../../../../runtime/providers/google/google.ts'
import { vertex } from '../../../../runtime/providers/google/vertex/vertex.ts'
import { asList, asObject, asText, isList, isObject } from '../../../../runtime/providers/wire/json.ts'
import { type Completion, type Folded, fold, foldReply, stepsOf } from '../fold.ts'
import { areRecorded, isRecorded, recordedFolders, recordedJson, recordedText } from '../recordings.ts'
import { context } from './context.ts'
import { crossExceptions } from './cross-exceptions.ts'
import { type Observed, ownCases, type WireCase } from './own-cases.ts'
import { allCuttings, crossCases, recordedCases } from './recorded-cases.ts'

const loose: AdapterContext = { ...context, strict: false }
const chat = vertex.endpoints['chat/completions']

const generate = ['google-gemini', 'google-vertex'].flatMap(provider =>
  ['generate-content', 'stream-generate-content'].flatMap(route => recordedCases(`${provider}/${route}`)),
)
const claude = ['raw-predict', 'stream-raw-predict'].flatMap(route => recordedCases(`google-vertex/${route}`))
const crossNames = (dialect: string) =>
  recordedFolders('cross').filter(name => isRecorded(`cross/${name}/${dialect}/request.json`))

/** Streams that end badly, each with the message that a client must get. */
const failing: Readonly<Record<string, string>> = {
  'firebase-streaming-failure-invalid-json': 'The stream of the provider ended before its time.',
}
const isFailing = ({ name }: WireCase): boolean => Object.keys(failing).some(each => name.endsWith(each))

/** The pieces of an argument are put together by the adapter, and not by the script that read the recording. */
const streamedCalls = [
  { id: null, name: 'getWeather', arguments: { location: 'Boston' } },
  { id: null, name: 'getWeather', arguments: { location: 'San Francisco' } },
]
const withStreamedCalls = (each: WireCase): WireCase =>
  each.name.endsWith('stream-tool-call-arguments-chunks')
    ? { ...each, observed: { ...each.observed, toolCalls: streamedCalls } }
    : each

const cases: readonly WireCase[] = [
  ...ownCases,
  ...generate,
  ...claude,
  ...crossNames('google').flatMap(name => crossCases(name, 'google')),
  // Its streams hold one whole message each, and no events.
  ...crossNames('vertex-anthropic')
    .flatMap(name => crossCases(name, 'vertex-anthropic'))
    .filter(each => each.stream === undefined),
].map(withStreamedCalls)

const finishes: Readonly<Record<string, string>> = {
  STOP: 'stop',
  1: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
}

function finishOf({ finishReason, blockReason, toolCalls = [] }: Observed): string | undefined {
  if (blockReason !== undefined) return 'content_filter'
  const finish = finishes[String(finishReason)]
  return finish === 'stop' && toolCalls.length > 0 ? 'tool_calls' : finish
}

const count = (counts: Readonly<Record<string, unknown>>, ...names: readonly string[]): number =>
  names.reduce((sum, name) => sum + Number(counts[name] ?? 0), 0)

/** Usage as the vendor counts it, of Google's own models and of Claude. */
function usageOf({ usage }: Observed) {
  const counts = usage ?? {}
  const cached = count(counts, 'cachedContentTokenCount', 'cache_read_input_tokens')
  const prompt = count(
    counts,
    ...['promptTokenCount', 'toolUsePromptTokenCount'],
    ...['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'],
  )
  const completion = count(counts, 'candidatesTokenCount', 'thoughtsTokenCount', 'output_tokens')
  if ('totalTokenCount' in counts) expect(prompt + completion).toBe(counts['totalTokenCount'])
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: count(counts, 'thoughtsTokenCount') },
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
    toolCalls: (observed.toolCalls ?? []).map((call, index) => ({
      id: call.id ?? `call_${context.identifier}_${index}`,
      name: call.name,
      arguments: call.arguments,
    })),
    finish: finishOf(observed),
    usage: expect.objectContaining(usageOf(observed)),
  })
}

const contextOf = ({ name, model }: WireCase, given: AdapterContext): AdapterContext => ({
  ...given,
  model: model ?? (name.includes('vertex-anthropic') ? 'claude-x' : given.model),
})

function replyOf(each: WireCase, given: AdapterContext): Completion {
  const reply = chat?.reply(each.body, contextOf(each, given))
  expect(reply).toHaveProperty('choices')
  return reply as unknown as Completion
}

const streamOf = (each: WireCase, given: AdapterContext, pieces: readonly Uint8Array[]) =>
  stepsOf(chat?.stream?.(contextOf(each, given)) ?? never(), pieces)

test('the recordings are there, or the suite says so', ctx => {
  if (!areRecorded) ctx.skip('No recordings beside the repository: only our own fixtures run.')
  expect(generate.length).toBeGreaterThan(35)
  expect(claude.length).toBeGreaterThanOrEqual(5)
  expect(crossNames('google').length).toBeGreaterThan(15)
})

const ofKind = (fits: (each: WireCase) => boolean) =>
  cases.filter(fits).map(each => [each.name, each] as const)

describe('whole replies', () => {
  test.each(ofKind(each => each.status === 200 && each.stream === undefined))('%s', (_, each) => {
    expectObserved(foldReply(replyOf(each, loose)), each.observed)
    const strict = replyOf(each, context)
    expect(Object.keys(strict.choices[0] ?? {}).sort()).toEqual([
      'finish_reason',
      'index',
      'logprobs',
      'message',
    ])
    expect(strict.choices[0]?.message).not.toHaveProperty('content_blocks')
    expect(strict.usage).toEqual(
      each.name.includes('anthropic') || each.model?.includes('claude')
        ? expect.objectContaining({ total_tokens: usageOf(each.observed).total_tokens })
        : usageOf(each.observed),
    )
  })
})

describe('streams, cut in five ways', () => {
  const streams = cases.flatMap(each =>
    each.stream === undefined ? [] : [[each.name, each, each.stream] as const],
  )
  test.each(streams)('%s', (_, each, bytes) => {
    const whole = streamOf(each, loose, [bytes])
    for (const [name, cut] of allCuttings) expect(streamOf(each, loose, cut(bytes)), name).toEqual(whole)
    if (isFailing(each)) {
      const message = Object.entries(failing).find(([name]) => each.name.endsWith(name))?.[1]
      expect(whole.at(-1)).toMatchObject({ error: { message } })
      return
    }
    expectObserved(fold(whole), each.observed)
    const strict = fold(streamOf(each, { ...context, includeUsage: false }, [bytes]))
    expect(strict).toMatchObject({ content: each.observed.text ?? '', usage: undefined, blocks: [] })
  })

  test('an error that stands between the events as bare JSON', ctx => {
    const at = 'google-vertex/stream-generate-content/firebase-streaming-failure-error-mid-stream'
    if (!isRecorded(at)) ctx.skip('No recordings beside the repository.')
    const lines = recordedText(`${at}/stream.txt`).split(/\r?\n/)
    const mapper = google.endpoints['chat/completions']?.stream?.(context) ?? never()
    for (const line of lines.filter(each => each.startsWith('data:'))) mapper.event({ data: line.slice(5) })
    const bare = lines.filter(each => !each.startsWith('data:')).join('\n')
    expect(mapper.event({ data: bare })).toEqual([
      { error: { message: 'The operation was cancelled.', type: 'CANCELLED', code: 499 } },
    ])
    expect(mapper.end()).toEqual([])
  })
})

describe('errors', () => {
  test.each(ofKind(each => each.status !== 200))('%s', (_, { status, body, observed }) => {
    for (const adapter of [google, vertex]) {
      const error = adapter.error(body, status)
      expect(error.message).toContain(observed.errorMessage)
      expect(error).toMatchObject({ type: observed.errorType, code: observed.errorCode })
    }
  })
})

describe.runIf(areRecorded)('addresses', () => {
  /** The address below its version, with what the recordings blacken, and without a key. */
  const below = (url: string): string =>
    url
      .replace(/^https:\/\/[^/]*\/v1(beta1?)?/, '')
      .replace('<GOOGLE_CLOUD_LOCATION>', 'us-central1')
      .replace(/\?(key=|%24alt).*$/, '')
  const recorded = [...generate, ...claude].flatMap(each =>
    each.url === null || each.model === undefined ? [] : [[each.name, each, each.url, each.model] as const],
  )
  test.runIf(areRecorded).each(recorded)('%s', (_, each, url, model) => {
    const region = /locations\/([^/]+)\//.exec(below(url))?.[1] ?? 'global'
    const settings = { cloud3_region: region, cloud3_project_id: 'PROJECT' }
    const stream = each.stream !== undefined
    const adapter = each.name.startsWith('google-vertex') ? vertex : google
    const request = { messages: [{ role: 'user', content: 'hello' }] }
    const written = adapter.endpoints['chat/completions']?.request(request, {
      ...context,
      model,
      stream,
      settings,
    })
    const expected = below(url).replace(/:streamGenerateContent$/, ':streamGenerateContent?alt=sse')
    expect(written).toHaveProperty('path', expected)
    const host = new URL(url).origin.replace('<GOOGLE_CLOUD_LOCATION>', 'us-central1')
    const address = adapter.address?.(settings)
    if (typeof address === 'string' && !url.includes('<')) expect(address).toBe(`${host}/v1`)
  })
})

describe('requests of the vendor reach the provider as recorded', () => {
  const pairs = ['google', 'vertex-anthropic'].flatMap(dialect =>
    crossNames(dialect).map(name => [name, dialect] as const),
  )
  test.runIf(areRecorded).each(pairs)('%s: %s', (name, dialect) => {
    const differs = dialect === 'google' ? (crossExceptions[name]?.differs ?? []) : []
    const compared = ['request', 'followup-request'].flatMap(file => pairOf(name, dialect, file))
    expect(compared.length).toBeGreaterThan(0)
    for (const { written, recorded } of compared)
      expect(comparable(written, differs)).toEqual(comparable(recorded, differs))
    const alike = compared.map(({ written, recorded }) =>
      isDeepStrictEqual(comparable(written, []), comparable(recorded, [])),
    )
    expect(alike.includes(false), 'an exception that is none').toBe(differs.length > 0)
  })

  test('own: a question', () => {
    expect(chat?.request({ model: 'x', messages: [{ role: 'user', content: 'Why?' }] }, context)).toEqual({
      body: { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] },
      dropped: [],
      path: '/projects/project/locations/us-central1/publishers/google/models/gemini-2.5-flash:generateContent',
    })
  })
})

/** What the adapter writes and what was recorded, where there are both. */
function pairOf(
  name: string,
  dialect: string,
  file: string,
): readonly { written: JsonObject; recorded: JsonObject }[] {
  const paths = ['chat-completions', dialect].map(each => `cross/${name}/${each}/${file}.json`)
  if (!paths.every(isRecorded)) return []
  const [vendor = {}, recorded = {}] = paths.map(path => asObject(recordedJson(path)))
  const model = asText(recorded['model']) ?? (dialect === 'google' ? 'gemini-2.5-flash' : 'claude-x')
  const defaults = { max_tokens: recorded['max_tokens'] ?? 0 }
  const result = chat?.request(vendor, { ...context, model, defaults })
  if (result === undefined || isFailure(result)) throw new Error(JSON.stringify(result))
  return [{ written: result.body, recorded }]
}

/**
 * The body as far as two recordings of one intention can agree: the model stands in the address, what each model said
 * before (or thought) is not compared (they are different models), and neither are signatures and identifiers, which only one has.
 */
function comparable(body: JsonObject, differs: readonly string[]): JsonObject {
  const { model: _, contents, ...rest } = body
  const turns = asList(contents)
    .filter(isObject)
    .map(({ role, parts }) => ({
      role: role ?? null,
      parts: asList(parts)
        .filter(isObject)
        .filter(part => part['thought'] !== true)
        .map(part => comparablePart(part, role)),
    }))
  const plain: JsonObject = withoutIdentifiers({ ...rest, ...(isList(contents) ? { contents: turns } : {}) })
  return differs.reduce((object, path) => without(object, path.split('.')), plain)
}

function comparablePart({ thoughtSignature: _, ...part }: JsonObject, role: Json | undefined): JsonObject {
  if (part['text'] !== undefined && role === 'model') return { text: '(said by the model)' }
  const { id: __, ...call } = asObject(part['functionCall'])
  return isObject(part['functionCall']) ? { functionCall: call } : part
}

/** Identifiers of calls in Claude's messages differ from recording to recording, and so does what was said. */
function withoutIdentifiers(body: JsonObject): JsonObject {
  if (!isList(body['messages'])) return body
  const text = JSON.stringify(body['messages'], (key, value) =>
    key === 'id' || key === 'tool_use_id' ? 'call' : value,
  )
  return { ...body, messages: JSON.parse(text) }
}

function without(object: JsonObject, [name = '', ...path]: readonly string[]): JsonObject {
  const { [name]: removed, ...rest } = object
  return path.length === 0 || !isObject(removed) ? rest : { ...rest, [name]: without(removed, path) }
}

function never(): never {
  throw new Error('The adapter streams chats.')
}
