// What happens on every route of a plan after every class of outcomes: retried how often, over to which targets, counted by
// the circuit breaker or not, and what the client gets. The body of the request is in memory, and
// circuits are closed unless stated otherwise.
import type { CallNode, ErrorKind, Gateway, Plan, StatusSet } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { hasStatus } from '../plan/status-set.ts'
import { isTriggeredBy } from '../plan/trigger.ts'
import { poolOfCall, targetsOfCall } from './call-provider.ts'
import { cutStreamOf, guardOutcomesOf, retriesCoverGuards } from './guarded-routes.ts'
import {
  factsOf,
  type GuardOutcomeKind,
  type Outcome,
  type OutcomeCode,
  type OutcomeFacts,
  outcomesAmong,
} from './outcome.ts'
import { countsForBreaker, NO_RETRIES, type Retries, retriesAfter, statusOf } from './retries.ts'
import { chosenEdges, type PlanRoute, type PlanRoutes, routesOf } from './routes.ts'

export interface OutcomeReply {
  /** One of these; of several, the provider's status. */
  readonly statuses: StatusSet
  /** The code in the body; absent if the provider's code is passed on. */
  readonly code?: OutcomeCode
  /** The status was sent; the stream ends with an error event and without `[DONE]`. */
  readonly endsWithErrorEvent?: true
}

/** What happens if each attempt at a target ends in one class of outcomes. */
export interface FailureRow {
  readonly outcome: Outcome
  readonly retries: Retries
  /** Of a pool: the members that each attempt calls at most, if all of them end so; absent for one call. */
  readonly members?: number
  /** The targets that may be called next, in the order of the config; none where the client gets the reply. */
  readonly next: readonly Pointer[]
  /**
   * Whether an attempt counts as a failure for the circuit breaker, or only the last one, since the others are given up
   * before they fail; absent without a breaker.
   */
  readonly counts?: boolean | 'last-attempt'
  /** What the client gets when there is no next target, or the last of them ends in the same way. */
  readonly reply: OutcomeReply
  /** Present if one of two rows applies and which one is not decided: the reason, and the row of the other possibility. */
  readonly notDecided?: { readonly because: string; readonly otherwise: FailureRow }
}

/** What a fallback or a load balancer does with a target whose circuit is open. */
export type OpenCircuit =
  /** It is left out while another target is closed; if none is, all are called. */
  | 'skipped'
  /** There is nothing to choose: 503 `circuit_open` without a call. */
  | 'rejected'

export interface RouteFailures {
  /** The target: the position of its call in the config. */
  readonly pointer: Pointer
  readonly rows: readonly FailureRow[]
  /** Absent for a target without circuit breaker. */
  readonly whenOpen?: OpenCircuit
  /** The targets that a fallback calls in its place while only its circuit is open, in the order of the config; absent without any. */
  readonly nextWhenOpen?: readonly Pointer[]
}

export interface FailureTable {
  /** The targets that may be called first, in the order of the config. */
  readonly first: readonly Pointer[]
  readonly routes: readonly RouteFailures[]
  /** Whether the plan has more routes than were analysed. */
  readonly isCutOff: boolean
}

/**
 * Statuses below 500 that are a member's own trouble, so that a pool sends the request on: its credential, its quota, a model that it lacks.
 * All others below 500 are about the request.
 */
const MEMBER_TROUBLE: readonly number[] = [401, 402, 403, 404, 408, 429]

const isMemberTrouble = (status: number): boolean => status >= 500 || MEMBER_TROUBLE.includes(status)

/** Statuses after which a pool goes on to the next member. */
const TROUBLE: StatusSet = [...MEMBER_TROUBLE.map(status => [status, status] as const), [500, 599]]

