// What providers count besides text reaches the record and the price in every dialect, also where strict compliance keeps it from the
// client (semantics, sections 17 and 20).
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { type PricedOutcome, usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const BEDROCK = {
  cloud1_access_key_id: '${env:KEY}',
  cloud1_secret_access_key: '${env:KEY}',
  cloud1_region: 'us-east-1',
}

/** A price of each unit that no sum of others has. */
const TABLE = {
  input: 1,
  cached: 0.1,
  output: 2,
  cache_writes: 10,
  cache_writes_1h: 100,
  audio_input: 1000,
  cached_audio_input: 0.01,
  image_input: 10_000,
  audio_output: 3000,
  image_output: 30_000,
  service_tiers: { flex: { input: 7, output: 7 }, priority: { input: 9, output: 9 } },
  per_character: 0.5,
  per_image: 0.25,
  per_second: 0.125,
}

interface Case {
  readonly provider: string
  readonly settings?: object
  readonly path?: string
  readonly body?: object
  readonly step: Step
  readonly units?: object
  /** In billionths of a dollar. */
  readonly cost: number
}

const events = (...bodies: readonly object[]): Step => ({
  events: bodies.map(body => `data: ${JSON.stringify(body)}\n\n`).concat('data: [DONE]\n\n'),
})
const typed = (...bodies: readonly { readonly type: string }[]): Step => ({
  events: bodies.map(body => `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`),
})
const message = (usage: object): Step => ({
  status: 200,
  body: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
    ...{ stop_sequence: null, content: [{ type: 'text', text: 'Hi' }], usage },
  },
})
const CLAUDE_USAGE = {
  input_tokens: 1,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 10,
  cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 },
  output_tokens: 4,
}
const CLAUDE = { units: { cache_writes: 2, cache_writes_1h: 3 }, cost: 1000 + 20_000 + 300_000 + 1000 + 8000 }
const CHAT_CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
const TEXT = { ...CHAT_CHUNK, choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
const RESPONSE = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm', output: [] },
  ...{ error: null, service_tier: 'priority', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
}

const CASES: { readonly [title: string]: Case } = {
  'Claude, as a message': {
    provider: 'anthropic',
    path: '/messages',
    step: message(CLAUDE_USAGE),
    ...CLAUDE,
  },
  'Claude, as a chat': { provider: 'anthropic', step: message(CLAUDE_USAGE), ...CLAUDE },
  'Claude at AWS, as a chat': {
    provider: 'bedrock',
    settings: BEDROCK,
    step: {
      status: 200,
      body: {
        output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
        stopReason: 'end_turn',
        usage: {
          inputTokens: 1,
          cacheReadInputTokens: 10,
          cacheWriteInputTokens: 5,
          cacheDetails: [
            { ttl: '5m', inputTokens: 2 },
            { ttl: '1h', inputTokens: 3 },
          ],
          outputTokens: 4,
          totalTokens: 20,
        },
      },
    },
    ...CLAUDE,
  },
  'the service tier at AWS': {
    provider: 'bedrock',
    settings: BEDROCK,
    step: {
      status: 200,
      body: {
        output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
        stopReason: 'end_turn',
        serviceTier: { type: 'flex' },
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      },
    },
    cost: 14_000,
  },
  'sound and images of Gemini': {
    provider: 'google',
    step: {
      status: 200,
      body: {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: 20,
          cachedContentTokenCount: 4,
          candidatesTokenCount: 6,
          totalTokenCount: 26,
          promptTokensDetails: [
            { modality: 'TEXT', tokenCount: 5 },
            { modality: 'AUDIO', tokenCount: 12 },
            { modality: 'IMAGE', tokenCount: 3 },
          ],
          cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 4 }],
          candidatesTokensDetails: [
            { modality: 'TEXT', tokenCount: 1 },
            { modality: 'AUDIO', tokenCount: 5 },
          ],
        },
      },
    },
    units: { cached_audio_input: 4, audio_input: 8, image_input: 3, audio_output: 5 },
    cost: 5000 + 8_000_000 + 30_000_000 + 40 + 2000 + 15_000_000,
  },
  'sound of a chat': {
    provider: 'openai',
    step: {
      status: 200,
      body: completion('Hi', {
        usage: {
          prompt_tokens: 10,
          completion_tokens: 5,
          prompt_tokens_details: { audio_tokens: 4 },
          completion_tokens_details: { audio_tokens: 3 },
        },
      }),
    },
    units: { audio_input: 4, audio_output: 3 },
    cost: 6000 + 4_000_000 + 4000 + 9_000_000,
  },
  'writes to the cache of a chat': {
    provider: 'openai',
    step: {
      status: 200,
      body: completion('Hi', {
        usage: { prompt_tokens: 10, completion_tokens: 0, prompt_tokens_details: { cache_write_tokens: 4 } },
      }),
    },
    units: { cache_writes: 4 },
    cost: 6000 + 40_000,
  },
  'the service tier of a chat, beside its usage': {
    provider: 'openai',
    step: {
      status: 200,
      body: completion('Hi', {
        usage: { prompt_tokens: 1, completion_tokens: 1 },
        service_tier: 'flex',
        system_fingerprint: 'fp',
      }),
    },
    cost: 14_000,
  },
  'no tier that is named in what is written': {
    provider: 'openai',
    step: {
      status: 200,
      body: completion('"service_tier":"flex"', { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
    },
    cost: 3000,
  },
  'the service tier of a streamed chat': {
    provider: 'openai',
    body: { stream: true },
    step: events(TEXT, {
      ...CHAT_CHUNK,
      choices: [],
      service_tier: 'flex',
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
    cost: 14_000,
  },
  'the service tier of a response': {
    provider: 'openai',
    path: '/responses',
    body: { input: 'Hi', store: false },
    step: { status: 200, body: RESPONSE },
    cost: 18_000,
  },
  'the service tier of a streamed response': {
    provider: 'openai',
    path: '/responses',
    body: { input: 'Hi', store: false, stream: true },
    step: typed(
      { type: 'response.created', ...{ response: { ...RESPONSE, usage: null } } },
      { type: 'response.output_text.delta', ...{ delta: 'Hi' } },
      { type: 'response.completed', ...{ response: RESPONSE } },
    ),
    cost: 18_000,
  },
  'characters of speech': {
    provider: 'openai',
    path: '/audio/speech',
    body: { input: 'Grüße 🙂', voice: 'alloy' },
    step: { status: 200, headers: ['content-type', 'audio/mpeg'], bytes: new Uint8Array([1, 2]) },
    units: { per_character: 7 },
    cost: 3_500_000_000,
  },
  images: {
    provider: 'openai',
    path: '/images/generations',
    body: { prompt: 'A cat', n: 2 },
    step: { status: 200, body: { created: 1, data: [{ b64_json: 'AA' }, { b64_json: 'AA' }] } },
    units: { per_image: 2 },
    cost: 500_000_000,
  },
}

async function costOfCall(
  { provider, settings = {}, path = '/chat/completions', body, step }: Case,
  strict: boolean | undefined,
) {
  const { call } = createHarness({
    manifest: {
      providers: {
        main: { provider, ...(provider === 'bedrock' ? {} : { api_key: '${env:KEY}' }), ...settings },
      },
    },
    configs: {
      way: { provider: '@main', ...(strict !== undefined && { strict_vendor_compliance: strict }) },
    },
    environment: { KEY: 'key' },
    script: [step],
  })
  const named = body !== undefined && ('input' in body || 'prompt' in body)
  const { outcome, status, text } = await call({
    path,
    headers: { 'x-gateway-config': 'way' },
    body: {
      model: '@main/m',
      ...(named ? {} : { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 9 }),
      ...body,
    },
  })
  if (outcome === undefined || status !== 200) throw new Error(`${status} ${text}`)
  const prices = createPriceList([{ provider, model: 'm', table: TABLE }])
  return { text, ...usageCost(outcome as PricedOutcome, prices.find, 0) }
}

describe('Priced are', () => {
  it.each(Object.entries(CASES))('%s', async (_, each) => {
    const found = await costOfCall(each, undefined)
    expect(found).toMatchObject({ cost: each.cost, priced: 'manifest' })
    expect(found.units).toEqual(each.units)
    expect(found.unpriced).toBeUndefined()
  })

  it.each(Object.entries(CASES).filter(([, { path }]) => path === undefined))(
    '%s, whatever strict compliance keeps of it',
    async (_, each) => {
      for (const strict of [true, false]) {
        const found = await costOfCall(each, strict)
        expect(found).toMatchObject({ cost: each.cost })
        expect(found.text).not.toContain('cache_write_1h_tokens')
        expect(found.text).not.toContain('cached_tokens_details')
      }
    },
  )
})
