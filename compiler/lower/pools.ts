// Lowers a pool: its members become stored providers of their own, `claude.a`, which whatever works with providers sees as such; the
// pool refers to them.
import type {
  PlanDeadline,
  PlanPool,
  PlanPoolMember,
  PoolMember,
  ProviderPool,
  StoredProvider,
} from '../../schemas/generated/types.ts'

type Deadline = NonNullable<NonNullable<ProviderPool['deadlines']>['headers']>

/** Of a tier, a weight and so on, which the schema states. */
const DEFAULTS = { weight: 1, tier: 1, failover: 2, idle: '10m', percentile: 'p95', hedged: '5%' }

/** The slug of a member that is written in the pool. */
const slugOfMember = (pool: string, member: string): string => `${pool}.${member}`

/** The stored providers of a manifest, those of the members of its pools among them. */
export const storedProviders = (
  providers: Readonly<Record<string, StoredProvider>>,
): readonly (readonly [string, StoredProvider])[] =>
  Object.entries(providers).flatMap(([slug, { pool, ...provider }]) =>
    pool === undefined
      ? [[slug, provider] as const]
      : Object.entries(pool.members).flatMap(([name, member]) => {
          const { weight, tier, account, share, limits, ...own } = member
          return own.provider.startsWith('@') ? [] : [[slugOfMember(slug, name), own] as const]
        }),
  )

/** The pools of a manifest by slug; undefined without any. */
export function lowerPools(
  providers: Readonly<Record<string, StoredProvider>>,
): Readonly<Record<string, PlanPool>> | undefined {
  const pools = Object.entries(providers).flatMap(([slug, { pool }]) =>
    pool === undefined ? [] : [[slug, lowerPool(slug, pool)] as const],
  )
  return pools.length === 0 ? undefined : Object.fromEntries(pools)
}

/** The pool of a slug, wherever it was written. */
export function lowerPool(
  slug: string,
  { pick = 'random', sticky, models, members, failover, deadlines, hedge }: ProviderPool,
): PlanPool {
  const { by = ['session', 'prompt'], for: idle = DEFAULTS.idle } = typeof sticky === 'object' ? sticky : {}
  return {
    pick,
    ...(sticky === false ? {} : { sticky: { by: [...by], for: millisecondsOf(idle) } }),
    ...(models === undefined || Object.keys(models).length === 0 ? {} : { models }),
    members: Object.entries(members)
      .map(([name, member]) => lowerMember(slug, name, member))
      .sort((a, b) => a.tier - b.tier),
    failover: failover?.members ?? DEFAULTS.failover,
    ...(deadlines?.headers && { headers: lowerDeadline(deadlines.headers) }),
    ...(deadlines?.content && { content: lowerDeadline(deadlines.content) }),
    ...(deadlines?.gap && { gap: millisecondsOf(deadlines.gap) }),
    ...(hedge && {
      hedge: {
        percentile: Number((hedge.after ?? DEFAULTS.percentile).slice(1)),
        most: percentOf(hedge.at_most ?? DEFAULTS.hedged),
      },
    }),
  }
}

function lowerMember(
  pool: string,
  name: string,
  { provider, weight = DEFAULTS.weight, tier = DEFAULTS.tier, account, share, limits = {} }: PoolMember,
): PlanPoolMember {
  const { requests_per_minute, tokens_per_minute, concurrent, context } = limits
  return {
    name,
    slug: provider.startsWith('@') ? provider.slice(1) : slugOfMember(pool, name),
    weight,
    tier,
    ...(account !== undefined && { account }),
    ...(share?.min !== undefined && { least: percentOf(share.min) }),
    ...(share?.max !== undefined && { most: percentOf(share.max) }),
    ...(requests_per_minute !== undefined && { requestsPerMinute: requests_per_minute }),
    ...(tokens_per_minute !== undefined && { tokensPerMinute: tokens_per_minute }),
    ...(concurrent !== undefined && { concurrent }),
    ...(context !== undefined && { context }),
  }
}

const lowerDeadline = ({ base, per_million_tokens }: Deadline): PlanDeadline => ({
  base: millisecondsOf(base),
  perMillionTokens: per_million_tokens === undefined ? 0 : millisecondsOf(per_million_tokens),
})

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** `15s` in milliseconds. */
const millisecondsOf = (written: string): number =>
  Number.parseInt(written, 10) * (UNITS[written.replace(/^\d+/, '')] ?? 1)

/** `10%` as a part of 1. */
export const percentOf = (written: string): number => Number.parseInt(written, 10) / 100
