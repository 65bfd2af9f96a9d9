// Limits of rates and usage on the path of a request (semantics, section 20): who is counted, what is refused and how, and
// what is settled at every exit.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import {
  CHAT,
  chunk,
  completion,
  createHarness,
  DONE,
  type HarnessOptions,
  STORED_PROVIDERS,
} from '../../support/harness.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const apiKey = (id: string, more: object = {}) => ({ id, hash: `sha256:${sha256(`key-${id}`)}`, ...more })

const usage = (prompt: number, output: number): object => ({
  usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
})
const reply = (prompt = 10, output = 10) => ({ status: 200, body: completion('Hi', usage(prompt, output)) })
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

const limited = (policies: object, more: HarnessOptions = {}) =>
  createHarness({
    ...more,
    manifest: { ...STORED_PROVIDERS, defaults: { provider: '@main' }, policies, ...more.manifest },
    script: more.script ?? times(20, reply()),
  })
const rate = (value: number, more: object = {}) => ({
  rate_limits: [{ name: 'few', type: 'requests', unit: 'rpm', value, ...more }],
})
const statuses = async (
  { call }: ReturnType<typeof createHarness>,
  inputs: readonly Parameters<ReturnType<typeof createHarness>['call']>[0][],
): Promise<readonly number[]> => {
  const found: number[] = []
  for (const input of inputs) found.push((await call(input)).status)
  return found
}

describe('A rate limit of requests', () => {
  it('admits as many as fit into the window, and others when the first have left it', async () => {
    const harness = limited(rate(2))
    expect(await statuses(harness, times(3, {}))).toEqual([200, 200, 429])
    await harness.clock.advance(59_999)
    expect(await statuses(harness, [{}])).toEqual([429])
    await harness.clock.advance(1)
    expect(await statuses(harness, times(3, {}))).toEqual([200, 200, 429])
  })

  it('refuses with the headers of the tightest limit, in the words of the vendor', async () => {
    const { call, clock } = limited({
      rate_limits: [
        { name: 'wide', type: 'requests', unit: 'rpd', value: 10 },
        { name: 'tight', type: 'requests', unit: 'rpm', value: 1 },
      ],
    })
    const first = await call()
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '60s',
    })
    await clock.advance(15_000)
    const refused = await call()
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '45',
        'x-ratelimit-limit-requests': '1',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '45s',
      },
      json: {
        error: {
          type: 'rate_limit_error',
          code: 'rate_limit_exceeded',
          message:
            'The rate limit "tight" of 1 requests per minute has no room for this call; retry in 45 s.',
        },
      },
      outcome: { record: { limit: 'tight' } },
    })
  })

  it('replaces headers of the provider of the same names, and passes the others', async () => {
    const { call } = limited(rate(5), {
      script: [
        { ...reply(), headers: ['x-ratelimit-limit-requests', '9999', 'x-ratelimit-limit-tokens', '7'] },
      ],
    })
    const { headers } = await call()
    expect([headers['x-ratelimit-limit-requests'], headers['x-ratelimit-limit-tokens']]).toEqual(['5', '7'])
  })

  it('does not count what it refuses, nor what one of several limits refuses', async () => {
    const harness = limited({
      rate_limits: [
        { name: 'all', type: 'requests', unit: 'rph', value: 4 },
        { name: 'each', type: 'requests', unit: 'rpm', value: 2, group_by: [{ key: 'metadata.user' }] },
      ],
    })
    const by = (user: string) => ({ headers: { 'x-gateway-metadata': JSON.stringify({ user }) } })
    expect(await statuses(harness, [...times(9, by('ann')), by('bob'), by('bob'), by('bob')])).toEqual([
      ...[200, 200, ...times(7, 429)],
      ...[200, 200, 429],
    ])
  })

  it('does not count calls that no provider got', async () => {
    const harness = limited(rate(1))
    const { call } = harness
    expect((await call({ headers: { 'x-gateway-provider': 'nobody' } })).status).toBe(400)
    expect(await statuses(harness, times(2, {}))).toEqual([200, 429])
  })

  it('counts calls whose deadline passed while the provider was called', async () => {
    const { call, clock } = limited(rate(1), { script: ['silence', reply()] })
    const pending = call({ headers: { 'x-gateway-request-timeout': '10' } })
    await clock.advance(10)
    expect((await pending).status).toBe(408)
    expect((await call()).status).toBe(429)
  })

  it.each<readonly [string, object, object, object]>([
    ['a key', { key: 'api_key', value: 'ann' }, { key: 'ann' }, { key: 'bob' }],
    ['a list of keys', { key: 'api_key', value: ['eve', 'ann'] }, { key: 'ann' }, { key: 'bob' }],
    ['a workspace', { key: 'workspace_id', value: 'red' }, { key: 'ann' }, { key: 'bob' }],
    ['the requested model', { key: 'model', value: 'gpt-4o' }, { model: '@main/gpt-4o' }, { model: 'other' }],
    ['an alias as requested', { key: 'model', value: 'fast' }, { model: 'fast' }, { model: 'gpt-4o' }],
    ['a saved config', { key: 'config', value: 'routed' }, { config: 'routed' }, {}],
    ['an endpoint', { key: 'endpoint_type', value: 'chatComplete' }, {}, { path: '/embeddings' }],
    ['an endpoint by its path', { key: 'endpoint_type', value: 'embeddings' }, { path: '/embeddings' }, {}],
    ['metadata', { key: 'metadata.team', value: 'a' }, { team: 'a' }, { team: 'b' }],
    ['any metadata', { key: 'metadata.team', value: '*' }, { team: 'b' }, {}],
    ['all but metadata', { key: 'metadata.team', value: 'a', excludes: true }, {}, { team: 'a' }],
    ['a provider', { key: 'provider', value: 'openai' }, {}, { model: '@claude/m' }],
    ['a stored provider', { key: 'provider', value: '@claude' }, { model: '@claude/m' }, {}],
  ])('concerns calls with %s alone', async (_title, condition, concerned, other) => {
    const harness = limited(rate(1, { conditions: [condition] }), {
      configs: { routed: { provider: '@main' } },
      manifest: {
        aliases: { fast: 'gpt-4o' },
        api_keys: [apiKey('ann', { workspace: 'red' }), apiKey('bob')],
      },
    })
    const input = ({ key = 'bob', model = 'gpt-4o', config, path, team }: Record<string, string> = {}) => ({
      path: path ?? '/chat/completions',
      headers: {
        'x-gateway-api-key': `key-${key}`,
        ...(config === undefined ? {} : { 'x-gateway-config': config }),
        ...(team === undefined ? {} : { 'x-gateway-metadata': JSON.stringify({ team }) }),
      },
      body: path === undefined ? { ...CHAT, model } : { model, input: 'x' },
    })
    const got = await statuses(harness, [
      input(concerned as Record<string, string>),
      input(concerned as Record<string, string>),
      input(other as Record<string, string>),
      input(other as Record<string, string>),
    ])
    expect(got.map(status => status === 429)).toEqual([false, true, false, false])
  })
})

