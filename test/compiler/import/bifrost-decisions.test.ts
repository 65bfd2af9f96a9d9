// Generated configurations of Bifrost decide as its documentation describes after the import: the keys of a model are a pool with their weights,
// one key is called again after a failure of the server, rules go by the model.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { asObject } from '../../../schemas/values/json.ts'
import { decidingProject, pickByWeight } from '../../support/imported-decisions.ts'
import { importText } from '../../support/imported-project.ts'

const MODELS = ['m1', 'm2'] as const

interface Key {
  readonly variable: string
  readonly models: readonly string[]
  readonly blacklisted_models: readonly string[]
  readonly weight: number
  readonly aliases: Readonly<Record<string, string>>
}

interface Source {
  readonly keys: readonly Key[]
  readonly retries: number
  readonly rules: readonly { readonly model: string; readonly sent: string; readonly weight: number }[]
  readonly fallbacks: readonly string[]
}

const key = (variable: string): fc.Arbitrary<Key> =>
  fc.record({
    variable: fc.constant(variable),
    models: fc.subarray([...MODELS], { minLength: 1 }),
    blacklisted_models: fc.subarray(['m1']),
    weight: fc.integer({ min: 1, max: 5 }),
    aliases: fc.constantFrom({}, { nick: 'real' }),
  })

const source: fc.Arbitrary<Source> = fc.record({
  keys: fc.tuple(key('ONE'), key('TWO'), key('THREE')).chain(keys => fc.subarray(keys, { minLength: 1 })),
  retries: fc.integer({ min: 0, max: 4 }),
  rules: fc.uniqueArray(
    fc.record({
      model: fc.constant('ruled'),
      sent: fc.constantFrom('m1', 'm2', 'nick'),
      weight: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 2, selector: ({ sent }) => sent },
  ),
  fallbacks: fc.subarray(['openai/m1', 'openai/m2']),
})

const written = ({ keys, retries, rules, fallbacks }: Source): string =>
  JSON.stringify({
    providers: {
      openai: {
        keys: keys.map(({ variable, ...each }) => ({ name: variable, value: `env.${variable}`, ...each })),
        network_config: { max_retries: retries },
      },
    },
    governance: {
      routing_rules: [
        {
          name: 'ruled',
          cel_expression: 'model == "ruled"',
          targets: rules.map(({ sent, weight }) => ({ provider: 'openai', model: sent, weight })),
          fallbacks,
        },
      ],
    },
  })

interface Asked {
  readonly model: string
  readonly draw: number
  readonly statuses: Readonly<Record<string, number>>
}

const status = fc.constantFrom(200, 400, 401, 429, 500)
const asked: fc.Arbitrary<Asked> = fc.record({
  model: fc.constantFrom('openai/m1', 'openai/m2', 'openai/nick', 'ruled', 'unknown'),
  draw: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  statuses: fc.record({ ONE: status, TWO: status, THREE: status }),
})

const serving = ({ keys }: Source, model: string): readonly Key[] =>
  keys.filter(
    each =>
      !each.blacklisted_models.includes(model) &&
      (each.models.includes(model) || Object.hasOwn(each.aliases, model)),
  )

/** The calls of a model in turn; a key that follows another is the next one, as good as any other of the documentation's choices. */
function callsOf(input: Source, model: string, { draw, statuses }: Asked): readonly string[] {
  const keys = serving(input, model)
  const first = pickByWeight(keys, draw)
  if (first === undefined) return []
  const calls: string[] = []
  let left = input.retries
  for (let at = keys.indexOf(first); ; ) {
    const { variable, aliases } = keys[at % keys.length] as Key
    const reply = statuses[variable] ?? 200
    calls.push(`${variable} ${aliases[model] ?? model}`)
    if (left === 0 || reply === 200 || reply === 400) return calls
    left -= 1
    if (reply === 500) continue
    if (keys.length === 1 && reply === 401) return calls
    at += 1
  }
}

function documented(input: Source, request: Asked): readonly string[] {
  if (request.model !== 'ruled') return callsOf(input, request.model.replace('openai/', ''), request)
  const targets = input.rules.filter(({ sent }) => serving(input, sent).length > 0)
  const target = pickByWeight(targets, request.draw)
  if (target === undefined) return []
  const calls: string[] = []
  for (const model of [target.sent, ...input.fallbacks.map(each => each.replace('openai/', ''))]) {
    calls.push(...callsOf(input, model, request))
    const last = calls.at(-1)?.split(' ')[0] ?? ''
    if (serving(input, model).length > 0 && request.statuses[last] === 200) break
  }
  return calls
}

const modelsOf = (input: Source, { model }: Asked): readonly string[] =>
  model === 'ruled'
    ? [...input.rules.map(({ sent }) => sent), ...input.fallbacks.map(each => each.replace('openai/', ''))]
    : [model.replace('openai/', '')]

interface WrittenPool {
  readonly models?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly members: Readonly<Record<string, { readonly provider: string; readonly weight?: number }>>
}

/** The keys that the pool of an imported project calls for a model: `VARIABLE sent weight`; undefined without a pool. */
function pooledKeys(manifest: string, model: string): readonly string[] | undefined {
  const providers = asObject(asObject(parse(manifest))['providers'])
  const pool = Object.values(providers).map(each => asObject(each)['pool'])
  const found = pool.find(each => each !== undefined) as WrittenPool | undefined
  if (found === undefined) return undefined
  return Object.entries(found.members).flatMap(([name, { provider, weight = 1 }]) => {
    const sent = found.models === undefined ? model : found.models[model]?.[name]
    const variable = /env:(\w+)\}/.exec(String(asObject(providers[provider.slice(1)])['api_key']))?.[1]
    return sent === undefined ? [] : [`${variable} ${sent} ${weight}`]
  })
}