/** `gateway`: whose pools the calls may go to. */
export function analyseFailures(
  plan: Plan,
  gateway: Pick<Gateway, 'providers' | 'pools'> = { providers: {} },
  { routes, isCutOff }: PlanRoutes = routesOf(plan),
): FailureTable {
  const membersOf = new Map(
    routes.flatMap(({ call }) => {
      const pool = poolOfCall(call, gateway)
      // Second calls after a while are not further members: the outcome of the first decides.
      return pool === undefined
        ? []
        : [[call, Math.min(1 + pool.failover, targetsOfCall(call, gateway).length)] as const]
    }),
  )
  const outcomes = outcomesAmong(membersOf.size === 0 ? [] : [TROUBLE], [plan])
  const { first, nextAfter, insteadOf } = linkNextTargets(plan)
  const rowsOf = (route: PlanRoute): readonly FailureRow[] => {
    const { call } = route
    const covered = retriesCoverGuards(route)
    const cut = cutStreamOf(route)
    /** `seen`: what the retries of the call see of the outcome, and `counted` what its breaker sees. */
    const rowOf = (outcome: Outcome, facts = factsOf(outcome), seen = facts, counted = facts): FailureRow => {
      const counts = call.breaker && countsForBreaker(call.breaker.failures, counted)
      const members = membersOf.get(call) ?? 1
      const goesOn = facts.isNetworkFailure || isMemberTrouble(statusOf(facts))
      return {
        outcome,
        ...(members > 1 && goesOn && outcomeOfMember(outcome) && { members }),
        retries: retriesAfter(call, seen, counts === true),
        next: nextAfter(route, statusOf(facts), facts.error),
        ...(counts === undefined ? {} : { counts }),
        reply: { statuses: facts.statuses, ...(facts.code === undefined ? {} : { code: facts.code }) },
      }
    }
    const cutRow = (outcome: Outcome): FailureRow => {
      const begun = rowOf(outcome, SUCCESS)
      // A fallback whose list has 200 gives the stream up before it is cut.
      const sent = withErrorEvent(begun.next.length === 0 ? countedAtCut(begun) : begun)
      const held = covered ? rowOf(outcome, CUT) : countedAtCut(rowOf(outcome, CUT, SUCCESS, SUCCESS))
      if (cut === 'sent') return sent
      return cut === 'held' ? held : { ...held, notDecided: { because: WINDOWS, otherwise: sent } }
    }
    const guardRow = (kind: GuardOutcomeKind): FailureRow => {
      const facts = factsOf({ kind })
      // Nothing was called.
      if (kind === 'request-denied')
        return { ...rowOf({ kind }, facts), retries: NO_RETRIES, ...notCounted(call) }
      const row = rowOf({ kind }, facts, covered && kind !== 'request-failed' ? facts : SUCCESS, SUCCESS)
      if (kind === 'request-failed' || cut === 'held') return row
      const sent = rowOf({ kind }, SUCCESS)
      return kind === 'reply-failed'
        ? { ...row, notDecided: { because: STREAMED, otherwise: sent } }
        : { ...row, notDecided: { because: WINDOWS, otherwise: withErrorEvent(sent) } }
    }
    const attemptRow = (outcome: Outcome): FailureRow => {
      if (outcome.kind === 'cut-after-content') return cutRow(outcome)
      const row = rowOf(outcome)
      if (!isOtherSuccess(outcome)) return row
      return { ...row, notDecided: { because: TRANSLATED, otherwise: rowOf(outcome, SUCCESS) } }
    }
    return [...outcomes.map(attemptRow), ...guardOutcomesOf(route).map(guardRow)]
  }
  const keyOf = createRowKeys(call => membersOf.get(call) ?? 1)
  const known = new Map<string, readonly FailureRow[]>()
  const sharedRowsOf = (route: PlanRoute): readonly FailureRow[] => {
    const key = keyOf(route)
    const rows = known.get(key) ?? rowsOf(route)
    known.set(key, rows)
    return rows
  }
  return {
    first,
    isCutOff,
    routes: routes.map(route => ({
      pointer: route.pointer,
      rows: sharedRowsOf(route),
      ...(route.call.breaker === undefined ? {} : openCircuitOf(route, insteadOf(route))),
    })),
  }
}

/** What the rows of a route depend on, as a string: targets of one load balancer that are tried alike share their rows. */
function createRowKeys(membersOf: (call: CallNode) => number): (route: PlanRoute) => string {
  const numbers = new Map<unknown, number>()
  const numberOf = (value: unknown): number => {
    const known = numbers.get(value) ?? numbers.size
    numbers.set(value, known)
    return known
  }
  return ({ call, steps }) => {
    const { attempt, breaker } = call
    const around = steps.flatMap(({ node, pointer, child }) =>
      node.kind === 'loadbalance' || node.kind === 'conditional'
        ? []
        : [`${numberOf(node)} ${pointer} ${child}`],
    )
    return [numberOf(canonicalJson([attempt, breaker ?? null, membersOf(call)])), ...around].join()
  }
}