describe('A limit that depends on the provider', () => {
  const CONFIGS = {
    c: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@other' }] },
  }
  const MANIFEST = {
    providers: { ...STORED_PROVIDERS.providers, other: { provider: 'groq', api_key: '${env:MAIN_KEY}' } },
  }
  const input = { headers: { 'x-gateway-config': 'c' } }

  it('refuses its target, so that the fallback goes on', async () => {
    const { call } = limited(rate(1, { conditions: [{ key: 'provider', value: '@main' }] }), {
      configs: CONFIGS,
      manifest: MANIFEST,
    })
    expect((await call(input)).outcome?.reply.target).toBe('config.targets[0]')
    const second = await call(input)
    expect(second).toMatchObject({ status: 200, outcome: { reply: { target: 'config.targets[1]' } } })
    expect(second.outcome?.record).toMatchObject({ limit: 'few', attempts: [{ at: 'config.targets[1]' }] })
  })

  it('counts providers apart when it is grouped by them, and refuses the call when all are used up', async () => {
    const { call, upstream } = limited(rate(1, { group_by: [{ key: 'provider' }] }), {
      configs: CONFIGS,
      manifest: MANIFEST,
    })
    await call(input)
    await call(input)
    expect(await call(input)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect(upstream.sent).toHaveLength(2)
  })

  it('is not counted where another limit of the call has refused all targets', async () => {
    const harness = limited(
      {
        rate_limits: [
          { name: 'all', type: 'requests', unit: 'rpm', value: 2 },
          {
            name: 'main',
            type: 'requests',
            unit: 'rpm',
            value: 1,
            conditions: [{ key: 'provider', value: '*' }],
          },
        ],
      },
      {},
    )
    expect(await statuses(harness, times(3, {}))).toEqual([200, 429, 429])
    await harness.clock.advance(60_000)
    expect(await statuses(harness, [{}])).toEqual([200])
  })
})

describe('A limit of tokens', () => {
  const tokens = (value: number, more: object = {}) => ({
    rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value, ...more }],
  })
  const capped = { body: { ...CHAT, max_tokens: 100 } }

  it('is settled by the usage that the provider reports', async () => {
    const harness = limited(tokens(1000), { script: times(9, reply(200, 200)) })
    // Each reserves 100 and its bytes, and uses 400.
    expect(await statuses(harness, times(4, capped))).toEqual([200, 200, 200, 429])
    expect((await harness.call(capped)).headers).toMatchObject({
      'x-ratelimit-limit-tokens': '1000',
      'x-ratelimit-remaining-tokens': '0',
    })
  })

  it('reserves what calls in flight may use', async () => {
    const { call } = limited(tokens(300), { script: ['silence', 'silence'] })
    void call(capped)
    void call(capped)
    expect((await call(capped)).status).toBe(429)
  })

  it('gives back what a failed call has reserved', async () => {
    const harness = limited(tokens(200), {
      script: [...times(3, { status: 400, body: { error: { message: 'no' } } }), reply()],
    })
    expect(await statuses(harness, times(4, capped))).toEqual([400, 400, 400, 200])
  })

  it('admits a call that could never fit where nothing else is used', async () => {
    const harness = limited(tokens(50), { script: times(2, reply(100, 400)) })
    expect(await statuses(harness, times(2, capped))).toEqual([200, 429])
  })

  it('counts a stream by the usage that the provider reports at its end', async () => {
    const events = [
      chunk({ content: 'Hi' }),
      `data: ${JSON.stringify({ choices: [], ...usage(400, 500) })}\n\n`,
      DONE,
    ]
    const { call } = limited(tokens(1000), { script: times(3, { events }) })
    const streamed = {
      body: { ...CHAT, stream: true, max_tokens: 100, stream_options: { include_usage: true } },
    }
    const first = await call(streamed)
    expect(first.outcome?.record.counted).toEqual({ tokens: 900, source: 'provider' })
    expect((await call(streamed)).status).toBe(429)
  })

  it('asks for the usage of a stream where the client did not, and takes it out again', async () => {
    const counted = `data: ${JSON.stringify({ id: 'c', choices: [], ...usage(40, 60) })}\n\n`
    const content = chunk({ content: 'Hi' }, 'stop').replace('}\n', ',"usage":null}\n')
    const script = times(2, { events: [content, counted, DONE] })
    const { call, upstream } = limited(tokens(10_000), { script })
    const streamed = { ...CHAT, stream: true, stream_options: { other: 1 } }
    const silent = await call({ body: streamed })
    expect(upstream.sent[0]?.json).toMatchObject({ stream_options: { other: 1, include_usage: true } })
    expect(silent.text).not.toContain('usage')
    expect(silent.events.at(-1)).toBe('[DONE]')
    expect(silent.outcome?.record.counted).toEqual({ tokens: 100, source: 'provider' })
    const asking = await call({ body: { ...streamed, stream_options: { include_usage: true } } })
    expect(asking.text).toContain('"total_tokens":100')
    const unlimited = limited(rate(9), { script })
    await unlimited.call({ body: streamed })
    expect(unlimited.upstream.sent[0]?.json).toEqual(streamed)
  })

  it.each<readonly [string, object, boolean]>([
    ['refuses what passes through', {}, false],
    ['lets it pass with uncounted: allow', { uncounted: 'allow' }, true],
  ])('%s', async (_title, more, passes) => {
    const { call } = limited(tokens(1000, more))
    const refused = await call({ path: '/anything', body: {} })
    expect([refused.status, (refused.json as { error?: { code?: string } }).error?.code]).toEqual(
      passes ? [200, undefined] : [403, 'forbidden'],
    )
    expect((await call({ method: 'GET', path: '/files' })).status).toBe(200)
  })
})

