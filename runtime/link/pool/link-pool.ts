// Calls to pools: each attempt picks a member, and goes on to the next while members fail it. What a pool is known by (limits, logs,
// caches, circuits) is its slug; each member is a stored provider of its own.
import type { CallNode, PlanDeadline, PlanPool, PlanPoolMember } from '../../../schemas/generated/types.ts'
import { asCount, isObject } from '../../../schemas/values/json.ts'
import { isUuid } from '../../../schemas/values/uuid.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import { BYTES_PER_TOKEN, estimateTokens, type TokenEstimate } from '../../limits/estimate-tokens.ts'
import {
  isRefusal,
  type PoolChoice,
  type PoolHealth,
  type PoolOutcome,
  type PoolRequest,
  type Pools,
} from '../../pools/pool-health.ts'
import { createPriceList } from '../../providers/model-prices.ts'
import { tap } from '../../streams/tap.ts'
import type { ByteStream } from '../../values/byte-stream.ts'
import { type Call, type CallRecord, discard, isStream, NO_DRAW, type Reply } from '../../values/call.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { pricedSlug, reportedUsage } from '../../values/reported-usage.ts'
import { linkProviderCall, type ProviderCall, type SentSettings } from '../call/provider-call.ts'
import type { LinkContext, LinkPooled } from '../link-context.ts'
import { linkCallOf, linkTargetLimits } from '../nodes/call.ts'
import { recordStep } from '../nodes/linked-node.ts'
import { linkProviderSlug, linkStoredSlug } from '../target/binding.ts'
import type { Target } from '../target/target.ts'
import { linkCandidates } from './candidates.ts'
import { evaluateReply, REFUSED } from './evaluate-reply.ts'
import { mayHedge, type Sent, sendHedged } from './hedge.ts'
import { type CallDeadlines, FollowedCall, type FollowedCalls, withLeases } from './leased-upstream.ts'
import { isMissingState, linkOwnedState, type SendWithin } from './owned-state.ts'
import { linkSession } from './session.ts'

type IsOutside = Parameters<SendWithin>[1]

/** Links the calls of a node whose binding names a pool, or may name one in a request; undefined for any other. */
export const linkPooledWith =
  (pools: Pools): LinkPooled =>
  (node, targetName, parts, config) => {
    const { binding, attempt, breaker: _breaker, ...sent } = node
    if (binding.from === 'own') return undefined
    const known = parts.gateway.pools ?? {}
    const saved = parts.stored.providers
    const ofBinding = (slug: string, pool: PlanPool, id: string): ProviderCall =>
      linkPool({
        slug,
        pool,
        health: pools.pool(id, pool),
        binding,
        timeout: attempt.timeout,
        sent,
        targetName,
        parts,
      })
    const slugOfId = linkProviderSlug(parts)
    if (binding.from === 'slug') {
      const slug = isUuid(binding.slug) ? slugOfId(binding.slug, '') : binding.slug
      const pool = Object.hasOwn(known, slug) ? known[slug] : undefined
      if (pool !== undefined)
        return linkCallOf(node, ofBinding(slug, pool, slug), targetName, parts, config, false)
      if (saved?.pool === undefined || Object.hasOwn(parts.gateway.providers, slug)) return undefined
    }
    const plain = linkProviderCall(binding, attempt.timeout, sent, targetName, parts)
    const linked = new Map(Object.entries(known).map(([slug, pool]) => [slug, ofBinding(slug, pool, slug)]))
    if (linked.size === 0 && saved?.pool === undefined) return undefined
    /** Pools that were saved by API, each linked when it is first called and again when it has changed. */
    const linkedSaved = new WeakMap<PlanPool, ProviderCall>()
    const slugOf = linkStoredSlug(binding, parts)
    const pooled = (call: Call): ProviderCall | undefined => {
      const name = slugOf(call)
      if (name === undefined) return undefined
      const slug = slugOfId(name, call.workspace)
      const found = linked.get(slug)
      if (found !== undefined) return found
      const pool = saved?.pool?.(slug, call.workspace)
      if (pool === undefined) return undefined
      if (isFailure(pool)) return unusable(plain, pool, targetName)
      const provider = linkedSaved.get(pool) ?? ofBinding(slug, pool, `${call.workspace}/${slug}`)
      linkedSaved.set(pool, provider)
      return provider
    }
    const admitted = linkTargetLimits(plain, targetName, plain.send, parts.gateway.telemetry?.usage === true)
    const providerOf = (call: Call): ProviderCall => pooled(call) ?? plain
    const provider: ProviderCall = {
      ...plain,
      send: call => pooled(call)?.send(call) ?? admitted(call, NO_DRAW),
      find: call => providerOf(call).find(call),
      targetOf: call => providerOf(call).targetOf(call),
      modelOf: call => providerOf(call).modelOf(call),
      identify: call => providerOf(call).identify(call),
    }
    return linkCallOf(node, provider, targetName, parts, config, false)
  }

