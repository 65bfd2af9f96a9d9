// The simulation: the calls, waits and reply of one request by what providers do.
import { describe, expect, it } from 'vitest'
import type { Trace } from '../../../runtime/simulation/trace.ts'
import type { GivenRequest, UpstreamScripts } from '../../../schemas/generated/types.ts'
import { bundleOf, SIMULATED_PROVIDERS, simulationOf } from '../../support/simulated-project.ts'

const FALLBACK = {
  strategy: { mode: 'fallback' },
  retry: { attempts: 2 },
  request_timeout: 5000,
  targets: [
    { provider: '@openai' },
    { provider: '@anthropic', override_params: { model: 'claude-sonnet-5-5' } },
  ],
}
const SPLIT = {
  strategy: { mode: 'loadbalance' },
  targets: [
    { provider: '@openai', weight: 3 },
    { provider: '@anthropic', weight: 1, override_params: { model: 'claude-sonnet-5-5' } },
  ],
}
const CACHED = { ...FALLBACK, cache: { mode: 'simple' } }
const GUARDED = {
  provider: '@openai',
  input_guardrails: [{ 'default.webhook': { webhookURL: 'https://checks.example/verdict' }, deny: true }],
}

const bundle = bundleOf({
  fallback: FALLBACK,
  split: SPLIT,
  cached: CACHED,
  guarded: GUARDED,
  single: { provider: '@openai' },
})
const trace = async (
  config: string | undefined,
  upstreams: UpstreamScripts = {},
  given: GivenRequest = {},
): Promise<Trace> => await simulationOf(bundle).run({ config, upstreams, given })
const targetsOf = ({ calls }: Trace) =>
  calls.map(call => `${call.target?.slice('config.'.length)} ${call.outcome}`)
const STREAM = { body: { stream: true } }

describe('what providers do', () => {
  const cases: readonly (readonly [string, UpstreamScripts, readonly string[], readonly number[], number])[] =
    [
      ['nothing scripted: the first target replies', {}, ['targets[0] 200'], [], 0],
      [
        'a status is retried, with its waits',
        { '@openai': [{ status: 503 }, { status: 500 }, {}] },
        ['targets[0] 503', 'targets[0] 500', 'targets[0] 200'],
        [100, 300],
        400,
      ],
      [
        'the last step repeats, and the next target is called',
        { '@openai': { status: 503, delay: 50 } },
        ['targets[0] 503', 'targets[0] 503', 'targets[0] 503', 'targets[1] 200'],
        [100, 300, 0],
        550,
      ],
      [
        'a failing network is retried',
        { openai: [{ fail: 'dns' }, { fail: 'tls' }, { fail: 'refused', delay: 10 }] },
        ['targets[0] dns', 'targets[0] tls', 'targets[0] refused', 'targets[1] 200'],
        [100, 300, 0],
        410,
      ],
      [
        'a provider that hangs is left at the timeout',
        { 'config.targets[0]': { fail: 'timeout' } },
        ['targets[0] timeout', 'targets[1] 200'],
        [0],
        5000,
      ],
      [
        'the most specific script counts',
        {
          '*': { status: 400 },
          openai: { status: 401 },
          '@openai': { status: 402 },
          config: { status: 404 },
          'config.targets[1]': {},
        },
        ['targets[0] 404', 'targets[1] 200'],
        [0],
        0,
      ],
      [
        'a reply that breaks off is retried',
        { '@openai': [{ cut: 'after' }, {}] },
        ['targets[0] 200', 'targets[0] 200'],
        [100],
        100,
      ],
    ]
  it.each(cases)('%s', async (_title, upstreams, calls, waits, time) => {
    const traced = await trace('fallback', upstreams)
    expect(targetsOf(traced)).toEqual(calls)
    expect(traced.waits).toEqual(waits)
    expect(traced.time).toBe(time)
    expect(traced.reply.status).toBe(200)
    expect(traced.problems).toEqual([])
  })
})

