// What a call node needs of the limits of a call: to be admitted at its target, and to report the reply.
import type { Json } from '../../schemas/values/json.ts'
import type { Awaitable } from './awaitable.ts'
import type { ByteStream } from './byte-stream.ts'
import type { Failure } from './failures.ts'
import type { Headers } from './headers.ts'

/** The target of a call, as policies and prices know it. */
export interface CalledTarget {
  /** The provider of the catalog. */
  readonly provider: string
  /** The slug under which it is stored, where a slug named it. */
  readonly slug: string | undefined
  /** The member of the pool that the slug names; absent outside of pools. */
  readonly member?: string | undefined
  /** Another slug whose policies hold for it (`ProviderFacts`). */
  readonly otherSlug?: string | undefined
  /** The model as it is requested from the target. */
  readonly model: string | undefined
  /** Whether its prices are those of a region. */
  readonly isRegional?: boolean
  /** The names of the model that the target sends; the last one selects it, such as a deployment. */
  readonly models: () => readonly string[]
}

/** Why a call is not admitted, and the headers that say when it may be. */
export interface LimitRefusal {
  readonly failure: Failure
  readonly headers: Headers
}

/** The parts of a reply that matter for the usage of its target. */
export interface TargetReply {
  readonly status: number
  readonly body?: Uint8Array | ByteStream
}

export interface CallLimits {
  /** Tokens or cost are limited, so usage matters. */
  readonly isMetered: boolean
  /** Reserves at a target; undefined when it is admitted. */
  readonly admit: (target: CalledTarget) => Awaitable<LimitRefusal | undefined>
  /** An attempt at the target that was admitted last has come to this. */
  readonly replied: (reply: TargetReply) => void
  /** A part of a session has used this: it is counted, and the next part is reserved; undefined when that is admitted. */
  readonly renew?: (usage: Json) => Awaitable<LimitRefusal | undefined>
}

/** The tokens and cost of a request as they were counted for its limits, for the log. */
export interface CountedUsage {
  readonly tokens: number
  /** Of them, those of the request and of the reply. */
  readonly input: number
  readonly output: number
  /** In billionths of a US dollar; absent if no budget of cost applies, or the price is not known. */
  readonly cost?: number | undefined
  /** True if a budget of cost applies and the list has no price of a model. */
  readonly unpriced?: true | undefined
  /** Whether the provider reported the usage, or the gateway counted what was produced. */
  readonly source: 'provider' | 'counted' | 'none'
}

/** What was counted of a request, which is settled with others: it is read when it is needed. */
export interface PendingUsage {
  /** Undefined where nothing was counted. */
  readonly counted: () => CountedUsage | undefined
}