/** The calls of a pool that cannot be used, such as one that has expired. */
const unusable = (plain: ProviderCall, reason: Failure, targetName: string): ProviderCall => ({
  ...plain,
  send: () => Promise.resolve(failureReply(reason, targetName)),
  find: () => reason,
  targetOf: () => reason,
  identify: () => reason,
})

interface LinkedMember {
  readonly plan: PlanPoolMember
  /** The calls by the name of the model in requests, where the member has a name of its own for it. */
  readonly byModel: ReadonlyMap<string, MemberCall>
  readonly other: MemberCall
}

interface MemberCall {
  readonly provider: ProviderCall
  /** Sends one attempt, once the limits of the target admit it. */
  readonly send: (call: Call, draw: number) => Promise<Reply>
}

interface PoolParts {
  readonly slug: string
  readonly pool: PlanPool
  readonly health: PoolHealth
  readonly binding: Exclude<CallNode['binding'], { from: 'own' }>
  readonly timeout: number | undefined
  readonly sent: SentSettings
  readonly targetName: string
  readonly parts: LinkContext
}

function linkPool({ slug, pool, health, targetName, ...more }: PoolParts): ProviderCall {
  const { gateway, ports } = more.parts
  const calls: FollowedCalls = new WeakMap<CallRecord, FollowedCall>()
  const members = linkMembers({ slug, pool, health, targetName, ...more }, calls)
  const [first] = members
  if (first === undefined) throw new Error('A pool has no members.')
  const { modelOf, defaultTimeout, timeLimit } = first.other.provider
  const callOf = ({ byModel, other }: LinkedMember, model: string | undefined): MemberCall =>
    (model === undefined ? undefined : byModel.get(model)) ?? other

  const providers = pool.members.map(({ slug: of }) => gateway.providers[of]?.provider)
  const sessionOf = pool.sticky && linkSession(pool.sticky, providers)
  const deadlinesOf = linkDeadlines(pool)
  const priceOf = pool.pick === 'cost' ? linkPrices(slug, pool, more.parts) : undefined
  const targetAt = (index: number, call: Call): Target | Failure =>
    callOf(members[index] ?? first, modelOf(call)).provider.targetOf(call)
  const lackingOf = linkCandidates(
    members.map(({ plan }, index) => ({
      plan,
      lacks: model => isOfOthers(pool, plan.name, model),
      nameOf: model => nameAt(pool, index, model) ?? model,
      targetOf: call => targetAt(index, call),
      mayVanish: !Object.hasOwn(gateway.providers, plan.slug),
    })),
  )
  const stepNames = pool.members.map(({ name }) => `@${slug}.${name}`)
  const countsOutput =
    pool.pick === 'latency' || pool.members.some(each => each.tokensPerMinute !== undefined)

  /** Sends to the member of a choice, reports to its lease how it went, and continues. */
  const sendTo = <Result>(
    { member: index, lease }: PoolChoice,
    call: Call,
    model: string | undefined,
    deadlines: CallDeadlines | undefined,
    isOutside: IsOutside,
    next: (sent: Sent) => Result | Promise<Result>,
  ): Promise<Result> => {
    const member = members[index]
    if (member === undefined) throw new Error('A choice is not a member of its pool.')
    const followed = new FollowedCall(lease, deadlines)
    calls.set(call.record, followed)
    return callOf(member, model)
      .send(call, NO_DRAW)
      .then(
        reply => next(settle(reply, call, followed, model !== undefined, isOutside)),
        (bug: unknown) => {
          lease.ended({ result: 'aborted', status: 0 })
          throw bug
        },
      )
  }

  const settle = (
    reply: Reply,
    call: Call,
    followed: FollowedCall,
    hasModel: boolean,
    isOutside: IsOutside,
  ): Sent => {
    const { status } = reply
    const { lease } = followed
    const isStreamed = isStream(reply.body)
    followed.settled(isStreamed)
    if (reply.failure === undefined) followed.answered(status, reply.headers)
    const verdict = isMissingState(reply, call, isOutside) ? REFUSED : evaluateReply(reply, hasModel)
    const isCancelled = call.cancellation.cancelled()
    const end = (result: PoolOutcome['result'], about: PoolOutcome['about']): void =>
      lease.ended({
        result,
        status,
        about: followed.isBroken ? 'deadline' : about,
        outputTokens: countsOutput && result === 'succeeded' ? outputOf(call.record) : undefined,
      })
    if (verdict.result !== 'succeeded' || (isCancelled && !isStreamed))
      end(isCancelled ? 'aborted' : verdict.result, verdict.about)
    else {
      if (!isCancelled) lease.began()
      if (isStreamed || reply.tunnel !== undefined)
        return { reply: followedReply(reply, call, result => end(result, undefined)), verdict }
      end('succeeded', undefined)
    }
    return { reply, verdict }
  }

  const send: SendWithin = (call, isOutside) => {
    const model = modelOf(call)
    const session = sessionOf?.(call)
    // Counted where something depends on them.
    let counted: number | undefined
    const tokensOf = (): number => {
      counted ??= inputTokens(call)
      return counted
    }
    const lacking = lackingOf(call, model, tokensOf)
    let tried: readonly number[] = NONE
    const request: PoolRequest = {
      model,
      session,
      get tokens() {
        return tokensOf()
      },
      stream: call.stream,
      isExcluded: index => isOutside?.(index) === true || lacking?.[index] === true || tried.includes(index),
      price: priceOf && (index => priceOf(targetAt(index, call), index, model, estimateTokens(call))),
    }
    const deadlines = deadlinesOf?.(call, tokensOf())
    const hedges = pool.hedge !== undefined && session === undefined && mayHedge(call)
    const step = ({ member }: PoolChoice, because: string): void =>
      recordStep(call, targetName, stepNames[member], because)

    const sendHedge = async (choice: PoolChoice, after: number): Promise<Sent> => {
      const { members: called, ...sent } = await sendHedged({
        call,
        request,
        first: choice,
        after,
        health,
        clock: ports.clock,
        send: (chosen, racing) => sendTo(chosen, racing, model, deadlines, isOutside, itself),
        onSecond: second => step(second, `hedge after ${Math.round(after)} ms`),
      })
      tried = [...new Set([...tried, ...called])]
      return sent
    }
    const sendNext = (last: Reply | undefined): Promise<Reply> => {
      const choice = health.choose(request)
      if (isRefusal(choice)) {
        call.record.slug = slug
        if (last !== undefined) return Promise.resolve(last)
        // No member of an earlier attempt has given this reply.
        call.record.member = undefined
        return Promise.resolve(spent(slug, choice.retryAfter, targetName))
      }
      const { because } = choice
      step(choice, last === undefined ? because : `failover after ${troubleOf(last)}, ${because}`)
      if (last !== undefined) discard(last)
      const after = hedges && last === undefined ? health.hedgeAfter(choice.member) : undefined
      tried = [...tried, choice.member]
      return after === undefined
        ? sendTo(choice, call, model, deadlines, isOutside, goOn)
        : sendHedge(choice, after).then(goOn)
    }
    const goOn = ({ reply, verdict }: Sent): Reply | Promise<Reply> => {
      if (!verdict.goesOn || tried.length > pool.failover || tried.length === members.length) return reply
      if (call.body.remainder?.consumed === true || call.cancellation.cancelled()) return reply
      return sendNext(reply)
    }
    return sendNext(undefined)
  }

  /** Of the first member that has a provider: one that was saved by API may be gone. */
  const firstOf = (call: Call): ProviderCall => {
    const model = modelOf(call)
    const usable = members.find(each => !isFailure(callOf(each, model).provider.targetOf(call)))
    return callOf(usable ?? first, model).provider
  }
  const identify = (call: Call): CacheIdentity | Failure => {
    const identity = firstOf(call).identify(call)
    // Members answer alike: what one of them was asked is cached for all.
    return isFailure(identity) ? identity : { ...identity, bindingId: `pool ${slug}` }
  }
  return {
    send: linkOwnedState(slug, pool, send, targetName, more.parts),
    find: call => firstOf(call).find(call),
    targetOf: call => firstOf(call).targetOf(call),
    modelOf,
    slugOf: () => slug,
    member: undefined,
    otherSlugOf: undefined,
    defaultTimeout,
    timeLimit,
    identify,
  }
}