describe('streams', () => {
  it('a cut before the first content goes to the next target, unseen by the client', async () => {
    const traced = await trace('fallback', { '@openai': { stream: ['a'], cut: 'before' } }, STREAM)
    expect(targetsOf(traced).at(-1)).toBe('targets[1] 200')
    expect(traced.reply).toMatchObject({
      status: 200,
      complete: true,
      content: 'Hello from the simulated provider.',
    })
  })

  it('a cut after it ends the reply with an error', async () => {
    const traced = await trace('fallback', { '@openai': { stream: ['a', 'b'], cut: 'after' } }, STREAM)
    expect(targetsOf(traced)).toEqual(['targets[0] 200'])
    expect(traced.reply).toMatchObject({ content: 'ab', complete: false })
  })

  it('pieces arrive with their interval', async () => {
    const traced = await trace('single', { '@openai': { stream: ['a', 'b'], interval: 10 } }, STREAM)
    expect(traced.time).toBe(50)
  })
})

describe('replies in the format of the provider', () => {
  const providers = {
    ...SIMULATED_PROVIDERS,
    google: { provider: 'google', api_key: '${env:GOOGLE_KEY}' },
    cohere: { provider: 'cohere', api_key: '${env:COHERE_KEY}' },
    ollama: { provider: 'ollama-native' },
    bedrock: {
      provider: 'bedrock',
      cloud1_access_key_id: '${env:AWS_KEY}',
      cloud1_secret_access_key: '${env:AWS_SECRET}',
      cloud1_region: 'us-east-1',
    },
  }
  const names = Object.keys(providers)
  const all = bundleOf(
    Object.fromEntries(names.map(name => [name, { provider: `@${name}`, override_params: { model: 'm' } }])),
    { providers },
  )
  it.each(names.flatMap(name => [[name, 'whole'] as const, [name, 'streamed'] as const]))(
    '%s, %s',
    async (config, form) => {
      const given = form === 'streamed' ? STREAM : {}
      const upstreams = { '*': { content: 'Bonjour' } }
      const traced = await simulationOf(all).run({ config, given, upstreams })
      expect(traced.reply).toMatchObject({ status: 200, content: 'Bonjour', complete: true })
      expect(traced.reply.events.length > 0).toBe(form === 'streamed')
    },
  )
})

describe('draws and jitter', () => {
  it.each([
    [undefined, 'targets[0]'],
    [0.74, 'targets[0]'],
    [0.76, 'targets[1]'],
  ])('the draw %s selects %s', async (draw, target) => {
    const given = draw === undefined ? {} : { draw }
    expect(targetsOf(await trace('split', {}, given))).toEqual([`${target} 200`])
  })

  it('jitter shortens the waits', async () => {
    const traced = await trace('fallback', { '@openai': [{ status: 503 }, {}] }, { jitter: 0.5 })
    expect(traced.waits).toEqual([50])
  })
})

describe('secrets', () => {
  it('are references in traces, each at its own provider', async () => {
    const { calls } = await trace('fallback', { '@openai': { status: 401 } })
    expect(calls.map(({ headers }) => headers['authorization'] ?? headers['x-api-key'])).toEqual([
      'Bearer ${env:OPENAI_API_KEY}',
      '${env:ANTHROPIC_API_KEY}',
    ])
  })

  it('of callers are masked', async () => {
    const headers = { authorization: 'Bearer sk-of-the-caller', 'x-gateway-provider': 'openai' }
    const { calls } = await trace(undefined, {}, { headers })
    expect(calls.map(call => call.headers['authorization'])).toEqual(['Bearer ****'])
  })

  it('an API key of the manifest is sent by its identifier', async () => {
    const apiKeys = [
      { id: 'web', hash: `sha256:${'0'.repeat(64)}` },
      { id: 'batch', hash: `sha256:${'1'.repeat(64)}` },
    ]
    const keyed = bundleOf({ single: { provider: '@openai' } }, { api_keys: apiKeys })
    const statusOf = async (given: GivenRequest) =>
      (await simulationOf(keyed).run({ config: 'single', upstreams: {}, given })).reply.status
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ caller: 'batch' })).toBe(200)
    expect(await statusOf({ headers: { 'x-gateway-api-key': 'ptl_wrong' } })).toBe(401)
  })
})

