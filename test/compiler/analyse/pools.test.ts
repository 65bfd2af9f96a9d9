// What is proved of pools is what they do: for generated pools and outcomes the runtime's own linked nodes call no more than the envelope
// has, as many members as the table of failures has, and send the secret of each member only where a flow leads. Then facts as tables.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberShares, targetsOfCall } from '../../../compiler/analyse/call-provider.ts'
import { analyseCapabilities } from '../../../compiler/analyse/capabilities.ts'
import { diffPlans } from '../../../compiler/analyse/diff/plan-diff.ts'
import { analyseEnvelope, callCost, listPrices } from '../../../compiler/analyse/envelope.ts'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { coverSecrets } from '../../../compiler/analyse/flows/bound-secrets.ts'
import { isBroken } from '../../../compiler/analyse/flows/flow-rules.ts'
import { flowsOfPlan } from '../../../compiler/analyse/flows/plan-flows.ts'
import { analyseLoss } from '../../../compiler/analyse/loss/loss-classes.ts'
import { fateOf, poolLosses } from '../../../compiler/analyse/loss/lost-targets.ts'
import { analysePromptCache } from '../../../compiler/analyse/prompt-cache.ts'
import { compareServedRoutes } from '../../../compiler/analyse/reachability.ts'
import { unpricedTargets } from '../../../compiler/analyse/unpriced-targets.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { bundleSecrets } from '../../../compiler/plan/bundle-secrets.ts'
import { externalUses } from '../../../compiler/plan/external-uses.ts'
import { namedModels } from '../../../compiler/plan/named-models.ts'
import { hasStatus } from '../../../compiler/plan/status-set.ts'
import type { CallNode, Config, Gateway, Manifest, Plan } from '../../../schemas/generated/types.ts'
import { realCatalog } from '../../support/catalog.ts'
import { createHarness } from '../../support/harness.ts'
import { runs } from '../../support/property-seed.ts'
import { completion } from '../../support/sample-bodies.ts'
import { type Step, steppedUpstream } from '../../support/scripted-upstream.ts'

const STATUSES = [200, 400, 401, 402, 403, 404, 408, 409, 422, 429, 500, 503, 529]

const members = fc.array(
  fc.record({ tier: fc.integer({ min: 1, max: 3 }), weight: fc.constantFrom(1, 2), host: fc.nat(2) }),
  { minLength: 1, maxLength: 5 },
)

const cases = fc.record({
  members,
  failover: fc.integer({ min: 0, max: 4 }),
  /** Which members have the model that the config forces. */
  having: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  isNamed: fc.boolean(),
  attempts: fc.integer({ min: 0, max: 2 }),
  timeout: fc.constantFrom(100, 2000),
  /** Of the host of a member. */
  outcomes: fc.array(fc.oneof(fc.constantFrom(...STATUSES), fc.constantFrom('silence', 'refused')), {
    minLength: 3,
    maxLength: 3,
  }),
  draws: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 6 }),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

const hostOf = (host: number): string => `https://host-${host}.example.com`
const nameOf = (index: number): string => 'abcde'[index] ?? ''

function projectOf({ members: list, failover, having, isNamed, attempts, timeout }: Case) {
  const named = list.flatMap((_, index) =>
    having[index] === true ? [[nameOf(index), `at-${nameOf(index)}`]] : [],
  )
  const manifest = {
    providers: {
      main: {
        pool: {
          failover: { members: failover },
          ...(isNamed && named.length > 0 && { models: { large: Object.fromEntries(named) } }),
          members: Object.fromEntries(
            list.map(({ host, ...member }, index) => [
              nameOf(index),
              {
                provider: 'openai',
                api_key: `\${env:KEY_${nameOf(index).toUpperCase()}}`,
                custom_host: `${hostOf(host)}/v1`,
                ...member,
              },
            ]),
          ),
        },
      },
    },
  }
  const config = {
    provider: '@main',
    override_params: { model: 'large' },
    request_timeout: timeout,
    retry: { attempts, on_status_codes: [429, 500, 408] },
  }
  const mayServe = isNamed && named.length > 0 ? named.length : list.length
  return { manifest, config, mayServe }
}

const stepOf = (outcome: Case['outcomes'][number] | undefined): Step =>
  outcome === 'silence'
    ? 'silence'
    : outcome === 'refused'
      ? { fails: 'refused' }
      : outcome === 200 || outcome === undefined
        ? { status: 200, body: completion('Hi') }
        : { status: outcome, body: { error: { message: 'no' } } }

