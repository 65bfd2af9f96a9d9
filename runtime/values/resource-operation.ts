// The contract of a provider with native files, batches or training jobs: converts from and to the interface's objects.
// An operation may take several requests, so it is a generator that yields requests and receives their responses. Pure:
// the link phase sends them.
import type { ResourceRoute } from '../../schemas/contracts/check.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'

export type { ResourceRoute } from '../../schemas/contracts/check.ts'

export type OperationName =
  | 'create'
  | 'list'
  | 'get'
  | 'cancel'
  | 'delete'
  | 'content'
  | 'output'
  | 'events'
  | 'checkpoints'

/** The operation and resource that a path names. */
export interface ResourceCall {
  readonly route: ResourceRoute
  readonly operation: OperationName
  /** The resource; undefined for `create` and `list`. */
  readonly id: string | undefined
  /** The path after the route, with its query: `/batch_1/cancel`, `?limit=5`. */
  readonly pathSuffix: string
}

/** A file that a client uploads. */
export interface Upload {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ResourceRequest {
  readonly id: string
  /** The cursor of a list: the id after which it starts. */
  readonly after: string | undefined
  /** Page size of a list, 1 to 100. */
  readonly limit: number
  /** The JSON body, or the text fields of a form; empty if there is none. */
  readonly body: JsonObject
  readonly upload: Upload | undefined
}

export interface OperationContext {
  readonly settings: Readonly<Record<string, unknown>>
  /** Defaults for parameters that the dialect requires, for requests within a batch. */
  readonly defaults: JsonObject
  /** Whether unsupported parameters are rejected rather than dropped. */
  readonly rejectsUnsupported: boolean
  /** Unix seconds. */
  readonly now: number
  /** Unique id, 32 hexadecimal digits. */
  readonly identifier: string
}

/** A request to the provider; the credential is added when it is sent. */
export interface StepRequest {
  readonly method: string
  /** Defaults to the base URL of the provider. Must be its origin or one of the adapter's resource origins. */
  readonly origin?: string
  /**
   * Path and query, relative to the base URL unless there is an origin; or a resource in the vendor's format, wherever
   * the provider has it.
   */
  readonly path: string | Pick<ResourceCall, 'route' | 'pathSuffix'>
  readonly headers?: Headers
  /** An object is sent as JSON. */
  readonly body?: Uint8Array | JsonObject
  /** Non-2xx statuses that the operation handles itself; any other ends it with the provider's error. */
  readonly accepts?: readonly number[]
  /** The operation goes on without the response, whose `json` is undefined then. */
  readonly isOptional?: true
}

export interface StepResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The parsed body; undefined when it is not JSON, which ends an operation that reads it. */
  readonly json: unknown
}

export type OperationReply =
  /** `dropped`: parameters of requests within a batch that the dialect does not support. */
  | { readonly json: JsonObject; readonly dropped?: readonly string[] }
  | { readonly bytes: Uint8Array; readonly contentType: string }

/** Steps of an operation with a result. */
export type OperationSteps<Result> = Generator<StepRequest, Result | Failure, StepResponse>

export type OperationRun = OperationSteps<OperationReply>

export type ResourceOperation = (request: ResourceRequest, context: OperationContext) => OperationRun

/** The operations that the provider supports; others are rejected as unsupported. */
export type ResourceAdapter = { readonly [O in OperationName]?: ResourceOperation }

export type ResourceAdapters = { readonly [C in ResourceRoute]?: ResourceAdapter }