describe('earlier requests', () => {
  it('fill the cache until the simulation restarts', async () => {
    const simulation = simulationOf(bundle)
    const request = { config: 'cached', upstreams: {}, given: {} }
    const statusOf = async () => (await simulation.run(request)).reply.headers['x-gateway-cache-status']
    expect(await statusOf()).toBe('MISS')
    expect(await statusOf()).toBe('HIT')
    simulation.restart()
    expect(await statusOf()).toBe('MISS')
  })

  it('open a circuit, which closes after its cooldown', async () => {
    const breaker = { failure_threshold: 1, cooldown_interval: 30_000, failure_status_codes: [500] }
    const broken = bundleOf({ chat: { ...FALLBACK, retry: { attempts: 0 }, cb_config: breaker } })
    const simulation = simulationOf(broken)
    const run = async () =>
      targetsOf(
        await simulation.run({ config: 'chat', given: {}, upstreams: { '@openai': [{ status: 500 }] } }),
      )
    expect(await run()).toEqual(['targets[0] 500', 'targets[1] 200'])
    expect(await run()).toEqual(['targets[1] 200'])
    await simulation.pause(30_000)
    expect(await run()).toEqual(['targets[0] 500', 'targets[1] 200'])
  })
})

describe('what a simulation cannot know', () => {
  it('the reply of a service that no script answers', async () => {
    const { problems, calls } = await trace('guarded')
    expect(problems).toEqual([expect.stringContaining('https://checks.example/verdict')])
    expect(calls[0]?.target).toBeUndefined()
  })

  it('scripted, it decides', async () => {
    const denied = await trace('guarded', { 'https://checks.example': { body: { verdict: false } } })
    expect([denied.reply.status, denied.calls.length]).toEqual([446, 1])
    const passed = await trace('guarded', { 'https://checks.example': { body: { verdict: true } } })
    expect([passed.reply.status, passed.calls.length]).toEqual([200, 2])
  })

  it('a check beside the call is none of the target', async () => {
    const check = {
      'default.llmJudge': { provider: '@anthropic', model: 'claude-haiku-4-5', rubric: 'Polite.' },
    }
    const beside = bundleOf({
      chat: { provider: '@openai', input_guardrails: [{ ...check, when: 'beside', deny: true }] },
    })
    const upstreams = {
      '@openai': { delay: 20 },
      '@anthropic': { delay: 5 },
    }
    const { calls, problems } = await simulationOf(beside).run({ config: 'chat', given: {}, upstreams })
    expect(problems).toEqual([])
    expect(calls.map(({ target, slug, ended }) => [slug, target, ended]).toSorted()).toEqual([
      ['anthropic', undefined, 5],
      ['openai', 'config', 20],
    ])
  })

  it('a body that is more than a text', async () => {
    const { problems } = await trace('single', {}, { path: 'moderations', body: { input: 'Hello' } })
    expect(problems).toEqual([expect.stringContaining('"body"')])
  })
})

describe('a service account by reference', () => {
  it('is one that a provider takes, and no secret of it is shown', async () => {
    const account = { cloud3_service_account_json: '${env:ACCOUNT}', cloud3_region: 'europe-west4' }
    const model = { override_params: { model: 'gemini-3-flash' } }
    const simulation = simulationOf(bundleOf({ vertex: { provider: 'vertex', ...account, ...model } }))
    const { calls, reply } = await simulation.run({ config: 'vertex', upstreams: {}, given: {} })
    expect([reply.status, calls.map(({ url }) => new URL(url).host)]).toEqual([
      200,
      ['europe-west4-aiplatform.googleapis.com'],
    ])
    expect(JSON.stringify(calls)).not.toContain('PRIVATE KEY')
  })
})
