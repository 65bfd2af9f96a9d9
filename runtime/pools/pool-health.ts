// The contract of what is known of the members of a pool at the moment: who is called next, and what each call teaches. The same in a
// process, over its threads and over processes that share a store.
import type { PlanPool } from '../../schemas/generated/types.ts'
import type { Headers } from '../values/headers.ts'

/** A request that needs a member. */
export interface PoolRequest {
  /** The model as the request names it, after overrides; undefined if it has none. */
  readonly model: string | undefined
  /** What its session is recognized by; undefined where it has none, or the pool is not sticky. */
  readonly session: string | undefined
  /** Estimated tokens of the request, for deadlines, quotas and limits. */
  readonly tokens: number
  readonly stream: boolean
  /** Whether a member cannot serve it: it lacks the model or a capability, or has already failed it. */
  readonly isExcluded: (member: number) => boolean
  /** What a million tokens of the request cost at a member, in US dollars; undefined where that is unknown. Only asked by `cost`. */
  readonly price?: ((member: number) => number | undefined) | undefined
}

/** The outcome of one call of a member. */
export interface PoolOutcome {
  /** `aborted`: the client left, or a faster reply won, which implies nothing about the member. */
  readonly result: 'succeeded' | 'failed' | 'refused' | 'aborted'
  /** The status of the reply; 0 if there was none. */
  readonly status: number
  /**
   * What the failure is about. Without it, the status decides: 404 is about the model, 429 about the quota of the model, since providers
   * limit models; any other about the member as a whole. `account`: of a 429, that it is the account as a whole which has no quota left.
   */
  readonly about?: 'model' | 'account' | 'deadline' | undefined
  /** Tokens of the reply, where they are known. */
  readonly outputTokens?: number | undefined
}

/**
 * One call of a member, from its choice to its end: its methods are called in this order, and on it; `ended` always and once. A reply
 * with a status is reported by `answered`, also that of a failure: its headers say when the member may be called again.
 */
export interface PoolLease {
  /** The head of a reply arrived. */
  readonly answered: (status: number, headers: Headers) => void
  /** The first content arrived: text, reasoning or the input of a tool; of a whole reply, its last byte. */
  readonly began: () => void
  readonly ended: (outcome: PoolOutcome) => void
}

export interface PoolChoice {
  /** The index in `members` of the plan. */
  readonly member: number
  /** Why, as it is logged: `only candidate`, `pinned`, `picked from 3`, `probe`, `resting` for the best of members that all rest. */
  readonly because: string
  readonly lease: PoolLease
}

/** No member can be called: each is full, has spent its quota, or is excluded. */
export interface PoolRefusal {
  /** Milliseconds until the first of them may be called again; 0 if all are excluded. */
  readonly retryAfter: number
}

/** What an operator sees of a member. */
export interface MemberStatus {
  readonly name: string
  readonly tier: number
  readonly state: 'ready' | 'resting' | 'probing' | 'slow' | 'full'
  /** Milliseconds that it still rests, and for which model, where it rests for one only. */
  readonly rest?: number
  readonly restingModels?: readonly string[]
  readonly inFlight: number
  /** Its part of the calls of the last minute, of 1. */
  readonly share: number
  /** Milliseconds to content, as the pick expects it; undefined without samples. */
  readonly latency: number | undefined
  /** The remaining part of its quota, of 1; undefined where the provider does not say. */
  readonly quota: number | undefined
  /** SessionPins that are pinned to it. */
  readonly sessions: number
}

export interface PoolStatus {
  /** The slug of the pool; of one that was saved by API with its workspace before it, `workspace/slug`. */
  readonly pool: string
  readonly members: readonly MemberStatus[]
}

/** The state of one pool. */
export interface PoolHealth {
  readonly choose: (request: PoolRequest) => PoolChoice | PoolRefusal
  /** A second member for a call that takes long: a choice, or undefined if no call may be sent twice now. */
  readonly hedge: (request: PoolRequest) => PoolChoice | undefined
  /** Milliseconds after which a call of a member counts as unusually long; undefined while there are too few samples. */
  readonly hedgeAfter: (member: number) => number | undefined
  readonly status: () => readonly MemberStatus[]
}

/**
 * `spent`: the provider reports that a quota is spent, so nothing is sent. `refused`: a credential, an account or a model is not
 * accepted. `failed`: errors. In the last two cases a member is better than none.
 */
export type RestKind = 'spent' | 'refused' | 'failed'

/** News for other runtimes: a member rests from now on, or no longer. */
export interface MemberRest {
  readonly pool: string
  readonly member: string
  /** Undefined: the member as a whole. */
  readonly model: string | undefined
  /** Milliseconds from now; 0 if the rest is over. */
  readonly lasts: number
  readonly kind: RestKind
  /** Whether a request must succeed after it. */
  readonly needsProof: boolean
  /** Whether it follows from what was measured, rather than from a statement of the provider. */
  readonly measured: boolean
}

/** What a runtime shares with the others. Nothing waits for it, and nothing fails without it. */
export interface RestLink {
  readonly publish: (rest: MemberRest) => void
  /** Called now and then while a pool is in use: asks for news of its members. */
  readonly follow: (pool: string) => void
}

/** `apply` receives what others publish. */
export type ShareRests = (apply: (rest: MemberRest) => void) => Promise<RestLink>

export interface Pools {
  /** The state of a pool. The same identifier returns the same state: what is known of members with the same name outlives a change of the plan. */
  readonly pool: (id: string, plan: PlanPool) => PoolHealth
  /** The pools that plans name, as an operator sees them. */
  readonly status: () => readonly PoolStatus[]
  /** Shares the rests of members with other runtimes from now on. */
  readonly share: (share: ShareRests) => Promise<void>
}

export const isRefusal = (choice: PoolChoice | PoolRefusal): choice is PoolRefusal => 'retryAfter' in choice
