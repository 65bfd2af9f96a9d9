// Call and Reply: the input and the output of a linked route.
import type { LogStep } from '../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { Endpoint, VendorError } from './adapter.ts'
import type { Body } from './body/body.ts'
import type { ByteStream } from './byte-stream.ts'
import type { CallLimits, PendingUsage } from './call-limits.ts'
import type { Canary } from './canary.ts'
import type { Cancellation } from './cancellation.ts'
import type { Failure, StreamBreak } from './failures.ts'
import type { GuardResult, HookResults } from './guard-verdict.ts'
import type { Headers } from './headers.ts'
import type { MemoryLease } from './memory-budget.ts'
import type { CallTransport, Tunnel } from './ports.ts'
import type { CreateReplyReader, ReplyFacts, ReplyFactsReader } from './reply-facts.ts'
import type { DiscardedUsage, RecordedUsage } from './reported-usage.ts'
import type { ResourceCall } from './resource-operation.ts'
import type { CallerSpan } from './trace-context.ts'

/** Options from the request headers; they override configs (semantics, section 2). */
/** A path of a vendor's own API, which no other provider has. */
export interface NativePath {
  /** Providers of the catalogue that have it. */
  readonly providers: readonly string[]
  /** The path begins at the host, not below the base URL. */
  readonly fromHost: boolean
}

export interface CallOptions {
  readonly provider: string | undefined
  readonly virtualKey: string | undefined
  readonly customHost: string | undefined
  readonly config: string | undefined
  readonly metadata: string | undefined
  /** Milliseconds for the whole request; for a call that the gateway makes itself, for its attempt. */
  readonly requestTimeout: number | undefined
  readonly forwardHeaders: readonly string[] | undefined
  readonly strict: boolean | undefined
  readonly forceRefresh: boolean
  readonly cacheNamespace: string | undefined
  readonly apiKey: string | undefined
  /** The value of `Authorization` or of a header in its place: a provider credential for this request only. */
  readonly authorization: string | undefined
  /** Binding properties set by headers, by property name. */
  readonly settings: Readonly<Record<string, string>>
  /** Set if the client called the entrance of a vendor, at a path without an endpoint. */
  readonly native?: NativePath
  /** Names of the client's headers that the gateway does not read, in lower case; absent without any that is worth naming. */
  readonly unread?: readonly string[]
}

/** One attempt at one target, for the log. Durations are milliseconds since it began. */
export interface AttemptRecord {
  readonly at: string
  readonly provider: string
  /** The slug of the stored provider, if one was called: its prices are those of the attempt. */
  readonly slug?: string | undefined
  readonly status: number
  /** Until the reply was complete, or its stream committed. */
  readonly milliseconds: number
  /** The member of the pool that was called. */
  readonly member?: string | undefined
  /** When it began, by the monotonic clock. */
  readonly started: number
  readonly cause?: string | undefined
  /** Until the request was sent on a connection. */
  readonly queued?: number | undefined
  /** Of that, opening the connection; undefined where an open one was used. */
  readonly connect?: number | undefined
  /** The connection closed as the request was sent, which was repeated on a new one. */
  readonly reconnected?: true | undefined
  /** Until the head of the reply arrived. */
  readonly firstByte?: number | undefined
  /** The model that was requested. */
  readonly model?: string | undefined
  /** The error message of the provider, or why there was no reply. */
  readonly message?: string | undefined
  /** The origin that was called, numbers of the request, and the facts that its reply reports: only if requests are exported to OpenTelemetry. */
  readonly server?: string | undefined
  readonly parameters?: Readonly<Record<string, number>> | undefined
  readonly reply?: ReplyFacts | undefined
  /** The wait before the target was tried again. */
  readonly wait?: AttemptWait | undefined
}

/** A wait between two attempts in milliseconds, and what decided its length. */
export interface AttemptWait {
  readonly milliseconds: number
  readonly because: 'retry-after' | 'backoff'
}

/** A span that the client names: one operation of its trace. */
export interface Span {
  readonly id?: string | undefined
  readonly parent?: string | undefined
  readonly name?: string | undefined
}

/** How the client tagged its request, for the log. */
export interface RequestTags {
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly span?: Span | undefined
}

/**
 * Memoized results of input guards within one call, by guard and content. The results are opaque outside of the
 * guards.
 */
export interface GuardMemo {
  readonly body: Body
  readonly results: Map<string, unknown>
}

