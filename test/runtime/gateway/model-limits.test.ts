// A policy with a condition on the model counts a call if the client names the model or a target sends it, whatever an alias, an
// override, an inline config or a spelling does (semantics, section 20); and it counts the call once.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createMemoryCounters } from '../../../runtime/limits/memory-counters.ts'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import { runs } from '../../support/property-seed.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { limited, rate, reply, statuses, times, usage } from './limited-gateway.ts'

const NAMES = ['a', 'b', 'c']
const SPELLINGS: readonly ((name: string) => string)[] = [
  name => name,
  name => name.toUpperCase(),
  name => ` ${name}\u00a0`,
  name => `\u200b${name}`,
  name => String.fromCodePoint((name.codePointAt(0) ?? 0) + 0xfee0),
]
const name = fc.constantFrom(...NAMES)
const spelled = fc
  .tuple(name, fc.constantFrom(...SPELLINGS))
  .map(([plain, spell]) => ({ plain, text: spell(plain) }))

/** A target: the model that its override names, and whether its provider fails. */
const target = fc.record({ override: fc.option(spelled, { nil: undefined }), fails: fc.boolean() })
const OK: Step = { status: 200, body: completion('Hi', usage(10, 10)) }
const DOWN: Step = { status: 503, body: { error: { message: 'down' } } }

const call = fc
  .record({
    client: spelled,
    /** The client's name is an alias of this model. */
    alias: fc.option(name, { nil: undefined }),
    targets: fc.array(target, { minLength: 1, maxLength: 3 }),
    isInline: fc.boolean(),
  })
  .filter(({ client, alias }) => client.text !== alias)

interface Call {
  readonly client: { readonly plain: string; readonly text: string }
  readonly alias: string | undefined
  readonly targets: readonly {
    readonly override: { readonly plain: string; readonly text: string } | undefined
    readonly fails: boolean
  }[]
  readonly isInline: boolean
}

/** The names that the client and the targets send, as far as the call goes. */
function namesOf({ client, alias, targets, isInline }: Call) {
  const last = targets.findIndex(({ fails }) => !fails)
  const called = targets.slice(0, last < 0 ? targets.length : last + 1)
  // Aliases are for calls that name no config.
  const named = alias === undefined || isInline ? client.plain : alias
  return { client: client.plain, sent: called.map(({ override }) => override?.plain ?? named), called }
}

async function play(given: Call, policy: object) {
  const { client, alias, targets, isInline } = given
  const config = {
    strategy: { mode: 'fallback' },
    targets: targets.map(({ override }) => ({
      provider: '@main',
      ...(override === undefined ? {} : { override_params: { model: override.text } }),
    })),
  }
  const { called } = namesOf(given)
  const harness = createHarness({
    manifest: {
      ...STORED_PROVIDERS,
      defaults: { config: 'saved' },
      ...(alias === undefined ? {} : { aliases: { [client.text]: alias } }),
      policies: { rate_limits: [{ name: 'few', type: 'requests', unit: 'rpm', value: 100, ...policy }] },
    },
    configs: { saved: config },
    script: called.map(({ fails }) => (fails ? DOWN : OK)),
  })
  await harness.call({
    headers: isInline ? { 'x-gateway-config': JSON.stringify(config) } : {},
    body: { ...CHAT, model: client.text },
  })
  expect(harness.upstream.sent).toHaveLength(called.length)
  const [counted] = harness.limiter.policies()
  return async (entity: string) => (counted === undefined ? 0 : await harness.limiter.used(counted, entity))
}

describe('A policy with a condition on the model', () => {
  test('counts a call once if the client names the model or a target that is called sends it', async () => {
    await fc.assert(
      fc.asyncProperty(call, spelled, async (given, value) => {
        const used = await play(given, { conditions: [{ key: 'model', value: value.text }] })
        const { client, sent } = namesOf(given)
        expect(await used('')).toBe([client, ...sent].includes(value.plain) ? 1 : 0)
      }),
      { numRuns: runs(30) },
    )
  })

  test('that excludes a model counts a call once if a target has it neither from the client nor sends it', async () => {
    await fc.assert(
      fc.asyncProperty(call, spelled, async (given, value) => {
        const used = await play(given, { conditions: [{ key: 'model', value: value.text, excludes: true }] })
        const { client, sent } = namesOf(given)
        const isConcerned = client !== value.plain && sent.some(each => each !== value.plain)
        expect(await used('')).toBe(isConcerned ? 1 : 0)
      }),
      { numRuns: runs(20) },
    )
  })

  test('grouped by the model counts a call once for each name that is sent', async () => {
    await fc.assert(
      fc.asyncProperty(call, async given => {
        const used = await play(given, { group_by: [{ key: 'model' }] })
        const { sent } = namesOf(given)
        for (const each of NAMES) expect(await used(JSON.stringify([each]))).toBe(sent.includes(each) ? 1 : 0)
      }),
      { numRuns: runs(20) },
    )
  })
})

