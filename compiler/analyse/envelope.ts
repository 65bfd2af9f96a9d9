// The envelope of a plan: what a request takes at most, in calls, time and money. One pass over the table of nodes, from the
// calls up, so shared sub-plans are computed once.

import { models, pricedLike, priceRules } from '../../schemas/generated/models.ts'
import type {
  Attempt,
  CallNode,
  Edge,
  Gateway,
  Plan,
  PlanNode,
  PlanPrice,
} from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { ListedPrices } from '../../schemas/values/priced-name.ts'
import { WrittenPrices } from '../../schemas/values/written-prices.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { MAX_WAIT } from '../plan/retry-waits.ts'
import { hasStatus } from '../plan/status-set.ts'
import { neverTriggers } from '../plan/trigger.ts'
import {
  type Bound,
  belowPath,
  bounded,
  maxBound,
  type NoBoundReason,
  sumBounds,
  timesBound,
} from './bound.ts'
import { type CallTarget, callsOfPass, poolOfCall, targetsOfCall } from './call-provider.ts'
import { dearestAttempt } from './dearest-attempt.ts'
import { type CallsService, guardTime, heldStream } from './guard-time.ts'
import { retriesCoverGuards } from './guarded-routes.ts'
import { untriggeredChildren } from './open-circuits.ts'
import { waitsOf } from './retries.ts'
import { chosenEdges } from './routes.ts'
import { TOO_MANY_REQUESTS } from './status-classes.ts'

export interface EnvelopeContext {
  readonly gateway: Pick<Gateway, 'limits' | 'providers' | 'pools' | 'prices'>
  readonly callsService: CallsService
}

/** What a request that reaches a node takes at most. */
export interface Envelope {
  /** Calls of targets. */
  readonly calls: number
  /** Milliseconds until the whole reply, if it is not streamed. */
  readonly time: Bound
  /** Milliseconds until the first content of a stream; the stream itself has no limit of time. */
  readonly firstContent: Bound
  /** US dollars at list prices. */
  readonly cost: Bound
}

/** Milliseconds that the embedding of a request may take in a semantic cache. */
const EMBEDDING_TIMEOUT = 3000

/** The envelopes of all nodes, by index. */
export function envelopesOf(plan: Plan, context: EnvelopeContext): readonly Envelope[] {
  const envelopes: Envelope[] = []
  const below = ({ node, path }: Edge): Envelope => {
    const envelope = envelopes[node]
    if (envelope === undefined) throw new Error('A plan has a child after its parent.')
    const { calls, time, firstContent, cost } = envelope
    return {
      calls,
      time: belowPath(time, path),
      firstContent: belowPath(firstContent, path),
      cost: belowPath(cost, path),
    }
  }
  const prices = listPrices(context.gateway.prices)
  for (const node of plan.nodes) envelopes.push(envelopeOf(node, plan, context, below, prices))
  return envelopes
}

/** The envelope of a request to the plan. */
export function analyseEnvelope(plan: Plan, context: EnvelopeContext): Envelope {
  const root = envelopesOf(plan, context)[plan.root.node]
  if (root === undefined) throw new Error('A plan has no root.')
  const { path } = plan.root
  return {
    ...root,
    time: belowPath(root.time, path),
    firstContent: belowPath(root.firstContent, path),
    cost: belowPath(root.cost, path),
  }
}

function envelopeOf(
  node: PlanNode,
  plan: Plan,
  context: EnvelopeContext,
  below: (edge: Edge) => Envelope,
  prices: CallPrices,
): Envelope {
  switch (node.kind) {
    case 'call': {
      const { gateway } = context
      return {
        calls: attemptsOf(node) * callsOfAttempt(node, gateway),
        time: bounded(callTime(node, attemptTime(node, gateway))),
        firstContent: bounded(callTime(node, contentTime(node, gateway))),
        cost: callCost(node, gateway, prices),
      }
    }
    case 'fallback':
      return neverTriggers(node)
        ? oneOf(untriggeredChildren(plan, node).map(below))
        : inSequence(node.children.map(below))
    case 'loadbalance':
    case 'conditional':
      return oneOf(chosenEdges(node).map(({ edge }) => below(edge)))
    case 'cache':
    case 'guard':
      return around(node, plan, context, below)
  }
}

const inSequence = (children: readonly Envelope[]): Envelope => ({
  calls: children.reduce((sum, { calls }) => sum + calls, 0),
  time: sumBounds(children.map(({ time }) => time)),
  firstContent: sumBounds(children.map(({ firstContent }) => firstContent)),
  cost: sumBounds(children.map(({ cost }) => cost)),
})

