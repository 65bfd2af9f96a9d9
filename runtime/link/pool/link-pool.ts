// Calls to pools: each attempt picks a member, and goes on to the next while members fail it. What a pool is known by (limits, logs,
// caches, circuits) is its slug; each member is a stored provider of its own.
import type { CallNode, PlanPool, PlanPoolMember } from '../../../schemas/generated/types.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import { isRefusal, type PoolChoice, type PoolHealth, type Pools } from '../../pools/pool-health.ts'
import { type Call, discard, isStream, NO_DRAW, type Reply } from '../../values/call.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { linkProviderCall, type ProviderCall, type SentSettings } from '../call/provider-call.ts'
import type { LinkContext, LinkPooled } from '../link-context.ts'
import { linkCallOf, linkTargetLimits } from '../nodes/call.ts'
import { recordStep } from '../nodes/linked-node.ts'
import { NETWORK_FAILURES } from '../nodes/retry.ts'
import { linkStoredSlug } from '../target/binding.ts'

/** Links the calls of a node whose binding names a pool, or may name one in a request; undefined for any other. */
export const linkPooledWith =
  (pools: Pools): LinkPooled =>
  (node, targetName, parts, config) => {
    const { binding, attempt, breaker: _breaker, ...sent } = node
    const known = parts.gateway.pools ?? {}
    if (binding.from === 'own') return undefined
    if (binding.from === 'slug' && !Object.hasOwn(known, binding.slug)) return undefined
    const link = (slug: string, pool: PlanPool): ProviderCall =>
      linkPool(slug, pool, pools.pool(slug, pool), binding, attempt.timeout, sent, targetName, parts)
    if (binding.from === 'slug') {
      const pool = known[binding.slug]
      return pool && linkCallOf(node, link(binding.slug, pool), targetName, parts, config, false)
    }
    const plain = linkProviderCall(binding, attempt.timeout, sent, targetName, parts)
    const admitted = linkTargetLimits(plain, targetName, plain.send, parts.gateway.telemetry?.usage === true)
    const slugOf = linkStoredSlug(binding, parts)
    const linked = new Map(Object.entries(known).map(([slug, pool]) => [slug, link(slug, pool)]))
    if (linked.size === 0) return undefined
    const providerOf = (call: Call): ProviderCall => linked.get(slugOf(call) ?? '') ?? plain
    const provider: ProviderCall = {
      ...plain,
      send: call => {
        const pool = linked.get(slugOf(call) ?? '')
        return pool === undefined ? admitted(call, NO_DRAW) : pool.send(call)
      },
      find: call => providerOf(call).find(call),
      targetOf: call => providerOf(call).targetOf(call),
      modelOf: call => providerOf(call).modelOf(call),
      identify: call => providerOf(call).identify(call),
    }
    return linkCallOf(node, provider, targetName, parts, config, false)
  }

interface LinkedMember {
  readonly plan: PlanPoolMember
  /** The calls by the name of the model in requests, where the member has a name of its own for it. */
  readonly byModel: ReadonlyMap<string, MemberCall>
  readonly other: MemberCall
  /** Whether it has a model: one that is listed for other members only is not its own. */
  readonly lacks: (model: string) => boolean
}

interface MemberCall {
  readonly provider: ProviderCall
  /** Sends one attempt, once the limits of the target admit it. */
  readonly send: (call: Call, draw: number) => Promise<Reply>
}