async function run(each: Case) {
  const { manifest, config, mayServe } = projectOf(each)
  const gateway = lowerManifest(manifest as Manifest, realCatalog)
  const plan = lowerConfig(config as Config, realCatalog, STANDALONE)
  const upstream = steppedUpstream(({ origin }) =>
    stepOf(each.outcomes[[0, 1, 2].findIndex(host => hostOf(host) === origin)]),
  )
  const stage = createHarness({
    manifest,
    configs: { c: config },
    draws: each.draws,
    environment: Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map(name => [`KEY_${name}`, `key-${name}`])),
    upstream,
  })
  let over = false
  const reply = stage.call({ headers: { 'x-gateway-config': 'c' } }).finally(() => {
    over = true
  })
  while (!over && (await stage.clock.next()));
  return { gateway, plan, mayServe, sent: upstream.sent, time: stage.clock.monotonic(), reply: await reply }
}

/** As naively as it can be counted. */
const callsOfPass = ({ failover }: Case, mayServe: number): number => Math.min(mayServe, failover + 1)

describe('a generated pool', () => {
  it('makes no more calls and takes no longer than its envelope, which has no more than needed', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async each => {
        const { gateway, plan, mayServe, sent, time } = await run(each)
        const envelope = analyseEnvelope(plan, { gateway, callsService: () => false })
        expect(envelope.calls).toBe((each.attempts + 1) * callsOfPass(each, mayServe))
        expect(sent.length).toBeLessThanOrEqual(envelope.calls)
        expect('most' in envelope.time && time <= envelope.time.most).toBe(true)
      }),
      { numRuns: runs(150) },
    )
  })

  it('reaches its envelope where every member fails', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async each => {
        const { gateway, plan, sent, time } = await run({
          ...each,
          outcomes: ['silence', 'silence', 'silence'],
        })
        const envelope = analyseEnvelope(plan, { gateway, callsService: () => false })
        expect(sent.length).toBe(envelope.calls)
        expect(time).toBeGreaterThanOrEqual(envelope.calls * each.timeout)
      }),
      { numRuns: runs(50) },
    )
  })

  it('calls the members that the table of failures has, where all of them end alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        cases,
        fc.constantFrom(...STATUSES, 'refused' as const, 'silence' as const),
        async (each, outcome) => {
          const { gateway, plan, sent } = await run({ ...each, outcomes: [outcome, outcome, outcome] })
          const [route] = analyseFailures(plan, gateway).routes
          const row = route?.rows.find(({ outcome: found }) =>
            outcome === 'refused'
              ? found.kind === 'failure' && found.cause === 'refused'
              : outcome === 'silence'
                ? found.kind === 'failure' && found.cause === 'timeout'
                : found.kind === 'status' && hasStatus(found.statuses, outcome),
          )
          expect(sent.length).toBe((1 + (row?.retries.most ?? 0)) * (row?.members ?? 1))
        },
      ),
      { numRuns: runs(150) },
    )
  })

  it('sends the secret of a member only where a flow of the config has it', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async each => {
        const { gateway, plan, sent } = await run(each)
        const flows = flowsOfPlan(plan, gateway, realCatalog).routes.flatMap(route => route.flows)
        for (const { origin, headers } of sent) {
          const key = /key-(\w)/.exec(headers.join(' '))?.[1]
          expect(flows).toContainEqual(
            expect.objectContaining({
              carried: { kind: 'secret', secret: `env:KEY_${key}`, slug: `main.${key?.toLowerCase()}` },
              to: { kind: 'origin', origin },
            }),
          )
          expect(flows).toContainEqual(
            expect.objectContaining({
              carried: { kind: 'data', data: 'messages' },
              to: { kind: 'origin', origin },
            }),
          )
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('is sent the name of the model at each member', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async each => {
        const { gateway, plan, sent } = await run(each)
        const [call] = plan.nodes
        const names = targetsOfCall(call as CallNode, gateway).map(target => target.call.overrides['model'])
        for (const { json } of sent) expect(names).toContain((json as { readonly model: string }).model)
      }),
      { numRuns: runs(40) },
    )
  })
})

