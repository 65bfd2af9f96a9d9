// What a driver offers to the worker thread that has its connection.

import type { KeyRing } from '../../control/core/sealing/key-ring.ts'
import type { StoreError } from '../../control/core/store-error.ts'
import type { LogBatch, LogRetention, LogStore } from '../../control/logs/log-store.ts'
import type { ThreadRequest } from '../worker-thread.ts'

export interface LogDriver extends Omit<LogStore, 'name' | 'append' | 'prune'> {
  /** Batches that have arrived together: for each, what went wrong, or nothing. */
  readonly append: (batches: readonly LogBatch[]) => Promise<readonly (StoreError | undefined)[]>
  /** `rest` resolves after what else has arrived was done. */
  readonly prune: (retention: LogRetention, now: number, rest: () => Promise<void>) => Promise<void>
}

/** What a worker thread is started with. */
export interface LogWorkerOptions {
  readonly driver: 'sqlite' | 'postgres'
  /** The path, or the address with credentials. */
  readonly address: string
  /** The keys of the operator, without which bodies are not stored. */
  readonly ring: KeyRing | undefined
  /** Only reads what another thread writes. */
  readonly readOnly: boolean
}

export type LogMethod = Exclude<keyof LogStore, 'name' | 'close'>

export type LogWorkerMethod = LogMethod | 'open'

export type LogWorkerRequest = ThreadRequest<LogWorkerMethod>
