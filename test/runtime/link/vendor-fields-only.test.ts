// Strict compliance that is written out removes foreign fields from replies in the vendor's schema; by default their
// bytes pass.
import { describe, expect, it, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const MESSAGES = [{ role: 'user', content: 'Hello' }]
const BODY = { model: 'm', messages: MESSAGES }
const event = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`

/** Where strict compliance is written out, and the providers: one of the vendor's schema, one of its dialect. */
const CONFIGS = {
  config: { provider: '@main', strict_vendor_compliance: true },
  target: {
    strict_vendor_compliance: false,
    strategy: { mode: 'fallback' },
    targets: [{ provider: '@main', strict_vendor_compliance: true }],
  },
  dialect: { provider: '@deviating', strict_vendor_compliance: true },
  default: { provider: '@main' },
}

async function callWith(step: Step, headers: Readonly<Record<string, string>>, body: object, path?: string) {
  const here = createHarness({
    manifest: {
      providers: {
        main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
        deviating: { provider: 'openrouter', api_key: '${env:MAIN_KEY}' },
      },
    },
    configs: CONFIGS,
    script: [step],
  })
  return here.call({ headers, body, ...(path === undefined ? {} : { path }) })
}

const STRICT = { 'x-gateway-provider': '@main', 'x-gateway-strict-vendor-compliance': 'true' }

const CHAT = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  system_fingerprint: 'f',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Hi',
        refusal: null,
        tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{"cost":1}' } }],
      },
      logprobs: null,
      finish_reason: 'tool_calls',
    },
  ],
  usage: {
    prompt_tokens: 1,
    completion_tokens: 2,
    total_tokens: 3,
    completion_tokens_details: { reasoning_tokens: 1 },
  },
}

/** The same with a foreign field in every object that the schema lists. */
const withForeign = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withForeign)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withForeign(each)]))
  return { ...inner, native_field: { cost: 1 } }
}

describe('whole replies lose foreign fields', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['by the config', { 'x-gateway-config': 'config' }],
    ['by the target', { 'x-gateway-config': 'target' }],
    ['by the header', STRICT],
    ['of a provider that deviates from the schema', { 'x-gateway-config': 'dialect' }],
  ])('%s', async (_title, headers) => {
    const reply = await callWith({ status: 200, body: withForeign(CHAT) }, headers, BODY)
    expect([reply.status, reply.json]).toEqual([200, CHAT])
  })

  it.each<readonly [string, object, object]>([
    [
      '/completions',
      { model: 'm', prompt: 'a' },
      {
        id: 'c',
        object: 'text_completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, text: 'b', logprobs: null, finish_reason: 'stop' }],
      },
    ],
    [
      '/embeddings',
      { model: 'm', input: 'a' },
      {
        object: 'list',
        model: 'm',
        data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
        usage: { prompt_tokens: 1, total_tokens: 1 },
      },
    ],
  ])('of %s', async (path, body, expected) => {
    const reply = await callWith({ status: 200, body: withForeign(expected) }, STRICT, body, path)
    expect(reply.json).toEqual(expected)
  })

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['by default', { 'x-gateway-config': 'default' }],
    ['with false', { 'x-gateway-config': 'config', 'x-gateway-strict-vendor-compliance': 'false' }],
  ])('but %s the bytes pass', async (_title, headers) => {
    const reply = await callWith({ status: 200, body: withForeign(CHAT) }, headers, BODY)
    expect(reply.text).toBe(JSON.stringify(withForeign(CHAT)))
  })

  test('an error with status 200 is an error all the same', async () => {
    const reply = await callWith({ status: 200, body: { error: { message: 'Overloaded.' } } }, STRICT, BODY)
    expect([reply.status, reply.json]).toMatchObject([502, { error: { message: 'Overloaded.' } }])
  })
})

const piece = (delta: object, finish: string | null = null): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
})
const PIECES = [
  piece({ role: 'assistant', content: 'Hi' }),
  piece({ tool_calls: [{ index: 0, id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }] }),
  piece({}, 'tool_calls'),
  { ...piece({}), choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
]
const FOREIGN = PIECES.map(each => event(withForeign(each) as object))

describe('chunks lose foreign fields', () => {
  const stream = async (events: readonly string[]) => {
    const reply = await callWith({ events }, STRICT, { ...BODY, stream: true })
    return { ...reply, chunks: reply.events.filter(data => data !== '[DONE]').map(data => JSON.parse(data)) }
  }

  test('however the bytes are cut, with usage that was not asked for', async () => {
    const whole = [...FOREIGN, DONE].join('')
    for (const size of [1, 7, whole.length]) {
      const cut = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.slice(at * size, (at + 1) * size),
      )
      const { chunks, events } = await stream(cut)
      expect([chunks, events.at(-1)]).toEqual([PIECES, '[DONE]'])
    }
  })

  test('an error event is the last one', async () => {
    const { chunks } = await stream([FOREIGN[0] ?? '', event({ error: { message: 'No.' } }), DONE])
    expect(chunks).toMatchObject([PIECES[0], { error: { message: 'No.' } }])
  })

  it.each<readonly [string, readonly string[], string | undefined]>([
    ['complete after a finish reason', FOREIGN.slice(0, 3), '[DONE]'],
    ['truncated without one', FOREIGN.slice(0, 2), undefined],
  ])('a stream without [DONE] is %s', async (_title, events, last) => {
    const { chunks, text } = await stream(events)
    expect([text.includes('[DONE]'), 'error' in chunks.at(-1)]).toEqual([
      last !== undefined,
      last === undefined,
    ])
  })
})

test('a reply that was stored with foreign fields is not served without them', async () => {
  const here = createHarness({
    configs: {
      stored: { provider: '@main', cache: { mode: 'simple', max_age: 60 } },
      limited: { provider: '@main', cache: { mode: 'simple', max_age: 60 }, strict_vendor_compliance: true },
    },
    script: [
      { status: 200, body: withForeign(CHAT) },
      { status: 200, body: withForeign(CHAT) },
    ],
  })
  const replies = []
  for (const config of ['stored', 'limited', 'stored'])
    replies.push(await here.call({ headers: { 'x-gateway-config': config }, body: BODY }))
  expect(replies.map(({ json }) => json)).toEqual([withForeign(CHAT), CHAT, withForeign(CHAT)])
  expect(here.upstream.sent).toHaveLength(2)
})
