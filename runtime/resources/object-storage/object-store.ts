// The contract of object storage for files and batches: requests, and how their responses are parsed. Only the bucket of
// the config is accessed.
import { type Failure, isFailure } from '../../values/failures.ts'
import type {
  OperationContext,
  OperationRun,
  ResourceOperation,
  ResourceRequest,
  StepRequest,
  StepResponse,
} from '../../values/resource-operation.ts'

export interface StoredObject {
  readonly key: string
  readonly bytes: number | undefined
  /** Unix seconds. */
  readonly created: number | undefined
}

export interface ObjectStore {
  /** Scheme of its URIs: `s3://bucket/key`. */
  readonly scheme: string
  readonly bucket: string
  readonly read: (key: string) => StepRequest
  readonly write: (key: string, bytes: Uint8Array) => StepRequest
  readonly remove: (key: string) => StepRequest
  readonly describe: (key: string) => StepRequest
  readonly parseDescription: (answer: StepResponse, key: string) => StoredObject
  /** Keys with the prefix after `after`, in lexicographic order, at least `size` if there are as many. */
  readonly list: (prefix: string, after: string | undefined, size: number) => StepRequest
  readonly parseList: (answer: StepResponse) => readonly StoredObject[] | Failure
}

export type OpenObjectStore = (settings: Readonly<Record<string, unknown>>) => ObjectStore | Failure

/** An operation on the configured storage; fails before any request if none is configured. */
export const withObjectStore = (
  open: OpenObjectStore,
  operation: (store: ObjectStore, request: ResourceRequest, context: OperationContext) => OperationRun,
): ResourceOperation =>
  function* (request, context) {
    const store = open(context.settings)
    return isFailure(store) ? store : yield* operation(store, request, context)
  }