describe('A usage limit', () => {
  const budget = (more: object) => ({
    usage_limits: [{ name: 'monthly', periodic_reset: 'monthly', ...more }],
  })

  it('refuses with 412, names the policy and its reset, and has no hint to retry', async () => {
    const harness = limited(budget({ type: 'tokens', credit_limit: 30 }), { script: times(2, reply(20, 20)) })
    harness.clock.setWallClock(Date.UTC(2026, 10, 20) - harness.clock.now())
    expect((await harness.call({ body: { ...CHAT, max_tokens: 1 } })).status).toBe(200)
    const refused = await harness.call({ body: { ...CHAT, max_tokens: 1 } })
    expect(refused.status).toBe(412)
    expect(refused.headers['retry-after']).toBeUndefined()
    expect(refused.json).toMatchObject({
      error: {
        code: 'budget_exceeded',
        message: expect.stringMatching(
          /^The usage limit "monthly" \([0-9a-f-]{36}\) of 30 tokens has no credit left for this call\. Its usage starts anew at 2026-12-01T00:00:00\.000Z\.$/,
        ),
      },
    })
    harness.clock.setWallClock(11 * 86_400_000)
    expect((await harness.call({ body: { ...CHAT, max_tokens: 1 } })).status).not.toBe(412)
  })

  it('of cost is counted in billionths of a dollar at list prices', async () => {
    const harness = limited(budget({ type: 'cost', credit_limit: 0.01 }), {
      script: times(4, reply(1000, 500)),
    })
    const input = { body: { ...CHAT, model: 'gpt-4o', max_tokens: 500 } }
    const first = await harness.call(input)
    // 1000 at 2.50 and 500 at 10.00 dollars per million tokens.
    expect(first.outcome?.record.counted).toEqual({ tokens: 1500, cost: 7_500_000, source: 'provider' })
    expect((await harness.call(input)).status).toBe(412)
  })

  it('of cost says that the price of a model is not known, and does not take it for free', async () => {
    const harness = limited(budget({ type: 'cost', credit_limit: 1 }), { script: times(4, reply(1000, 500)) })
    const { outcome } = await harness.call({ body: { ...CHAT, model: 'home-made' } })
    expect(outcome?.record.counted).toEqual({ tokens: 1500, unpriced: true, source: 'provider' })
  })

  it('alerts once in each period when its threshold is reached', async () => {
    const harness = limited(budget({ type: 'tokens', credit_limit: 100, alert_threshold: 50 }), {
      script: times(9, reply(20, 10)),
    })
    harness.clock.setWallClock(Date.UTC(2026, 10, 20) - harness.clock.now())
    const input = { body: { ...CHAT, max_tokens: 1 } }
    for (let count = 0; count < 3; count += 1) await harness.call(input)
    expect(harness.alerts.map(({ used }) => used)).toEqual([60])
    harness.clock.setWallClock(11 * 86_400_000)
    for (let count = 0; count < 3; count += 1) await harness.call(input)
    expect(harness.alerts.map(({ used }) => used)).toEqual([60, 60])
  })
})

