// The contract of a cloud's storage as files and batches use it: requests and what their answers say. Objects are kept
// in the one bucket that the config names, whatever a caller asks for.
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
  /** Of the addresses of its objects: `s3://bucket/key`. */
  readonly scheme: string
  readonly bucket: string
  readonly read: (key: string) => Ask
  readonly write: (key: string, bytes: Uint8Array) => Ask
  readonly remove: (key: string) => Ask
  readonly describe: (key: string) => Ask
  readonly described: (answer: Answer, key: string) => StoredObject
  /** Keys that begin with the prefix and come after `after` in the order of their letters, at least `size` of them. */
  readonly list: (prefix: string, after: string | undefined, size: number) => Ask
  readonly listed: (answer: Answer) => readonly StoredObject[]
}

export type OpenStore = (settings: Readonly<Record<string, unknown>>) => ObjectStore | Failure

/** An operation on the storage of the config; without storage it fails before anything is asked. */
export const withStore = (
  open: OpenStore,
  talk: (store: ObjectStore, request: CollectionRequest, context: CollectionContext) => Conversation,
): Converse =>
  function* (request, context) {
    const store = open(context.settings)
    return isFailure(store) ? store : yield* talk(store, request, context)
  }
