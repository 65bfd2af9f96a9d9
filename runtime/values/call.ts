// The two values of the life of one request: a Call goes in, a Reply comes out.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { Endpoint } from './adapter.ts'
import type { Body } from './body/body.ts'
import type { ByteStream } from './byte-stream.ts'
import type { Cancellation } from './cancellation.ts'
import type { Failure } from './failures.ts'
import type { GuardResult, HookResults } from './guard-verdict.ts'
import type { Headers } from './headers.ts'
import type { MemoryLease } from './memory-budget.ts'
import type { Tunnel } from './ports.ts'
import type { ResourceCall } from './resource-operation.ts'

/** What the request's own headers say; they beat configs (semantics, section 2). */
export interface CallOptions {
  readonly provider: string | undefined
  readonly virtualKey: string | undefined
  readonly customHost: string | undefined
  readonly config: string | undefined
  readonly metadata: string | undefined
  readonly requestTimeout: number | undefined
  readonly forwardHeaders: readonly string[] | undefined
  readonly strict: boolean | undefined
  readonly forceRefresh: boolean
  readonly cacheNamespace: string | undefined
  readonly apiKey: string | undefined
  /** The value of `Authorization`, a credential for the provider of this request alone. */
  readonly authorization: string | undefined
  /** Values of the headers that name binding properties, by the property's name. */
  readonly settings: Readonly<Record<string, string>>
}

/** One try of one target, for the log. */
export interface AttemptRecord {
  readonly at: string
  readonly provider: string
  readonly status: number
  readonly milliseconds: number
  readonly cause?: string
}

/** Results of input guards for the rest of a call, by guard and content; what a result is only the guards know. */
export interface GuardMemo {
  readonly body: Body
  readonly results: Map<string, unknown>
}

/** Filled in while a call runs and read when its line of the log is written: the one mutable value of a call. */
export interface CallRecord {
  readonly attempts: AttemptRecord[]
  /** The provider's usage, as it stands in the reply. */
  usage?: Json
  /** Why a stream broke off after it had been committed. */
  streamError?: string
  /** Seconds since the reply that a cache gave was stored. */
  cacheAge?: number
  /** Cosine similarity of the question that a semantic hit answered. */
  similarity?: number
  /** Targets that were not asked, since their circuits were open. */
  skippedTargets?: readonly string[]
  /** What came of guards that ran before the reply had gone, each time that one ran. */
  guardResults?: GuardResult[]
  /** What guards of the request found, so that no target makes them run a second time. */
  guardMemo?: GuardMemo
}

export interface Call {
  readonly method: string
  /** Undefined for what is passed through. */
  readonly endpoint: Endpoint | undefined
  /** The client wants to go on without HTTP: a WebSocket. */
  readonly upgrade?: boolean
  /** What of a collection is asked, where the path names such a thing. */
  readonly resource?: ResourceCall | undefined
  /** Path and query below the base URL, beginning with a slash. */
  readonly path: string
  /** The path of the URL as the client wrote it, without its query: what `url.pathname` means in a query. */
  readonly pathname: string
  readonly headers: Headers
  readonly body: Body
  readonly stream: boolean
  /** The model without its slug; undefined where the body names none. */
  readonly model: string | undefined
  /** The slug that the model began with. */
  readonly slug: string | undefined
  readonly options: CallOptions
  readonly metadata: JsonObject
  readonly workspace: string
  readonly trace: string
  readonly cancellation: Cancellation
  /** What bodies of this request are counted against; absent where nothing is counted. */
  readonly memory?: MemoryLease | undefined
  /** Set where a whole reply is stored or evaluated: it is parsed before it counts as a success. */
  readonly readsReply?: true
  /** What the driver notes for the log while the call runs. */
  readonly record: CallRecord
  /** All circuits that could serve are open, so traffic flows as if none were. */
  readonly ignoreCircuits?: true
  /** Overridden fields that a guard has rewritten since: the override does not come again. */
  readonly overridesConsumed?: readonly string[]
  /** Parameters that were lost on the way here, where a request in another dialect became this one. */
  readonly droppedParameters?: readonly string[]
}

export type CacheStatus = 'HIT' | 'SEMANTIC HIT' | 'MISS' | 'SEMANTIC MISS' | 'REFRESH' | 'DISABLED'

export interface Reply {
  readonly status: number
  /** What goes to the client, without the gateway's own headers, which the edge adds. */
  readonly headers: Headers
  readonly body: Uint8Array | ByteStream
  /** The target that answered, as `config.targets[1]`; undefined when no target was asked. */
  readonly target: string | undefined
  readonly provider: string | undefined
  /** 0 first try, n the n-th extra try succeeded, -1 all tries failed. */
  readonly retries: number
  readonly cache: CacheStatus | undefined
  /** Parameters that the provider's dialect cannot say. */
  readonly dropped?: readonly string[]
  /** Present when provider and client go on without HTTP; the status is 101 and the body is empty. */
  readonly tunnel?: Tunnel
  /** What came of guards: `denied` when one of them denied, `failed` when one failed without denying. */
  readonly hooks?: {
    readonly verdict: 'passed' | 'failed' | 'denied'
    readonly results: HookResults
  }
  /** Present when the gateway made the reply itself. */
  readonly failure?: Failure
}

/** A linked plan node. `draw` is the number in hand for the balance nodes below, or NONE. */
export type Route = (call: Call, draw: number) => Promise<Reply>

/** No number is in hand: the next balance node draws. */
export const NO_DRAW = -1

export const isStream = (body: Uint8Array | ByteStream): body is ByteStream => !(body instanceof Uint8Array)

/** Frees what a reply holds when another one is given instead. */
export function discard(reply: Reply): void {
  if (isStream(reply.body)) reply.body.cancel()
  reply.tunnel?.incoming.cancel()
}