/** A request to an MCP server, for the log. */
export interface McpRecord {
  /** The server that was asked, or the virtual one. */
  readonly server: string
  /** The tool that was called, by the name of its server. */
  readonly tool?: string
  /** The method of the message, or that of HTTP if there was none. */
  readonly method: string
  /** The address of the person whose token was sent. */
  readonly user?: string
  /** The tool reports an error in its result. */
  readonly isError?: true
  /** The era of the client. */
  readonly era: 'modern' | 'legacy'
}

/** A request to an agent, for the log. */
export interface AgentRecord {
  readonly slug: string
  /** The operation by its name in version 1.0, or `AgentCard`. */
  readonly method: string
  /** The version of the protocol that the client speaks. */
  readonly version?: string
  readonly binding?: 'JSONRPC' | 'HTTP+JSON'
  /** Interfaces of a card that are not served. */
  readonly leftOut?: readonly string[]
}

/** Log details collected while a call runs: the only mutable value of a call. */
export interface CallRecord {
  readonly attempts: AttemptRecord[]
  /** Present where requests are exported to OpenTelemetry. */
  readonly createReplyReader?: CreateReplyReader | undefined
  /** Reads the reply of the last attempt for its span. */
  replyReader?: ReplyFactsReader | undefined
  /** The choices of nodes of the plan; absent if there was none. */
  steps?: LogStep[]
  /** The slug of the stored provider that was called last, and the model that was requested from it. */
  slug?: string | undefined
  servedModel?: string | undefined
  /** The member of the pool that was called last. */
  member?: string | undefined
  /** The model that the reply of the last attempt names. */
  answeredModel?: string | undefined
  /** The model is that of an alias. */
  isAliased?: true
  /** The last attempt was at the prices of a region. */
  isRegional?: boolean
  /** Strict compliance is off at the target, and the manifest asks for costs. */
  isStrictDisabled?: boolean
  tags?: RequestTags
  /** The session of an agent that the request belongs to: its name, or the digest of one that the log does not show. */
  session?: string
  /** The saved prompt that the request was rendered from, as `id@version`. */
  prompt?: string
  /** The usage that the provider of the last attempt reported. */
  usage?: RecordedUsage | undefined
  /** What providers of earlier attempts reported; absent if none did. */
  discardedUsage?: DiscardedUsage[]
  /** A provider answered and reported no usage, and the client did not get the answer. */
  hasUnmetered?: true
  /** Finished batches whose usage is that of the call. */
  batches?: readonly string[]
  /** What was counted for limits of tokens or cost. */
  counted?: PendingUsage
  /** The name of the limit that refused the call, or a target of it. */
  limit?: string
  /** The limits that depend on targets; absent if none does. Calls that the gateway makes itself have a record of their own. */
  limits?: CallLimits
  /** The request to an MCP server. */
  mcp?: McpRecord
  /** The request to an agent. */
  agent?: AgentRecord
  /** When the exchange with the MCP server or the agent ran, by the monotonic clock: only if requests are exported to OpenTelemetry. */
  exchanged?: { readonly started: number; readonly milliseconds: number }
  /** Why a stream failed after the commit. */
  streamError?: StreamBreak
  /** Age of a cached reply in seconds. */
  cacheAge?: number
  /** Cosine similarity of a semantic cache hit. */
  similarity?: number
  /** Targets that were skipped because their circuits were open. */
  skippedTargets?: readonly string[]
  /** The canary that served the call. */
  canary?: Pick<Canary, 'release' | 'plan'>
  /** Parts of the request that have no effect: headers that name a provider or the trace, and `@slug` of the model. */
  ignored?: readonly string[] | undefined
  /** Headers of the client that the provider of the last attempt did not get. */
  droppedHeaders?: readonly string[] | undefined
  /** Results of guards that ran before the reply was sent, one per run. */
  guardResults?: GuardResult[]
  /** A whole reply as it was parsed to validate it, for the guards that read it next. */
  parsedReply?: { readonly bytes: Uint8Array; readonly value: Json } | undefined
  /** Memoized results of input guards, so that they do not run again for each target. */
  guardMemo?: GuardMemo
}

/** What spans of attempts are derived from. */
export interface CallSpan {
  /** The identifier of the record of the request. */
  readonly record: string
  /** That of the caller, where it named one. */
  readonly caller: CallerSpan | undefined
}

