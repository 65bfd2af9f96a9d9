// A request to the control plane as handlers see it: identified, authorised, and validated against its route.
import type { OperationId } from '../../../schemas/generated/control-routes.ts'
import type { OperationBodies } from '../../../schemas/generated/control-types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { ByteStream } from '../../values/byte-stream.ts'
import type { Failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Requester } from './principal.ts'

export interface ApiRequest extends Requester {
  readonly operation: OperationId
  readonly method: string
  /** The path below the base URL, without its query. */
  readonly uri: string
  /** The parameters in the path, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** The parameters in the query, with their defaults. */
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>
  /** The revision in `If-Match`: the write fails if the resource has another. */
  readonly expects: number | undefined
}

/** A request whose body is valid by the schema of its operation. */
export interface RequestOf<Operation extends OperationId> extends ApiRequest {
  readonly body: BodyOf<Operation>
  /** All bodies of a route that takes a list of them; otherwise only the body. */
  readonly bodies: readonly BodyOf<Operation>[]
  /** Why items of the body are not valid, by their positions; only of routes that take items. */
  readonly itemFaults: ReadonlyMap<number, Failure>
}

/** The body of an operation; an empty object where it takes none. */
type BodyOf<Operation extends OperationId> = Operation extends keyof OperationBodies
  ? OperationBodies[Operation]
  : Readonly<Record<string, never>>

export interface ApiReply {
  /** 200 when absent; 204 has no body. */
  readonly status?: number
  readonly body: Json
  /** Sent in place of the body, with this media type. */
  readonly stream?: { readonly bytes: ByteStream; readonly type: string }
  /** The revision of the resource, sent as its ETag. */
  readonly revision?: number | undefined
  readonly headers?: Headers
}

/** Rejects with a `StoreError` if the store cannot be used. */
export type AnswerRequest<Operation extends OperationId, Context> = (
  request: RequestOf<Operation>,
  context: Context,
) => Promise<ApiReply | Failure>

/** The handlers of some operations, with what they use; those of all are complete by their type. */
export type Handlers<Operation extends OperationId, Context> = {
  readonly [Id in Operation]: AnswerRequest<Id, Context>
}

/** The handlers of one file, by their operations. */
export type SomeHandlers<Context> = Partial<Handlers<OperationId, Context>>
