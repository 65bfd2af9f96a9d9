// The contract of object storage for files and batches: requests, and how their responses are parsed. Only the bucket of
// the config is accessed.
import { type Failure, isFailure } from '../../failures.ts'
import type {
  Answer,
  Ask,
  CollectionContext,
  CollectionRequest,
  Conversation,
  Converse,
} from '../collection.ts'

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
  readonly read: (key: string) => Ask
  readonly write: (key: string, bytes: Uint8Array) => Ask
  readonly remove: (key: string) => Ask
  readonly describe: (key: string) => Ask
  readonly described: (answer: Answer, key: string) => StoredObject
  /** Keys with the prefix after `after`, in lexicographic order, at least `size` if there are as many. */
  readonly list: (prefix: string, after: string | undefined, size: number) => Ask
  readonly listed: (answer: Answer) => readonly StoredObject[]
}

export type OpenStore = (settings: Readonly<Record<string, unknown>>) => ObjectStore | Failure

/** An operation on the configured storage; fails before any request if none is configured. */
export const withStore = (
  open: OpenStore,
  talk: (store: ObjectStore, request: CollectionRequest, context: CollectionContext) => Conversation,
): Converse =>
  function* (request, context) {
    const store = open(context.settings)
    return isFailure(store) ? store : yield* talk(store, request, context)
  }