const CONDITIONS = [{ key: 'model', value: 'gpt-4o' }]
const inline = (config: object, model: string, more: object = {}) => ({
  headers: { 'x-gateway-config': JSON.stringify(config) },
  body: { ...CHAT, model, max_tokens: 10, ...more },
})
const overridden = inline({ provider: '@main', override_params: { model: 'gpt-4o' } }, 'gpt-4o-x')

describe('A limit of a model', () => {
  it('refuses a target that would send it, and a fallback goes on', async () => {
    const { call: send } = limited(rate(1, { conditions: CONDITIONS }))
    const config = {
      strategy: { mode: 'fallback' },
      targets: [
        { provider: '@main', override_params: { model: 'gpt-4o' } },
        { provider: '@main', override_params: { model: 'other' } },
      ],
    }
    expect((await send(inline(config, 'any'))).outcome?.reply.target).toBe('config.targets[0]')
    expect(await send(inline(config, 'any'))).toMatchObject({
      status: 200,
      outcome: { reply: { target: 'config.targets[1]' }, record: { limit: 'few' } },
    })
    // The client's name holds at every target.
    expect((await send(inline(config, 'GPT-4o'))).status).toBe(429)
  })

  it('ends the call where no target is left, with the headers of a refusal', async () => {
    const { call: send, upstream } = limited(rate(1, { conditions: CONDITIONS }))
    expect((await send(overridden)).status).toBe(200)
    expect(await send(overridden)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect(upstream.sent).toHaveLength(1)
  })

  it('gives back what a target has reserved that is not called', async () => {
    const { call: send, limiter } = limited(rate(1, { conditions: CONDITIONS }), {
      script: [{ status: 200, body: { object: 'list', data: [] } }, reply()],
    })
    const config = {
      strategy: { mode: 'fallback' },
      targets: [
        { provider: '@claude', override_params: { model: 'gpt-4o' } },
        { provider: '@main', override_params: { model: 'other' } },
      ],
    }
    // The first one serves no embeddings.
    const { headers } = inline(config, 'x')
    const { outcome } = await send({ path: '/embeddings', headers, body: { model: 'x', input: 'y' } })
    expect(outcome?.reply).toMatchObject({ status: 200, target: 'config.targets[1]' })
    const [policy] = limiter.policies()
    expect(policy && (await limiter.used(policy, ''))).toBe(0)
    expect(await statuses({ call: send } as never, times(2, overridden))).toEqual([200, 429])
  })

  it('counts a call of the client that is answered by the cache, as others do', async () => {
    const { call: send } = limited(rate(2, { conditions: CONDITIONS }))
    const cached = inline({ provider: '@main', cache: { mode: 'simple' } }, 'gpt-4o')
    expect(await statuses({ call: send } as never, times(3, cached))).toEqual([200, 200, 429])
  })

  it('is counted where counters answer later', async () => {
    const { call: send, limiter } = limited(rate(2, { conditions: CONDITIONS }), {
      counters: clock => {
        const counters = createMemoryCounters(clock)
        return { ...counters, reserve: async (...given) => counters.reserve(...given) }
      },
      script: [{ status: 503, body: {} }, ...times(5, reply())],
    })
    const twice = { provider: '@main', override_params: { model: 'GPT-4o' } }
    const config = { strategy: { mode: 'fallback' }, targets: [twice, twice] }
    const [policy] = limiter.policies()
    expect((await send(inline(config, 'x'))).status).toBe(200)
    expect(policy && (await limiter.used(policy, ''))).toBe(1)
    expect(await statuses({ call: send } as never, times(2, inline(config, 'x')))).toEqual([200, 429])
  })

  it('counts the tokens of the targets that it concerns', async () => {
    const policies = {
      rate_limits: [{ name: 't', type: 'tokens', unit: 'rpm', value: 1000, conditions: CONDITIONS }],
    }
    const { call: send, limiter } = limited(policies, { script: times(9, reply(100, 200)) })
    expect((await send(overridden)).outcome?.record.counted?.counted()).toMatchObject({ tokens: 300 })
    expect((await send(inline({ provider: '@main' }, 'other'))).outcome?.record.counted).toBeUndefined()
    const [policy] = limiter.policies()
    expect(policy && (await limiter.used(policy, ''))).toBe(300)
    expect(await statuses({ call: send } as never, times(4, overridden))).toEqual([200, 200, 200, 429])
  })

  it('asks for the usage of a stream where a target makes a limit of tokens concern it', async () => {
    const policies = {
      rate_limits: [{ name: 't', type: 'tokens', unit: 'rpm', value: 1000, conditions: CONDITIONS }],
    }
    const { call: send, upstream } = limited(policies, { script: times(2, reply()) })
    await send(inline({ provider: '@main', override_params: { model: 'gpt-4o' } }, 'x', { stream: true }))
    await send(inline({ provider: '@main' }, 'x', { stream: true }))
    expect(upstream.sent.map(({ json }) => (json as { stream_options?: object }).stream_options)).toEqual([
      { include_usage: true },
      undefined,
    ])
  })

  it('counts cost once, and refuses with 412 where the budget is used up', async () => {
    const policies = {
      usage_limits: [{ name: 'month', type: 'cost', credit_limit: 0.01, conditions: CONDITIONS }],
    }
    const { call: send } = limited(policies, { script: times(9, reply(1000, 1000)) })
    expect((await send(overridden)).outcome?.record.counted?.counted()).toMatchObject({ cost: 12_500_000 })
    expect((await send(overridden)).status).toBe(412)
    expect((await send(inline({ provider: '@main' }, 'gpt-4o-mini'))).status).toBe(200)
  })

  it.each<readonly [string, object, string]>([
    [
      'a deployment of Azure',
      { provider: 'azure', api_key: 'k', cloud2_resource_name: 'r', cloud2_deployment_id: 'gpt-4o' },
      'any',
    ],
    ['a name at Gemini', { provider: 'google', api_key: 'k' }, 'models/gpt-4o'],
  ])('counts what the provider is asked for: %s', async (_title, config, model) => {
    const { call: send } = limited(rate(1, { conditions: CONDITIONS }))
    await send(inline(config, model))
    expect((await send(inline(config, model))).status).toBe(429)
  })

  it.each<readonly [string, object]>([
    ['a passed body', { path: '/other', body: { model: 'GPT-4o' } }],
    ['a passed path', { path: '/model/gpt-4o/converse', body: { messages: [] } }],
    [
      'a path of Gemini',
      {
        path: '/models/GPT-4o:generateContent',
        headers: { 'x-gateway-config': '{"provider":"google","api_key":"k"}' },
        body: { contents: [] },
      },
    ],
  ])('counts a model in %s', async (_title, input) => {
    const { call: send } = limited(rate(1, { conditions: CONDITIONS }))
    await send(input)
    expect((await send(input)).status).toBe(429)
    expect((await send({ method: 'GET', path: '/models/gpt-4o' })).status).toBe(200)
  })

  it('counts the model of a form', async () => {
    const { call: send } = limited(rate(1, { conditions: [{ key: 'model', value: 'whisper-1' }] }))
    const form = (model: string) => ({
      path: '/audio/transcriptions',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\ncontent-disposition: form-data; name="model"\r\n\r\n${model}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nx\r\n--b--\r\n`,
    })
    expect(
      await statuses({ call: send } as never, [form('Whisper-1'), form('whisper-1'), form('other')]),
    ).toEqual([200, 429, 200])
  })

  it('is not evaded by a body that names two models, of which some providers read the last', async () => {
    const { call: send, upstream } = limited(rate(9, { conditions: CONDITIONS }))
    const body = '{"model":"cheap","messages":[],"mod\\u0065l":"gpt-4o"}'
    expect((await send({ body })).status).toBe(400)
    expect(upstream.sent).toHaveLength(0)
  })
})