describe('A client that leaves in the middle of a stream', () => {
  it('is counted by what was produced', async () => {
    const cancellation = createCancellation()
    const text = 'word '.repeat(80)
    const harness = limited(
      { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rpm', value: 100_000 }] },
      {
        script: [
          {
            events: [chunk({ role: 'assistant', content: '' }), chunk({ content: text })],
            end: 'open',
          },
        ],
      },
    )
    const pending = harness.call({ body: { ...CHAT, stream: true, max_tokens: 5000 }, cancellation })
    await harness.clock.advance(10)
    cancellation.cancel()
    const { outcome } = await pending
    expect(outcome?.record.counted?.source).toBe('counted')
    const { tokens = 0 } = outcome?.record.counted ?? {}
    expect(tokens).toBeGreaterThanOrEqual(100)
    expect(tokens).toBeLessThan(200)
  })
})

describe('Policies that change while the gateway runs', () => {
  it('keep what was counted, also when the limit grows or shrinks', async () => {
    const harness = limited(rate(2))
    const policies = (value: number) => ({
      rates: harness.limiter
        .policies()
        .map(({ id }) => ({ id, name: 'few', type: 'requests' as const, unit: 'rpm' as const, value })),
      usages: [],
    })
    expect(await statuses(harness, times(3, {}))).toEqual([200, 200, 429])
    harness.limiter.replace('bundle', policies(1000))
    expect(await statuses(harness, [{}])).toEqual([200])
    harness.limiter.replace('bundle', policies(4))
    expect(await statuses(harness, times(2, {}))).toEqual([200, 429])
    harness.limiter.replace('bundle', undefined)
    expect(harness.limiter.current()).toBeUndefined()
    expect(await statuses(harness, [{}])).toEqual([200])
  })
})
