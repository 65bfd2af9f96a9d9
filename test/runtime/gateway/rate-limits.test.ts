// Limits of requests on the path of a call (semantics, section 20): who is counted, what is refused and how, also at one provider.
import { describe, expect, it } from 'vitest'
import { STORED_PROVIDERS } from '../../support/harness.ts'
import { CHAT } from '../../support/sample-bodies.ts'
import { apiKey, limited, rate, reply, statuses, times } from './limited-gateway.ts'

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
          code: 'rate_limited',
          message: 'The rate limit "tight" of 1 request per minute has no room for this call; retry in 45 s.',
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
    [
      'the requested model',
      { key: 'model', value: 'gpt-6-sol' },
      { model: '@main/gpt-6-sol' },
      { model: 'other' },
    ],
    ['an alias as requested', { key: 'model', value: 'fast' }, { model: 'fast' }, { model: 'gpt-6-sol' }],
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
        aliases: { fast: 'gpt-6-sol' },
        api_keys: [apiKey('ann', { workspace: 'red' }), apiKey('bob')],
      },
    })
    const input = ({
      key = 'bob',
      model = 'gpt-6-sol',
      config,
      path,
      team,
    }: Record<string, string> = {}) => ({
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
          { name: 'all', type: 'requests', unit: 'rph', value: 2 },
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
