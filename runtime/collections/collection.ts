// The contract of a provider whose files, batches or training jobs have shapes of their own: the interface's shapes go
// in and come out. An operation may take several requests, so it is a conversation: a generator that yields requests
// and is given their answers. Pure: `link/converse.ts` performs them.
import type { JsonObject } from '../../compiler/source.ts'
import type { Failure } from '../failures.ts'
import type { Headers } from '../headers.ts'
import type { Collection } from '../providers/adapter.ts'

export type Operation =
  | 'create'
  | 'list'
  | 'get'
  | 'cancel'
  | 'delete'
  | 'content'
  | 'output'
  | 'events'
  | 'checkpoints'

/** Which operation on what a path names. */
export interface ResourceName {
  readonly collection: Collection
  readonly operation: Operation
  /** The resource; undefined for `create` and `list`. */
  readonly id: string | undefined
  /** What stands behind the path of the collection, with its query: `/batch_1/cancel`, `?limit=5`. */
  readonly below: string
}

/** A file that a client uploads. */
export interface Upload {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface CollectionRequest {
  readonly id: string
  /** The cursor of a list: the identifier after which it begins. */
  readonly after: string | undefined
  /** How many of a list, 1 to 100. */
  readonly limit: number
  /** The JSON body, or the text fields of a form; empty where there is none. */
  readonly body: JsonObject
  readonly upload: Upload | undefined
}

export interface CollectionContext {
  readonly settings: Readonly<Record<string, unknown>>
  /** What the provider's row says of parameters that its dialect requires: for requests within a batch. */
  readonly defaults: JsonObject
  /** Whether a request that the dialect cannot say in full is refused rather than shortened. */
  readonly refusesLosses: boolean
  /** Unix seconds. */
  readonly now: number
  /** Unique text, 32 hexadecimal digits. */
  readonly identifier: string
}

/** A request to the provider; its credential is added when it is sent. */
export interface Ask {
  readonly method: string
  /** Absent: the address of the provider. Another one must be its own or of those that `origins` names. */
  readonly origin?: string
  /**
   * Path and query, below the base URL unless there is an origin; or a resource of the vendor's shapes, wherever the
   * provider has it.
   */
  readonly path: string | Pick<ResourceName, 'collection' | 'below'>
  readonly headers?: Headers
  /** An object is sent as JSON. */
  readonly body?: Uint8Array | JsonObject
  /** Statuses outside 2xx that the conversation goes on with; any other ends it with the provider's error. */
  readonly accepts?: readonly number[]
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The body parsed, undefined when it is no JSON. */
  readonly json: unknown
}

export type CollectionReply =
  /** `dropped` are parameters of requests within a batch that the provider's dialect cannot say. */
  | { readonly json: JsonObject; readonly dropped?: readonly string[] }
  | { readonly bytes: Uint8Array; readonly contentType: string }

/** A part of a conversation that comes to a result of its own. */
export type Talk<Result> = Generator<Ask, Result | Failure, Answer>

export type Conversation = Talk<CollectionReply>

export type Converse = (request: CollectionRequest, context: CollectionContext) => Conversation

/** The operations that the provider has; one that is missing is told to be unsupported. */
export type CollectionAdapter = { readonly [O in Operation]?: Converse }

export type Collections = { readonly [C in Collection]?: CollectionAdapter }