function linkMembers(
  { slug, pool, binding, timeout, sent, targetName, parts: context }: PoolParts,
  calls: FollowedCalls,
): readonly LinkedMember[] {
  const { customHost, settings } = binding
  const asksForUsage = context.gateway.telemetry?.usage === true
  const leased = withLeases(context, calls)
  const names = Object.entries(pool.models ?? {})
  return pool.members.map((plan): LinkedMember => {
    const parts: LinkContext = {
      ...leased,
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
    return {
      plan,
      byModel: new Map(
        names.flatMap(([model, byMember]) => {
          const name = byMember[plan.name]
          return name === undefined ? [] : [[model, linkMember({ ...sent.overrides, model: name })] as const]
        }),
      ),
      other: linkMember(sent.overrides),
    }
  })
}

/** A model that is listed for other members only. */
function isOfOthers({ models = {} }: PlanPool, member: string, model: string): boolean {
  const byMember = Object.hasOwn(models, model) ? models[model] : undefined
  return byMember !== undefined && !Object.hasOwn(byMember, member)
}

const nameAt = (
  { members, models = {} }: PlanPool,
  index: number,
  model: string | undefined,
): string | undefined =>
  (model !== undefined && Object.hasOwn(models, model)
    ? models[model]?.[members[index]?.name ?? '']
    : undefined) ?? model

const NONE: readonly number[] = []
const itself = (sent: Sent): Sent => sent

/** Bytes of a body in which no file is looked for. */
const SMALL = 4096

/** The estimated tokens of a request. */
const inputTokens = (call: Call): number =>
  call.endpoint === undefined || call.body.bytes.length < SMALL
    ? call.body.bytes.length / BYTES_PER_TOKEN
    : estimateTokens(call).input

/** Endpoints whose whole replies begin when they are complete: only their streams have deadlines. */
const GENERATING: ReadonlySet<unknown> = new Set(['chat/completions', 'completions', 'responses', 'messages'])

/** The deadlines of a call; undefined if the pool has none. */
function linkDeadlines({
  headers,
  content,
  gap,
}: PlanPool): ((call: Call, tokens: number) => CallDeadlines | undefined) | undefined {
  if (headers === undefined && content === undefined && gap === undefined) return undefined
  const at = (deadline: PlanDeadline | undefined, tokens: number): number | undefined =>
    deadline && Math.round(deadline.base + (deadline.perMillionTokens * tokens) / 1_000_000)
  return ({ stream, endpoint }, tokens) => {
    if (stream) return { headers: at(headers, tokens), content: at(content, tokens), gap }
    return headers === undefined || GENERATING.has(endpoint) ? undefined : { headers: at(headers, tokens) }
  }
}

/** US dollars for a million tokens of a call at a member. */
function linkPrices(
  slug: string,
  pool: PlanPool,
  { gateway, ports }: LinkContext,
): (
  target: Target | Failure,
  index: number,
  model: string | undefined,
  estimate: TokenEstimate,
) => number | undefined {
  const prices = createPriceList(gateway.prices, gateway.pools)
  return (target, index, model, { input, output }) => {
    const name = nameAt(pool, index, model)
    if (name === undefined || isFailure(target)) return undefined
    const priced = pricedSlug(slug, pool.members[index]?.name)
    const rates = prices.find(target.spec.id, name, ports.clock.now(), undefined, priced)?.standard
    if (rates?.input === undefined) return undefined
    const share = output / Math.max(1, input + output)
    return ((1 - share) * rates.input + share * (rates.output ?? 0)) / rates.perNanoDollar / 1000
  }
}

/** Reports the end of a stream or a tunnel, however it ends, once. */
function followedReply(reply: Reply, call: Call, end: (result: PoolOutcome['result']) => void): Reply {
  let isOver = false
  const endOnce = (result: PoolOutcome['result']): void => {
    if (isOver) return
    isOver = true
    end(result)
  }
  const follow = (body: ByteStream): ByteStream => {
    const tapped = tap(body, {
      chunk: () => {},
      end: well => endOnce(well && call.record.streamError === undefined ? 'succeeded' : 'failed'),
    })
    return {
      ...tapped,
      cancel: () => {
        endOnce('aborted')
        tapped.cancel()
      },
    }
  }
  const { body, tunnel, onUnreadable } = reply
  return {
    ...reply,
    ...(isStream(body) && { body: follow(body) }),
    ...(tunnel && { tunnel: { ...tunnel, incoming: follow(tunnel.incoming) } }),
    onUnreadable: () => {
      endOnce('failed')
      onUnreadable?.()
    },
  }
}

/** The tokens of a reply, where its provider has reported them. */
function outputOf({ usage }: CallRecord): number | undefined {
  const reported = reportedUsage(usage)
  if (!isObject(reported)) return undefined
  return asCount(reported['completion_tokens'] ?? reported['output_tokens'])
}

/** Why a call goes on, in a few words. */
const troubleOf = ({ status, failure: reason }: Reply): string =>
  reason === undefined ? String(status) : (reason.cause ?? reason.code)

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
