// The providers that a call goes to, as far as the plan decides them: one, or the members of a pool.
import type { CallNode, Gateway, PlanPool, PlanPoolMember } from '../../schemas/generated/types.ts'
import { membersWith, modelAt, poolOf } from '../facts/pool-members.ts'

type ProvidersAndPools = Pick<Gateway, 'providers' | 'pools'>

/** Who may get a call. */
export interface CallTarget {
  /** The call as it is sent: to the stored provider of a member, with its name of the model. */
  readonly call: CallNode
  /** The identifier in the catalog; undefined where the request names the provider, or the store has it. */
  readonly provider: string | undefined
  /** Absent outside of pools. */
  readonly member?: PlanPoolMember
}

/** The pool that a call goes to; undefined for any other call. */
export const poolOfCall = (
  { binding }: Pick<CallNode, 'binding'>,
  gateway: Pick<Gateway, 'pools'>,
): PlanPool | undefined => (binding.from === 'slug' ? poolOf(binding.slug, gateway) : undefined)

/** Those that may get a call: one, or each member of its pool that has the model. */
export function targetsOfCall(call: CallNode, gateway: ProvidersAndPools): readonly CallTarget[] {
  const { binding, overrides } = call
  const pool = poolOfCall(call, gateway)
  if (pool === undefined || binding.from !== 'slug') return [{ call, provider: providerOf(call, gateway) }]
  const { model } = overrides
  const forced = typeof model === 'string' ? model : undefined
  return membersWith(pool, forced).map(member => {
    const name = forced === undefined ? undefined : modelAt(pool, member, forced)
    const sent: CallNode = {
      ...call,
      binding: { ...binding, slug: member.slug },
      overrides: name === undefined || name === forced ? overrides : { ...overrides, model: name },
    }
    return { call: sent, provider: providerOf(sent, gateway), member }
  })
}

function providerOf(
  { binding }: Pick<CallNode, 'binding'>,
  { providers }: Pick<Gateway, 'providers'>,
): string | undefined {
  if (binding.from === 'request') return undefined
  if (binding.from === 'own') return binding.provider
  return Object.hasOwn(providers, binding.slug) ? providers[binding.slug]?.provider : undefined
}

const slugsOf = ({ binding }: CallNode): readonly string[] =>
  binding.from === 'slug' ? [`@${binding.slug}`] : []

/** Whether the values of a condition on the provider include that of a call. */
export const namesTarget = (
  values: readonly string[],
  call: CallNode,
  provider: string | undefined,
): boolean => values.some(value => value === '*' || value === provider || slugsOf(call).includes(value))

/** The members that one attempt at a pool may call, the greatest number: further ones after failures, and as many second calls. */
export function callsOfPass({ failover, hedge }: PlanPool, members: number): number {
  const tried = 1 + failover
  return Math.min(members, hedge === undefined ? tried : 2 * tried)
}

/** The shares of the members of a pool that get new requests: by weight in the lowest tier for `random`; other picks differ by moment, so evenly. */
export function memberShares(
  { pick }: Pick<PlanPool, 'pick'>,
  members: readonly PlanPoolMember[],
): ReadonlyMap<PlanPoolMember, number> {
  const weighed = members.filter(({ weight }) => weight > 0)
  const lowest = Math.min(...weighed.map(({ tier }) => tier))
  const picked = weighed.filter(({ tier }) => tier === lowest)
  const weightOf = ({ weight }: PlanPoolMember): number => (pick === 'random' ? weight : 1)
  const total = picked.reduce((sum, member) => sum + weightOf(member), 0)
  return new Map(picked.map(member => [member, weightOf(member) / total]))
}
