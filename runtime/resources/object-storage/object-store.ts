// The contract of object storage for files and batches: requests, and how their responses are parsed. Only the bucket of
// the config is accessed.
import { type Failure, isFailure } from '../../values/failures.ts'
import type {
  OperationContext,
  OperationRun,
  OperationSteps,
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
  /** Keys with the prefix after `after`, which may be the first one itself, in lexicographic order. */
  readonly list: (prefix: string, after: string | undefined, size: number) => StepRequest
  readonly parseList: (answer: StepResponse) => ObjectPage | Failure
}

export interface ObjectPage {
  readonly objects: readonly StoredObject[]
  /** Whether there are more; the services may send fewer than requested. */
  readonly hasMore: boolean
}

export type OpenObjectStore = (settings: Readonly<Record<string, unknown>>) => ObjectStore | Failure

/** In place of the reply to a request that could not be made. */
export const NOT_READ: Pick<StepResponse, 'json'> = { json: undefined }

const PAGE = 100

/** All objects below a prefix. */
export function* listAll(store: ObjectStore, prefix: string): OperationSteps<readonly StoredObject[]> {
  const found: StoredObject[] = []
  for (let after: string | undefined; ; ) {
    const page = store.parseList(yield store.list(prefix, after, PAGE))
    if (isFailure(page)) return page
    const objects = page.objects.filter(({ key }) => key !== after)
    found.push(...objects)
    after = objects.at(-1)?.key
    if (!page.hasMore || after === undefined) return found
  }
}

/** An operation on the configured storage; fails before any request if none is configured. */
export const withObjectStore = (
  open: OpenObjectStore,
  operation: (store: ObjectStore, request: ResourceRequest, context: OperationContext) => OperationRun,
): ResourceOperation =>
  function* (request, context) {
    const store = open(context.settings)
    return isFailure(store) ? store : yield* operation(store, request, context)
  }
