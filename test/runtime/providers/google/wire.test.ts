// Recorded replies, streams and errors of Google's models at both APIs, of Claude at Vertex AI, and fixtures; the
// recorded URLs; and converted OpenAI requests.
import { describe, expect, test } from 'vitest'
import { google } from '../../../../runtime/providers/google/google.ts'
import { vertex } from '../../../../runtime/providers/google/vertex/vertex.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import { asText } from '../../../../schemas/values/json.ts'
import { crossCases, crossNames, crossRequests, expectAlike } from '../cross-recordings.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { stepsOf } from '../fold.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded, isRecorded, recordedText } from '../recordings.ts'
import { type Dialect, runErrorCases, runReplyCases, runStreamCases } from '../run-cases.ts'
import type { WireCase } from '../wire-case.ts'
import { comparable } from './comparable.ts'
import { context } from './context.ts'
import { crossExceptions } from './cross-exceptions.ts'
import { asStream, fixtures, type Observed } from './fixtures.ts'

const chat = vertex.endpoints['chat/completions']

const recordedOf = (route: string) =>
  recordedCalls<Observed>(route, payloads => asStream(payloads.map(payload => JSON.parse(payload))))
const crossedOf = (dialect: string) =>
  crossNames(dialect).flatMap(name => crossCases<Observed, unknown>(name, dialect, asStream))

const generate = ['google-gemini', 'google-vertex'].flatMap(provider =>
  ['generate-content', 'stream-generate-content'].flatMap(route => recordedOf(`${provider}/${route}`)),
)
const claude = ['raw-predict', 'stream-raw-predict'].flatMap(route => recordedOf(`google-vertex/${route}`))

/** Expected results that differ from the recordings, by the suffix of their names. */
const corrections: Readonly<Record<string, (each: WireCase<Observed>) => WireCase<Observed>>> = {
  'firebase-streaming-failure-invalid-json': each => ({
    ...each,
    errorMessage: "The provider's stream was truncated.",
  }),
  // Streamed arguments are assembled by the adapter, but not by the script that read the recording.
  'stream-tool-call-arguments-chunks': each => ({
    ...each,
    observed: { ...each.observed, toolCalls: ['Boston', 'San Francisco'].map(weatherIn) },
  }),
}
const weatherIn = (location: string) => ({ id: null, name: 'getWeather', arguments: { location } })

const cases: readonly WireCase<Observed>[] = [
  ...fixtures,
  ...generate,
  ...claude,
  ...crossedOf('google'),
  // Its streams contain one whole message each, and no events.
  ...crossedOf('vertex-anthropic').filter(each => each.stream === undefined),
].map(each => {
  const [, correct] = Object.entries(corrections).find(([name]) => each.name.endsWith(name)) ?? []
  return correct?.(each) ?? each
})

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

/** Images among the tokens; no recording has sound. */
function images(details: unknown): { readonly image_tokens?: number } {
  const parts = (Array.isArray(details) ? details : []) as { modality: string; tokenCount: number }[]
  const found = parts.find(({ modality }) => modality === 'IMAGE' || modality === 'DOCUMENT')
  return found === undefined || found.tokenCount === 0 ? {} : { image_tokens: found.tokenCount }
}

/** Usage as OpenAI counts it, of Google's models and of Claude. */
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
    prompt_tokens_details: {
      cached_tokens: cached,
      ...images(counts['promptTokensDetails']),
      ...(count(counts, 'cache_creation_input_tokens') > 0 && {
        cache_write_tokens: count(counts, 'cache_creation_input_tokens'),
      }),
    },
    completion_tokens_details: {
      reasoning_tokens: count(counts, 'thoughtsTokenCount'),
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
      ...images(counts['candidatesTokensDetails']),
    },
  }
}

const contextOf = ({ name, model }: WireCase<Observed>, given: AdapterContext): AdapterContext => ({
  ...given,
  model: model ?? (name.includes('vertex-anthropic') ? 'claude-opus-4-6' : given.model),
})

