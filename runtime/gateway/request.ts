// A request to the gateway: its head, how that was admitted or refused, and what came of it.

import type { HeadReservation } from '../limits/head-reservation.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Endpoint } from '../values/adapter.ts'
import type { BodyRemainder } from '../values/body/body.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import type { Failure, KeyIdentity } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import type { CallTransport } from '../values/ports.ts'
import type { Caller } from './authenticate.ts'
import type { RequestOptions } from './request-options.ts'
import type { ResourceServer } from './resource-server.ts'

/** The head of a request: everything but its body. */
export interface RequestHead {
  readonly method: string
  /** Path and query below the base URL, beginning with a slash. */
  readonly path: string
  readonly pathname: string
  readonly headers: Headers
}

/** A call of a saved prompt by its path. */
export interface PromptCall {
  readonly action: 'completions' | 'render'
  readonly id: string
  /** A number, a label or `latest`; undefined for the published version. */
  readonly version: string | undefined
}

/** What the reply to a request needs besides its body, and the log record that it adds to. */
export interface ServiceExchange {
  readonly cancellation: Cancellation
  readonly record: CallRecord
}

/** Serves a request whose path is not that of a model call. */
export type AdmittedService =
  | {
      readonly of: 'control' | 'mcp' | 'agents' | 'models'
      readonly handle: (body: Uint8Array, exchange: ServiceExchange) => Promise<Reply>
      /** The caller or why it is refused; absent unless a token is verified meanwhile. */
      readonly verified?: () => Promise<Pick<Caller, 'workspace'> | Failure>
    }
  | { readonly of: 'prompts'; readonly call: PromptCall }

/** One that answers by itself. */
export type AnsweringService = Exclude<AdmittedService, { readonly of: 'prompts' }>

/** A request that passed authentication and head validation; its body has not been read yet. */
export interface AdmittedRequest {
  readonly head: RequestHead
  /** The endpoint of the path, whatever the method; undefined for other paths and below `/proxy/`. */
  readonly endpoint: Endpoint | undefined
  readonly requestOptions: RequestOptions
  readonly caller: Caller
  readonly trace: string
  /** The identifier of the request in the log; that of the trace where the gateway chose it. */
  readonly id: string
  /** True for paths below `/proxy/`, which are passed to the provider unchanged. */
  readonly proxied: boolean
  /** True if a body larger than the buffer may be streamed: files, forms, pass-through requests. */
  readonly upload: boolean
  /** Undefined for calls of models. */
  readonly service: AdmittedService | undefined
}

export interface RefusedRequest {
  readonly refused: Failure
  readonly trace: string
  readonly traceparent: string | undefined
  /** The key of the refused request; undefined if none was authenticated. */
  readonly caller: KeyIdentity | undefined
  /** Whether it is one to saved resources, which is not among the records of calls. */
  readonly isControl?: true
}

/** Admits a request by its head or returns why not; prepared once per bundle. */
export type AdmitRequest = (head: RequestHead) => AdmittedRequest | RefusedRequest

/** `caller`: whose request it is, where that is known. */
export const refuseRequest = (
  refused: Failure,
  trace: string,
  { traceparent }: Pick<RequestOptions, 'traceparent'>,
  caller: KeyIdentity | undefined = refused.key,
): RefusedRequest => ({ refused, trace, traceparent, caller })

/** Limits that a request has reserved before its body has arrived. */
export type ReservedHead = HeadReservation

/** What the server knows of a request besides its head and the bytes of its body. */
export interface HandleOptions {
  /** The unread remainder of a streamed body. */
  readonly remainder?: BodyRemainder
  /** The client requests a protocol upgrade (WebSocket). */
  readonly upgrade?: boolean
  /** The memory budget that buffered replies are charged to. */
  readonly memory?: MemoryLease
  /** What it reserved before its body had arrived. */
  readonly head?: ReservedHead | undefined
  /** Sends its attempts; absent: HTTP. */
  readonly transport?: CallTransport | undefined
}

/** What is known of a request besides its reply, for the HTTP server and the log: complete when the reply has come. */
export interface CallOutcome {
  /** The config that handled it: the id of a saved config, `inline` or `headers`. */
  readonly config: string | undefined
  readonly model: string | undefined
  readonly stream: boolean
  readonly record: CallRecord
}

/** A request that is being served. */
export interface CallInProgress {
  readonly outcome: CallOutcome
  readonly reply: Promise<Reply>
}

export interface CallResult extends CallOutcome {
  readonly reply: Reply
}

/** A stored provider or a pool, by its slug, with the provider of the catalogue that it is. */
export interface StoredName {
  readonly slug: string
  readonly provider: string
}

export interface Gateway {
  /** Validates only the head, so that the body of a rejected request is not buffered. */
  readonly admit: AdmitRequest
  /** Which tokens are accepted; absent if none are. */
  readonly resourceServer?: ResourceServer | undefined
  /** The stored providers that calls of a workspace can name. */
  readonly stored: (workspace: string) => readonly StoredName[]
  /** Whether limits may be reserved before the body of a request; absent if nothing is limited. */
  readonly limits?: Pick<Limiter, 'reservesHeads'> | undefined
  /** Reserves the limits that the key decides; undefined without any. */
  readonly reserveHead?: (admitted: AdmittedRequest) => ReservedHead | undefined
  readonly begin: BeginRequest
  /** The same, with its reply. */
  readonly handle: (...request: Parameters<BeginRequest>) => Promise<CallResult>
}

/** Serves a request whose body was read. */
export type BeginRequest = (
  admitted: AdmittedRequest,
  body: Uint8Array,
  cancellation: Cancellation,
  more?: HandleOptions,
) => CallInProgress