const oneOf = (children: readonly Envelope[]): Envelope => ({
  calls: children.reduce((most, { calls }) => Math.max(most, calls), 0),
  time: maxBound(children.map(({ time }) => time)),
  firstContent: maxBound(children.map(({ firstContent }) => firstContent)),
  cost: maxBound(children.map(({ cost }) => cost)),
})

function around(
  node: Extract<PlanNode, { kind: 'cache' | 'guard' }>,
  plan: Plan,
  { gateway, callsService }: EnvelopeContext,
  below: (edge: Edge) => Envelope,
): Envelope {
  const [edge] = node.children
  if (edge === undefined) throw new Error('A node around a target has no child.')
  const child = below(edge)
  const call = callBelow(plan, edge)
  const longer = (more: Bound): Pick<Envelope, 'time' | 'firstContent'> => ({
    time: sumBounds([child.time, more]),
    firstContent: sumBounds([child.firstContent, more]),
  })
  if (node.kind === 'cache') {
    // A request waits for an equal one that is on its way, no longer than its own attempt may take.
    const wait = call === undefined ? 0 : attemptTime(call, gateway)
    const embedding =
      node.mode === 'semantic' ? EMBEDDING_TIMEOUT * (call === undefined ? 1 : attemptsOf(call)) : 0
    return { ...child, ...longer(bounded(wait + embedding)) }
  }
  const covered = call !== undefined && retriesCoverGuards({ call, steps: [{ node, pointer: '', child: 0 }] })
  const after = timesBound(guardTime(node.after, callsService), covered ? attemptsOf(call) : 1)
  const { time, firstContent } = longer(sumBounds([guardTime(node.before, callsService), after]))
  const held = heldStream(node.after)
  return {
    ...child,
    time,
    firstContent: held === undefined ? firstContent : sumBounds([firstContent, { none: held, atLeast: 0 }]),
  }
}

function callBelow(plan: Plan, { node: index }: Edge): CallNode | undefined {
  const node = nodeAt(plan.nodes, index)
  const [only] = node.children
  if (node.kind === 'cache' && only !== undefined) return callBelow(plan, only)
  return node.kind === 'call' ? node : undefined
}

/** The positions of the nodes that have a property which no node below them has: the innermost causes. */
export function innermost(
  plan: Plan,
  envelopes: readonly Envelope[],
  has: (envelope: Envelope) => boolean,
): Pointer {
  const isIn = (index: number): boolean => {
    const envelope = envelopes[index]
    return envelope !== undefined && has(envelope)
  }
  let { path: pointer, node: index } = plan.root
  for (;;) {
    const edge = nodeAt(plan.nodes, index).children.find(({ node }) => isIn(node))
    if (edge === undefined) return pointer
    pointer += edge.path
    index = edge.node
  }
}

// What one call node takes at most: attempts, time, and money.

const attemptsOf = ({ attempt }: CallNode): number => attempt.retries + 1

/** The most calls of one attempt: those of the members that it may try, of any pool where the request names its provider. */
const callsOfAttempt = (call: CallNode, gateway: Pick<Gateway, 'providers' | 'pools'>): number => {
  if (call.binding.from === 'request') {
    const pools = Object.values(gateway.pools ?? {})
    return Math.max(1, ...pools.map(each => callsOfPass(each, each.members.length)))
  }
  const pool = poolOfCall(call, gateway)
  return pool === undefined ? 1 : callsOfPass(pool, targetsOfCall(call, gateway).length)
}

/** Milliseconds of one call, until its whole reply or the first content of its stream. */
const timeoutOf = ({ attempt }: CallNode, { limits }: Pick<Gateway, 'limits'>): number =>
  attempt.timeout ?? limits.request_timeout

/** Of one attempt: the members that it tries have the whole timeout each. */
const attemptTime = (call: CallNode, gateway: Pick<Gateway, 'limits' | 'providers' | 'pools'>): number =>
  timeoutOf(call, gateway) * callsOfAttempt(call, gateway)

/** Until the first content: a deadline that does not grow with the request is shorter where it is below the timeout. */
function contentTime(call: CallNode, gateway: Pick<Gateway, 'limits' | 'providers' | 'pools'>): number {
  const { content } = poolOfCall(call, gateway) ?? {}
  const deadline = content?.perMillionTokens === 0 ? content.base : Number.POSITIVE_INFINITY
  return Math.min(timeoutOf(call, gateway), deadline) * callsOfAttempt(call, gateway)
}