const isClaude = ({ name, model }: WireCase<Observed>): boolean =>
  name.includes('anthropic') || model?.includes('claude') === true

const dialect: Dialect<Observed> = {
  context,
  reply: (each, given) => chat?.reply(each.body, contextOf(each, given)),
  steps: (each, given, pieces) => stepsOf(chat?.stream?.(contextOf(each, given)) ?? expect.fail(), pieces),
  finish: finishOf,
  usage: each => {
    const usage = usageOf(each.observed)
    return {
      strict: isClaude(each) ? expect.objectContaining({ total_tokens: usage.total_tokens }) : usage,
      loose: expect.objectContaining(usage),
    }
  },
}

expectRecordings([
  { found: generate.length, atLeast: 36 },
  { found: claude.length, atLeast: 5 },
  { found: crossNames('google').length, atLeast: 16 },
])
runReplyCases(dialect, cases)
runStreamCases(dialect, cases)
runErrorCases(cases, ({ body, status, observed: { errorMessage, errorType: type, errorCode: code } }) => {
  for (const adapter of [google, vertex]) {
    const error = adapter.error(body, status)
    expect(error.message).toContain(errorMessage)
    expect(error).toMatchObject({ type, code })
  }
})

test('a bare JSON error between events', ctx => {
  const at = 'google-vertex/stream-generate-content/firebase-streaming-failure-error-mid-stream'
  if (!isRecorded(at)) ctx.skip('No recordings beside the repository.')
  const lines = recordedText(`${at}/stream.txt`).split(/\r?\n/)
  const mapper = google.endpoints['chat/completions']?.stream?.(context) ?? expect.fail()
  for (const line of lines.filter(each => each.startsWith('data:'))) mapper.event({ data: line.slice(5) })
  const bare = lines.filter(each => !each.startsWith('data:')).join('\n')
  expect(mapper.event({ data: bare })).toEqual([
    { error: { message: 'The operation was cancelled.', type: 'CANCELLED', code: 499 } },
  ])
  expect(mapper.end()).toEqual([])
})

describe.runIf(areRecorded)('addresses', () => {
  /** The URL below its version, redacted as the recordings are, and without a key. */
  const below = (url: string): string =>
    url
      .replace(/^https:\/\/[^/]*\/v1(beta1?)?/, '')
      .replace('<GOOGLE_CLOUD_LOCATION>', 'us-central1')
      .replace(/\?(key=|%24alt).*$/, '')
  const recorded = [...generate, ...claude].flatMap(each =>
    each.url === null || each.model === null ? [] : [[each.name, each, each.url, each.model] as const],
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
    const address = adapter.baseUrl?.(settings)
    if (typeof address === 'string' && !url.includes('<')) expect(address).toBe(`${host}/v1`)
  })
})

describe('OpenAI requests are converted to the recorded ones', () => {
  const pairs = ['google', 'vertex-anthropic'].flatMap(dialect =>
    crossNames(dialect).map(name => [name, dialect] as const),
  )
  test.runIf(areRecorded).each(pairs)('%s: %s', (name, dialect) => {
    const otherwise = dialect === 'google' ? 'gemini-2.5-flash' : 'claude-opus-4-6'
    const requests = crossRequests(name, dialect, (vendor, recorded) =>
      chat?.request(vendor, {
        ...context,
        model: asText(recorded['model']) ?? otherwise,
        defaults: { max_tokens: recorded['max_tokens'] ?? 0 },
      }),
    )
    expectAlike(requests, comparable, dialect === 'google' ? (crossExceptions[name]?.differs ?? []) : [])
  })

  test('fixture: a question', () => {
    expect(chat?.request({ model: 'x', messages: [{ role: 'user', content: 'Why?' }] }, context)).toEqual({
      body: { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] },
      dropped: [],
      path: '/projects/project/locations/us-central1/publishers/google/models/gemini-2.5-flash:generateContent',
    })
  })
})
