// What a slug may reach: the stored provider that it names, or those of the members of a pool. The only expansion of pools: whatever
// decides something about calls decides it for every member.
import type { PlanPool, PlanPoolMember } from '../../schemas/generated/types.ts'

/** What defines pools: a gateway, or the environment of a config. */
interface PoolOwner {
  readonly pools?: Readonly<Record<string, PlanPool>> | undefined
}

export const poolOf = (slug: string, { pools }: PoolOwner): PlanPool | undefined =>
  pools !== undefined && Object.hasOwn(pools, slug) ? pools[slug] : undefined

/** The stored providers that a slug may reach, each once. */
export function storedSlugs(slug: string, owner: PoolOwner): readonly string[] {
  const pool = poolOf(slug, owner)
  return pool === undefined ? [slug] : [...new Set(pool.members.map(member => member.slug))]
}

/** The stored providers of a manifest that a slug may reach. Those of a store are not among them. */
export const storedBindings = <T>(
  slug: string,
  owner: PoolOwner & { readonly providers: Readonly<Record<string, T>> },
): readonly T[] =>
  storedSlugs(slug, owner).flatMap(each => {
    const stored = Object.hasOwn(owner.providers, each) ? owner.providers[each] : undefined
    return stored === undefined ? [] : [stored]
  })

/** The name of a model at a member; undefined for a model that only other members have. */
export function modelAt(
  { models = {} }: Pick<PlanPool, 'models'>,
  { name }: Pick<PlanPoolMember, 'name'>,
  model: string,
): string | undefined {
  const byMember = Object.hasOwn(models, model) ? models[model] : undefined
  return byMember === undefined ? model : Object.hasOwn(byMember, name) ? byMember[name] : undefined
}

/** The members that may be sent a model, which is undefined if requests name it, in the order in which tiers are called. */
export const membersWith = (
  pool: Pick<PlanPool, 'models' | 'members'>,
  model: string | undefined,
): readonly PlanPoolMember[] =>
  model === undefined
    ? pool.members
    : pool.members.filter(member => modelAt(pool, member, model) !== undefined)

/** `pool by latency: a, c, then b`: the members in the order of their tiers, as far as they have the model. */
export function formatPool(pool: PlanPool, model: unknown): string {
  const members = membersWith(pool, typeof model === 'string' ? model : undefined)
  const tiers = [...Map.groupBy(members, ({ tier }) => tier).values()]
  const names = tiers.map(tier => {
    const shown = tier.slice(0, MAX_NAMED).map(({ name }) => name)
    return [...shown, ...(tier.length > MAX_NAMED ? [`${tier.length - MAX_NAMED} more`] : [])].join(', ')
  })
  return `pool by ${pool.pick.replace('_', ' ')}: ${names.join(', then ')}`
}

/** Members of one tier in a line. */
const MAX_NAMED = 6