export interface Call {
  readonly method: string
  /** Undefined for pass-through requests and resources. */
  readonly endpoint: Endpoint | undefined
  /** The client requests an upgrade to WebSocket. */
  readonly upgrade?: boolean
  /** The resource operation, when the path is that of a resource. */
  readonly resource?: ResourceCall | undefined
  /** Path and query below the base URL, beginning with a slash. */
  readonly path: string
  /** The path of the URL as sent by the client, without its query: `url.pathname` in conditions. */
  readonly pathname: string
  readonly headers: Headers
  readonly body: Body
  readonly stream: boolean
  /** The model without its slug; undefined when the body has none. */
  readonly model: string | undefined
  /** The provider slug that prefixed the model. */
  readonly slug: string | undefined
  readonly options: CallOptions
  readonly metadata: JsonObject
  readonly workspace: string
  /** The identifier of the key that was used; absent for calls that the gateway makes itself. */
  readonly caller?: string
  readonly trace: string
  /** The span of the request; absent for calls that the gateway makes itself. */
  readonly span?: CallSpan
  readonly cancellation: Cancellation
  /** The memory budget that buffered bodies are charged to; undefined when not limited. */
  readonly memory?: MemoryLease | undefined
  /** Sends its attempts; absent: HTTP. */
  readonly transport?: CallTransport | undefined
  /** Set if a whole reply is stored or evaluated: it is parsed before it counts as a success. */
  readonly readsReply?: true
  /** Log details collected while the call runs. */
  readonly record: CallRecord
  /** The gateway asks for the usage of the stream, for its limits; the client does not get it. */
  readonly usageAdded?: true
  /** All circuits of the candidates are open, so circuits are ignored. */
  readonly ignoreCircuits?: true
  /** Overridden fields that a guard has rewritten since: they are not overridden again. */
  readonly overridesConsumed?: readonly string[]
  /** Parameters dropped when the request was translated from another dialect. */
  readonly droppedParameters?: readonly string[]
}

export type CacheStatus = 'HIT' | 'SEMANTIC HIT' | 'MISS' | 'SEMANTIC MISS' | 'REFRESH' | 'DISABLED'

/** An error of a provider, without credentials, and whose it is. */
export interface ProviderError {
  readonly error: VendorError
  /** The display name of the provider. */
  readonly name: string
  /** The dialect of the provider spec. */
  readonly dialect: string
}

export interface Reply {
  readonly status: number
  /** The response headers, without the gateway headers, which the server adds. */
  readonly headers: Headers
  readonly body: Uint8Array | ByteStream
  /** The target that produced the reply, such as `config.targets[1]`; undefined when no target was called. */
  readonly target: string | undefined
  readonly provider: string | undefined
  /** 0: the first attempt succeeded; n: the n-th retry succeeded; -1: all attempts failed. */
  readonly retries: number
  readonly cache: CacheStatus | undefined
  /** Parameters that the provider's dialect does not support. */
  readonly dropped?: readonly string[]
  /** Set for an accepted upgrade; the status is 101 and the body is empty. */
  readonly tunnel?: Tunnel
  /** Guard results: `denied` when a guard denied, `failed` when one failed without denying. */
  readonly hooks?: {
    readonly verdict: 'passed' | 'failed' | 'denied'
    readonly results: HookResults
  }
  /** Set when the gateway generated the reply. */
  readonly failure?: Failure
  /** Set for an error of the provider: its message, without credentials. */
  readonly providerMessage?: string
  /** Set for the same: what the body is written from for the client's dialect. */
  readonly providerError?: ProviderError
  /** Called by a later reader of the stream that finds it broken where the relay did not, also after its end. */
  readonly onUnreadable?: () => void
}

/** The options of a call that the gateway makes itself: none of a client's request applies. */
export const NO_CALL_OPTIONS: CallOptions = {
  provider: undefined,
  virtualKey: undefined,
  customHost: undefined,
  config: undefined,
  metadata: undefined,
  requestTimeout: undefined,
  forwardHeaders: undefined,
  strict: undefined,
  forceRefresh: false,
  cacheNamespace: undefined,
  apiKey: undefined,
  authorization: undefined,
  settings: {},
}

/** A reply that no target gave. */
export const plainReply = (status: number, body: Reply['body'], headers: Headers): Reply => ({
  status,
  headers,
  body,
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
})

/** A linked plan node. `draw` is the random number for the load balancers below, or NO_DRAW. */
export type Route = (call: Call, draw: number) => Promise<Reply>

/** No random number was drawn yet: the next load balancer draws one. */
export const NO_DRAW = -1

export const isStream = (body: Uint8Array | ByteStream): body is ByteStream => !(body instanceof Uint8Array)

/** Releases the resources of a reply that is replaced by another one. */
export function discard(reply: Reply): void {
  if (isStream(reply.body)) reply.body.cancel()
  reply.tunnel?.incoming.cancel()
}