/** Guards are around the pool. */
const outcomeOfMember = ({ kind }: Outcome): boolean =>
  kind === 'status' || kind === 'error-in-success' || kind === 'failure'

const CUT: OutcomeFacts = factsOf({ kind: 'failure', cause: 'cut' })
const SUCCESS: OutcomeFacts = factsOf({ kind: 'status', statuses: [[200, 200]] })

/** Retries whose list has 200 give streams up before they are cut: only the last attempt is read. */
const countedAtCut = (row: FailureRow): FailureRow =>
  row.counts === false ? { ...row, counts: row.retries.most === 0 ? true : 'last-attempt' } : row

const notCounted = ({ breaker }: CallNode): { counts?: false } =>
  breaker === undefined ? {} : { counts: false }

const withErrorEvent = (row: FailureRow): FailureRow => ({
  ...row,
  reply: { ...row.reply, endsWithErrorEvent: true },
})

/** A class of 2xx without 200. */
const isOtherSuccess = (outcome: Outcome): boolean =>
  outcome.kind === 'status' && statusOf(outcome) < 300 && !hasStatus(outcome.statuses, 200)

const TRANSLATED = 'it depends on whether the reply is translated, which makes it 200'

const WINDOWS = 'it depends on whether the guards had released a window of the stream'
const STREAMED =
  'it depends on whether the reply is streamed: a guard that does not deny reads streams at their end'

const openCircuitOf = (
  { steps }: PlanRoute,
  others: readonly Pointer[],
): Pick<RouteFailures, 'whenOpen' | 'nextWhenOpen'> => ({
  whenOpen: steps.some(({ node }) => node.kind === 'fallback' || node.kind === 'loadbalance')
    ? 'skipped'
    : 'rejected',
  ...(others.length > 0 && { nextWhenOpen: others }),
})

// Where a request goes when a target has given its reply: to the next child of the innermost fallback that it
// triggers, or to the client.

interface NextTargets {
  /** The targets that may be called first. */
  readonly first: readonly Pointer[]
  /** The targets that may be called next; none where the client gets the reply. */
  readonly nextAfter: (route: PlanRoute, status: number, error: ErrorKind | undefined) => readonly Pointer[]
  /**
   * The targets that a fallback calls in place of this one while its circuit is open, and all others are closed; none where a load balancer
   * draws another, the client gets the reply of the preceding target, or circuits are ignored.
   */
  readonly insteadOf: (route: PlanRoute) => readonly Pointer[]
}

/** Replies lead on with all circuits closed: a fallback skips targets whose circuit is open. */
function linkNextTargets(plan: Plan): NextTargets {
  /** By position and node, so that routes share the lists: below different conditions one position may have several nodes. */
  const known = new Map<string, readonly Pointer[]>()
  const firstTargets = (pointer: Pointer, index: number): readonly Pointer[] => {
    const key = `${index}${pointer}`
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const node = nodeAt(plan.nodes, index)
    const below =
      node.kind === 'fallback' ? node.children.slice(0, 1) : chosenEdges(node).map(({ edge }) => edge)
    const targets =
      node.kind === 'call'
        ? [pointer]
        : [...new Set(below.flatMap(edge => firstTargets(pointer + edge.path, edge.node)))]
    known.set(key, targets)
    return targets
  }
  const nextAfter: NextTargets['nextAfter'] = ({ steps }, status, error) => {
    for (const { node, pointer, child } of steps.toReversed()) {
      const next = node.kind === 'fallback' ? node.children[child + 1] : undefined
      if (node.kind === 'fallback' && next !== undefined && isTriggeredBy(node, status, error))
        return firstTargets(pointer + next.path, next.node)
    }
    return []
  }
  const insteadOf: NextTargets['insteadOf'] = ({ steps }) => {
    for (const { node, pointer, child } of steps.toReversed()) {
      if (node.kind === 'loadbalance' && chosenEdges(node).length > 1) return []
      if (node.kind !== 'fallback') continue
      const next = node.children[child + 1]
      if (next !== undefined) return firstTargets(pointer + next.path, next.node)
      if (child > 0) return []
    }
    return []
  }
  return { first: firstTargets(plan.root.path, plan.root.node), nextAfter, insteadOf }
}