/** A provider may reply with 429 and an error of any kind: the body of the error decides about its kind. */
const mayRetryRateLimited = ({ onStatus, onErrors = [] }: Attempt): boolean =>
  hasStatus(onStatus, TOO_MANY_REQUESTS) || onErrors.some(kind => kind !== 'connection')

/** Milliseconds of all attempts, of so many each, and the waits between them. */
function callTime(call: CallNode, ofAttempt: number): number {
  const { retries, useRetryAfter, maxWait = MAX_WAIT } = call.attempt
  const waits = waitsOf(retries, mayRetryRateLimited(call.attempt), useRetryAfter ? maxWait : undefined)
  return attemptsOf(call) * ofAttempt + waits.most
}

/** US dollars of all attempts, each with a full context window: an attempt that failed may have been billed. Of a pool, at its dearest members. */
export function callCost(
  call: CallNode,
  gateway: Pick<Gateway, 'providers' | 'pools'>,
  prices: CallPrices,
): Bound {
  const known = (bound: Bound): number => ('most' in bound ? bound.most : bound.atLeast)
  const costs = targetsOfCall(call, gateway)
    .map(target => targetCost(target, call.binding, prices))
    .toSorted((one, other) => known(other) - known(one))
  // A member without a price may be the dearest one.
  const undecided = costs.filter(cost => 'none' in cost)
  const dearest = [...undecided, ...costs.filter(cost => 'most' in cost)]
  const paid = dearest.slice(0, Math.max(undecided.length, callsOfAttempt(call, gateway)))
  return timesBound(sumBounds(paid), attemptsOf(call))
}

/** `named`: a pool has prices by its own slug, too. */
function targetCost(
  { call, provider }: CallTarget,
  named: CallNode['binding'],
  { listed: list, written }: CallPrices,
): Bound {
  const none = (reason: NoBoundReason): Bound => ({ none: { reason, pointer: '' }, atLeast: 0 })
  const { overrides, binding } = call
  const slugs = [binding, named].map(each => (each.from === 'slug' ? each.slug : undefined))
  if (provider === undefined)
    return none({ kind: call.binding.from === 'slug' ? 'external-provider' : 'provider-of-request' })
  const { model } = overrides
  if (typeof model !== 'string') return none({ kind: 'model-of-request' })
  const listed = list.find(provider, model)
  if (typeof listed === 'string') return none({ kind: 'unknown-price', provider, model })
  const costs = Array.from(new Set(slugs), slug =>
    dearestAttempt(
      { host: provider, slug, provider: listed.provider, entry: listed.entry, model },
      written,
      overrides,
    ),
  )
  const known = costs.filter(cost => cost !== undefined)
  return known.length < costs.length
    ? none({ kind: 'unknown-price', provider, model })
    : bounded(Math.max(...known))
}

/** The prices of calls: those of the built-in list, and those of the manifest. */
export interface CallPrices {
  readonly listed: ListedPrices
  readonly written: WrittenPrices<PlanPrice>
}

/** The list prices, which are read at their first use, and those of the manifest. */
export const listPrices = (written: Gateway['prices'] = []): CallPrices => ({
  listed: new ListedPrices({ models, pricedLike, priceRules }),
  written: new WrittenPrices(written),
})

export interface PathCall {
  readonly pointer: Pointer
  readonly attempts: number
}

/** The calls of the most expensive request as far as prices are known, in their order; of several equal ones the first in the config. */
export function mostExpensivePath(plan: Plan, envelopes: readonly Envelope[]): readonly PathCall[] {
  const costOf = (index: number): number => {
    const cost = envelopes[index]?.cost
    return cost === undefined ? 0 : 'most' in cost ? cost.most : cost.atLeast
  }
  const visit = (pointer: Pointer, index: number): readonly PathCall[] => {
    const node = nodeAt(plan.nodes, index)
    // Of a pool, the calls of its members.
    if (node.kind === 'call') return [{ pointer, attempts: envelopes[index]?.calls ?? attemptsOf(node) }]
    const isSequence = node.kind === 'fallback' && !neverTriggers(node)
    const edges =
      node.kind === 'fallback' && !isSequence
        ? untriggeredChildren(plan, node)
        : chosenEdges(node).map(({ edge }) => edge)
    const [first, ...others] = edges
    if (first === undefined) return []
    const mostExpensive = others.reduce(
      (best, edge) => (costOf(edge.node) > costOf(best.node) ? edge : best),
      first,
    )
    const taken = isSequence ? edges : [mostExpensive]
    return taken.flatMap(edge => visit(pointer + edge.path, edge.node))
  }
  return visit(plan.root.path, plan.root.node)
}
