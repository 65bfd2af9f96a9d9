// The contract shared by batch and training services over object storage.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { Answer, Ask, CollectionContext } from '../collection.ts'
import type { OpenStore } from './object-store.ts'

export interface JobService {
  readonly open: OpenStore
  readonly get: (id: string, context: CollectionContext) => Ask | Failure
  readonly stop: (id: string, context: CollectionContext) => Ask | Failure
  readonly list: (token: string | undefined, size: number, context: CollectionContext) => Ask | Failure
  readonly listed: (answer: Answer) => {
    readonly jobs: readonly JsonObject[]
    readonly next: string | undefined
  }
}