function linkPool(
  slug: string,
  pool: PlanPool,
  health: PoolHealth,
  binding: Exclude<CallNode['binding'], { from: 'own' }>,
  timeout: number | undefined,
  sent: SentSettings,
  targetName: string,
  context: LinkContext,
): ProviderCall {
  const { customHost, settings } = binding
  const asksForUsage = context.gateway.telemetry?.usage === true
  const members = pool.members.map((plan): LinkedMember => {
    const parts: LinkContext = {
      ...context,
      scope: { ...context.scope, pool: { slug, member: plan.name, provider: plan.slug } },
    }
    const linkMember = (overrides: SentSettings['overrides']): MemberCall => {
      const provider = linkProviderCall(
        { from: 'slug', slug: plan.slug, ...(customHost && { customHost }), ...(settings && { settings }) },
        timeout,
        { ...sent, overrides },
        targetName,
        parts,
      )
      return { provider, send: linkTargetLimits(provider, targetName, provider.send, asksForUsage) }
    }
    const names = Object.entries(pool.models ?? {})
    return {
      plan,
      byModel: new Map(
        names.flatMap(([model, byMember]) => {
          const name = byMember[plan.name]
          return name === undefined ? [] : [[model, linkMember({ ...sent.overrides, model: name })] as const]
        }),
      ),
      other: linkMember(sent.overrides),
      lacks: model => {
        const byMember = pool.models?.[model]
        return byMember !== undefined && !Object.hasOwn(byMember, plan.name)
      },
    }
  })
  const [first] = members
  if (first === undefined) throw new Error('A pool has no members.')
  const { modelOf, defaultTimeout, timeLimit } = first.other.provider
  const callOf = ({ byModel, other }: LinkedMember, model: string | undefined): MemberCall =>
    (model === undefined ? undefined : byModel.get(model)) ?? other

  const send = async (call: Call): Promise<Reply> => {
    const model = modelOf(call)
    const tried = new Set<number>()
    let last: Reply | undefined
    for (;;) {
      const choice = health.choose({
        model,
        session: undefined,
        tokens: call.body.bytes.length / 4,
        stream: call.stream,
        isExcluded: index =>
          tried.has(index) || (model !== undefined && members[index]?.lacks(model) === true),
      })
      const member = isRefusal(choice) ? undefined : members[choice.member]
      if (isRefusal(choice) || member === undefined)
        return last ?? spent(slug, isRefusal(choice) ? choice.retryAfter : 0, targetName)
      if (last !== undefined) discard(last)
      tried.add(choice.member)
      recordStep(call, targetName, `@${slug}.${member.plan.name}`, choice.because)
      last = await sendTo(callOf(member, model), choice, call)
      if (!goesOn(last) || tried.size > pool.failover || tried.size === members.length) return last
      if (call.body.remainder?.consumed === true || call.cancellation.cancelled()) return last
    }
  }

  const identify = (call: Call): CacheIdentity | Failure => {
    const identity = callOf(first, modelOf(call)).provider.identify(call)
    // Members answer alike: what one of them was asked is cached for all.
    return isFailure(identity) ? identity : { ...identity, provider: 'pool', bindingId: `pool ${slug}` }
  }
  return {
    send,
    find: call => callOf(first, modelOf(call)).provider.find(call),
    targetOf: call => callOf(first, modelOf(call)).provider.targetOf(call),
    modelOf,
    slugOf: () => slug,
    member: undefined,
    otherSlugOf: undefined,
    defaultTimeout,
    timeLimit,
    identify,
  }
}

/** Sends to one member, and tells its lease how it went. */
async function sendTo({ send }: MemberCall, { lease }: PoolChoice, call: Call): Promise<Reply> {
  let reply: Reply
  try {
    reply = await send(call, NO_DRAW)
  } catch (bug) {
    lease.ended({ result: 'aborted', status: 0 })
    throw bug
  }
  const { status } = reply
  if (call.cancellation.cancelled()) lease.ended({ result: 'aborted', status })
  else if (isStream(reply.body)) {
    lease.began()
    lease.ended({ result: 'succeeded', status })
  } else lease.ended({ result: status < 400 ? 'succeeded' : goesOn(reply) ? 'failed' : 'refused', status })
  return reply
}

/** Statuses of a member's own trouble: its credential, its quota, a model that it lacks, its servers. The others are the request's. */
const OWN_TROUBLE: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 429, 529])

const goesOn = ({ status, failure: reason }: Reply): boolean =>
  OWN_TROUBLE.has(status) || status >= 500 || NETWORK_FAILURES.has(reason?.cause)

function spent(slug: string, retryAfter: number, targetName: string): Reply {
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000))
  const reply = failureReply(
    failure(
      'pool_exhausted',
      `Every member of the pool @${slug} is full or has spent its quota; the first is called again in ${seconds} s.`,
    ),
    targetName,
  )
  return { ...reply, headers: [...JSON_HEADERS, 'retry-after', String(seconds)] }
}