const MANIFEST: Manifest = {
  external: ['saved'],
  providers: {
    claude: {
      pool: {
        models: { sonnet: { a: 'claude-sonnet-4-5', b: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' } },
        members: {
          a: { provider: 'anthropic', api_key: '${env:A}', weight: 3 },
          b: { provider: 'bedrock', cloud1_region: 'us-east-1', api_key: '${env:B}' },
          c: { provider: '@plain', tier: 2 },
        },
      },
    },
    plain: { provider: 'openai', api_key: '${env:C}' },
    mixed: { pool: { members: { a: { provider: '@plain' }, b: { provider: '@saved' } } } },
  },
}
const gatewayOf = (manifest: Manifest): Gateway => lowerManifest(manifest, realCatalog)
const gateway = gatewayOf(MANIFEST)
const planOf = (config: Config): Plan => lowerConfig(config, realCatalog, STANDALONE)
const callOf = (config: Config): CallNode => {
  const [call] = planOf(config).nodes
  if (call?.kind !== 'call') throw new Error('The config has no target.')
  return call
}
const SONNET: Config = { provider: '@claude', override_params: { model: 'sonnet' } }
const ANY: Config = { provider: '@claude' }

describe('a pool', () => {
  it('stands for the members that have the forced model, with its name there', () => {
    const of = (config: Config) =>
      targetsOfCall(callOf(config), gateway).map(({ call, provider }) => [
        call.binding.from === 'slug' && call.binding.slug,
        provider,
        call.overrides['model'],
      ])
    expect(of(SONNET)).toEqual([
      ['claude.a', 'anthropic', 'claude-sonnet-4-5'],
      ['claude.b', 'bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ])
    expect(of(ANY).map(([slug]) => slug)).toEqual(['claude.a', 'claude.b', 'plain'])
  })

  it('costs what its dearest members cost, as many as one attempt calls', () => {
    const cost = (model: string, slug: string) => {
      const bound = callCost(
        callOf({ provider: `@${slug}`, override_params: { model } }),
        gateway,
        listPrices(),
      )
      return 'most' in bound ? bound.most : Number.NaN
    }
    expect(cost('sonnet', 'claude')).toBeCloseTo(
      cost('claude-sonnet-4-5', 'claude.a') +
        cost('us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude.b'),
    )
    const one = gatewayOf({
      providers: {
        ...MANIFEST.providers,
        claude: { pool: { ...MANIFEST.providers?.['claude']?.pool, failover: { members: 0 } } as never },
      },
    })
    const bound = callCost(callOf(SONNET), one, listPrices())
    expect('most' in bound && bound.most).toBeCloseTo(
      Math.max(
        cost('claude-sonnet-4-5', 'claude.a'),
        cost('us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude.b'),
      ),
    )
  })

  it('has no price where one member has none, also beyond those that an attempt calls', () => {
    const unpriced = gatewayOf({
      providers: {
        claude: {
          pool: {
            failover: { members: 0 },
            members: {
              a: { provider: 'anthropic', api_key: '${env:A}' },
              b: { provider: 'openai', api_key: '${env:B}' },
            },
          },
        },
      },
    })
    const call = callOf({ provider: '@claude', override_params: { model: 'claude-sonnet-4-5' } })
    expect(callCost(call, unpriced, listPrices())).toMatchObject({
      none: { reason: { kind: 'unknown-price', provider: 'openai', model: 'claude-sonnet-4-5' } },
    })
    const plan = planOf({ provider: '@claude', override_params: { model: 'claude-sonnet-4-5' } })
    expect(
      unpricedTargets(plan, undefined, node => targetsOfCall(node, unpriced)).map(({ provider, member }) => [
        provider,
        member,
      ]),
    ).toEqual([['openai', 'b']])
  })

  it('has a first content within its deadline at each member, where that does not grow', () => {
    const of = (deadlines: object) =>
      analyseEnvelope(planOf({ ...SONNET, request_timeout: 30_000 }), {
        gateway: gatewayOf({
          providers: {
            ...MANIFEST.providers,
            claude: { pool: { ...MANIFEST.providers?.['claude']?.pool, deadlines } as never },
          },
        }),
        callsService: () => false,
      })
    expect(of({ content: { base: '5s' } })).toMatchObject({
      firstContent: { most: 10_000 },
      time: { most: 60_000 },
    })
    expect(of({ content: { base: '5s', per_million_tokens: '240s' } })).toMatchObject({
      firstContent: { most: 60_000 },
    })
    expect(of({ content: { base: '90s' } })).toMatchObject({ firstContent: { most: 60_000 } })
  })

  it('makes twice the calls with hedging, and no more than it has members', () => {
    const calls = (count: number, failover: number, hedge: object | undefined) =>
      analyseEnvelope(planOf({ provider: '@p' }), {
        gateway: gatewayOf({
          providers: {
            p: {
              pool: {
                failover: { members: failover },
                ...(hedge && { hedge }),
                members: Object.fromEntries(
                  Array.from({ length: count }, (_, index) => [
                    nameOf(index),
                    { provider: 'openai', api_key: '${env:A}' },
                  ]),
                ),
              },
            },
          },
        }),
        callsService: () => false,
      }).calls
    expect([calls(5, 1, undefined), calls(5, 1, {}), calls(3, 1, {}), calls(1, 1, {})]).toEqual([2, 4, 3, 1])
  })

  it('may be named by a request, which then makes as many calls', () => {
    const { calls } = analyseEnvelope(planOf({ passthrough: true, retry: { attempts: 1 } }), {
      gateway,
      callsService: () => false,
    })
    expect(calls).toBe(6)
  })

  it('has the secrets of its members for rules about flows, also of those that are referred to', () => {
    const [rule] = coverSecrets([{ secrets: ['@claude'], only: ['api.anthropic.com'] }], gateway)
    expect(rule?.secrets).toEqual(
      expect.arrayContaining(['@claude.a', '@claude.b', '@plain', '${env:A}', '${env:B}', '${env:C}']),
    )
    const flows = flowsOfPlan(planOf(ANY), gateway, realCatalog).routes.flatMap(route => route.flows)
    const broken = flows.filter(flow => rule !== undefined && isBroken(rule, flow))
    expect(new Set(broken.map(({ to }) => to.kind === 'origin' && to.origin))).toEqual(
      new Set([
        'https://bedrock-runtime.us-east-1.amazonaws.com',
        'https://bedrock.us-east-1.amazonaws.com',
        'https://s3.us-east-1.amazonaws.com',
        'https://api.openai.com',
      ]),
    )
  })

  it('has flows of a member in the store that are not decided', () => {
    const flows = flowsOfPlan(planOf({ provider: '@mixed' }), gateway, realCatalog).routes.flatMap(
      route => route.flows,
    )
    expect(flows.filter(({ to }) => to.kind === 'unknown')).not.toEqual([])
    expect(externalUses({ gateway, plans: { c: planOf({ provider: '@mixed' }) } }).providers).toEqual([
      'saved',
    ])
  })

  it('has the secrets of its members in a bundle', () => {
    expect(bundleSecrets({ gateway, plans: {} }).map(({ location }) => location)).toEqual(
      expect.arrayContaining(['provider "claude.a", api_key', 'provider "claude.b", api_key']),
    )
  })

  it('names its models by member, each with its life', () => {
    const found = namedModels({ gateway, plans: new Map([['chat', planOf(SONNET)]]), prompts: new Map() })
    expect(found.map(({ provider, model, slug }) => [provider, model, slug])).toEqual(
      expect.arrayContaining([
        ['anthropic', 'claude-sonnet-4-5', 'claude.a'],
        ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude.b'],
      ]),
    )
  })

  it('supports what all of its members do, and what differs is named', () => {
    const mixed = gatewayOf({
      providers: {
        p: {
          pool: {
            models: { m: { a: 'gpt-5.2', b: 'claude-opus-4-6', c: 'gpt-5.2' } },
            members: {
              a: { provider: 'openai', api_key: '${env:A}' },
              b: { provider: 'anthropic', api_key: '${env:B}' },
              c: { provider: 'openai', api_key: '${env:C}' },
            },
          },
        },
      },
    })
    const plan = planOf({ provider: '@p', override_params: { model: 'm', reasoning_effort: 'xhigh' } })
    const { pairs } = analyseCapabilities(plan, analyseFailures(plan, mixed), mixed, realCatalog)
    expect(pairs.map(({ members: named }) => named)).toEqual([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ])
    expect(pairs[0]?.losses).toContainEqual(expect.objectContaining({ feature: 'override', kind: 'changed' }))
  })

  it('serves a route only where all members do', () => {
    const { unserved } = compareServedRoutes(planOf(ANY), gateway, {
      provider: realCatalog.provider,
      served: spec => Object.keys(spec.routes),
    })
    expect(unserved.find(({ provider }) => provider === 'Anthropic')?.routes).toContain('embeddings')
    expect(unserved.find(({ provider }) => provider === 'OpenAI')?.routes ?? []).not.toContain('embeddings')
  })

  it('keeps sessions at one cache of prompts, unless it is not sticky', () => {
    const causes = (sticky: boolean) =>
      analysePromptCache(planOf(SONNET), {
        gateway: gatewayOf({
          providers: {
            ...MANIFEST.providers,
            claude: { pool: { ...MANIFEST.providers?.['claude']?.pool, sticky } as never },
          },
        }),
        catalog: realCatalog,
        prompts: {},
        partials: {},
      }).causes
    expect(causes(true)).toEqual([])
    expect(causes(false)).toEqual([{ kind: 'balance', pointer: '', targets: 2, sameTarget: 0.625 }])
  })

  it('shares calls by weight in its lowest tier', () => {
    const pool = gateway.pools?.['claude']
    if (pool === undefined) throw new Error('The manifest has a pool.')
    const named = (shares: ReadonlyMap<{ readonly name: string }, number>) =>
      Object.fromEntries(Array.from(shares, ([{ name }, share]) => [name, share]))
    expect(named(memberShares(pool, pool.members))).toEqual({ a: 0.75, b: 0.25 })
    expect(named(memberShares({ pick: 'latency' }, pool.members))).toEqual({ a: 0.5, b: 0.5 })
    expect(named(memberShares(pool, pool.members.slice(2)))).toEqual({ c: 1 })
  })
})

describe('the loss', () => {
  const lose = (name: string, kind: 'slug' | 'provider' | 'region', config = ANY, other = gateway) =>
    fateOf(callOf(config), [{ name, kind }], other, realCatalog).kind
  it.each([
    ['of a member, while others are tried', '@claude.a', 'slug', ANY, 'remains'],
    ['of a provider that one member has', 'anthropic', 'provider', ANY, 'remains'],
    ['of a region that one member is in', 'us-east-1', 'region', ANY, 'remains'],
    ['of a pool', '@claude', 'slug', ANY, 'lost'],
    ['of another pool', '@mixed', 'slug', ANY, 'remains'],
  ] as const)('%s', (_title, name, kind, config, expected) => {
    expect(lose(name, kind, config)).toBe(expected)
  })

  it('of more members than a request tries is not decided, since the others serve it once those rest', () => {
    const impatient = gatewayOf({
      providers: {
        ...MANIFEST.providers,
        claude: { pool: { ...MANIFEST.providers?.['claude']?.pool, failover: { members: 0 } } as never },
      },
    })
    expect(lose('@claude.a', 'slug', ANY, impatient)).toBe('unknown')
  })

  it('names what a pool loses and what remains', () => {
    const loss = [{ name: '@claude.a', kind: 'slug' as const }]
    expect(poolLosses(planOf(ANY), loss, gateway, realCatalog)).toEqual([
      { pool: 'claude', lost: ['a'], remaining: ['b', 'c'] },
    ])
    const { classes } = analyseLoss(planOf(ANY), gateway, [{ name: '@claude', kind: 'slug' }], realCatalog)
    expect(classes.map(({ verdict }) => verdict)).toEqual(['fails'])
  })
})

describe('a difference', () => {
  const pool = MANIFEST.providers?.['claude']?.pool
  if (pool === undefined) throw new Error('The manifest has a pool.')
  const { a, b, c } = pool.members
  const changed = (change: object): Gateway =>
    gatewayOf({ ...MANIFEST, providers: { ...MANIFEST.providers, claude: { pool: { ...pool, ...change } } } })
  const compare = (other: Gateway, config = SONNET) =>
    diffPlans(
      { plan: planOf(config), gateway },
      { plan: planOf(config), gateway: other },
      { catalog: realCatalog, callsService: () => false },
    )
  it.each<readonly [string, object, Config, readonly string[] | undefined, string | undefined]>([
    ['of nothing', {}, SONNET, undefined, undefined],
    ['in the order of members of other tiers', { members: { c, a, b } }, SONNET, undefined, undefined],
    [
      'in a weight',
      { members: { a: { ...a, weight: 1 }, b, c } },
      SONNET,
      ['pool.members.a.weight'],
      'routing',
    ],
    ['in a tier', { members: { a, b: { ...b, tier: 2 }, c } }, SONNET, ['pool.members.b.tier'], 'routing'],
    ['in the pick', { pick: 'latency' }, SONNET, ['pool.pick'], 'routing'],
    [
      'in a model',
      { models: { sonnet: { ...pool.models?.['sonnet'], a: 'claude-sonnet-5' } } },
      SONNET,
      ['pool.models'],
      'cost',
    ],
    [
      'in another model',
      { models: { ...pool.models, opus: { a: 'claude-opus-4-6' } } },
      SONNET,
      undefined,
      undefined,
    ],
    ['in a member without the model', { members: { a, b } }, SONNET, undefined, undefined],
    ['in a member that is gone', { members: { a, b } }, ANY, ['pool.members.c'], 'cost'],
    [
      'in a member with a new host',
      { members: { a: { ...a, custom_host: 'https://models.example.com/v1' }, b, c } },
      SONNET,
      ['pool.members.a.provider'],
      'security',
    ],
  ])('%s', (_title, change, config, names, level) => {
    const diff = compare(changed(change), config)
    expect(diff.traffic[0]?.settings.flatMap(setting => setting.names)).toEqual(names)
    expect(diff.level).toBe(level)
  })
})