describe('Bifrost, as documented', () => {
  it('shares the requests of a model among the keys that serve it, by their weights', () => {
    fc.assert(
      fc.property(source, input => {
        const manifest = importText(written(input), 'config.json').files.get('gateway.yaml') ?? ''
        for (const model of ['m1', 'm2', 'nick']) {
          const keys = serving(input, model)
          const pooled = pooledKeys(manifest, model)
          if (keys.length > 1)
            expect(pooled).toEqual(
              keys.map(({ variable, aliases, weight }) => `${variable} ${aliases[model] ?? model} ${weight}`),
            )
        }
      }),
    )
  })

  it('decides as the imported project', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(source, fc.array(asked, { minLength: 3, maxLength: 3 }), async (input, requests) => {
        const decide = decidingProject(importText(written(input), 'config.json'))
        for (const request of requests) {
          // Which of several keys is called is decided by what happens.
          if (modelsOf(input, request).some(model => serving(input, model).length > 1)) continue
          // A second round skips keys that are refused for good, which no config remembers.
          if (
            input.retries >= 1 &&
            Object.values(request.statuses).includes(401) &&
            input.retries >= input.keys.length - 1
          )
            continue
          const given = { body: { model: request.model }, draw: request.draw }
          const { calls } = await decide(given, request.statuses)
          expect(calls).toEqual(documented(input, request))
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('limits of virtual keys', () => {
  const virtual = (name: string, request_max_limit: number | undefined) => ({
    name,
    value: `sk-bf-${name}`,
    ...(request_max_limit !== undefined && {
      rate_limit: { request_max_limit, request_reset_duration: '1m' },
    }),
  })
  const imported = (virtual_keys: readonly object[]) => {
    const { files } = importText(
      JSON.stringify({
        providers: { openai: { keys: [{ name: 'a', value: 'env.A', models: ['m1'], weight: 1 }] } },
        governance: { virtual_keys },
      }),
      'config.json',
      { from: 'bifrost' },
    )
    const { api_keys, limit_profiles } = asObject(parse(files.get('gateway.yaml') ?? ''))
    return { api_keys, limit_profiles }
  }
  const rates = (value: number) => [{ type: 'requests', unit: 'rpm', value, uncounted: 'allow' }]

  it('are one profile where several keys have them, and those of the key otherwise', () => {
    const keys = [virtual('a', 10), virtual('b', 20), virtual('c', 10), virtual('d', undefined)]
    expect(imported(keys)).toMatchObject({
      limit_profiles: { 'shared-limits': { rate_limits: rates(10) } },
      api_keys: [
        { id: 'a', limit_profile: 'shared-limits' },
        { id: 'b', rate_limits: rates(20) },
        { id: 'c', limit_profile: 'shared-limits' },
        { id: 'd' },
      ],
    })
  })

  it('are no profile where no two keys have the same', () => {
    const { limit_profiles } = imported([virtual('a', 10), virtual('b', 20), virtual('d', undefined)])
    expect(limit_profiles).toBeUndefined()
  })
})
