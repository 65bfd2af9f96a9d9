// Vector search in a worker thread. If the worker crashes, its vectors are lost: it is restarted on the next request, with
// exponential backoff, and meanwhile searches find nothing.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { VectorBounds } from '../../state/vectors/vector-index.ts'
import type { Nearest, Vectors } from '../../state/vectors/vectors.ts'
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock } from '../../values/ports.ts'

export type WorkerRequest =
  | {
      readonly kind: 'nearest'
      readonly id: number
      readonly partition: string
      readonly vector: Float32Array
      readonly threshold: number
      readonly notBefore: number
    }
  | {
      readonly kind: 'add'
      readonly partition: string
      readonly key: string
      readonly vector: Float32Array
      readonly storedAt: number
    }
  | { readonly kind: 'remove'; readonly partition: string; readonly key: string }

export interface WorkerResponse {
  readonly id: number
  readonly nearest: Nearest | undefined
}

/** Milliseconds: the first restart delay, which doubles until a search succeeds, and the longest. */
const INITIAL_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000

/** Timeout of a search, in milliseconds: the request then continues without a match. */
const SEARCH_TIMEOUT_MS = 250

/** Limit for pending searches; further ones find nothing. */
const MAX_PENDING = 256

const WORKER = new URL(`./vector-worker${extname(import.meta.url)}`, import.meta.url)

export function createWorkerVectors(
  bounds: VectorBounds,
  { monotonic, after }: Clock,
  onEvent: (event: GatewayEvent) => void,
  searchTimeoutMs = SEARCH_TIMEOUT_MS,
  workerUrl = WORKER,
): Vectors {
  const pending = new Map<number, (nearest: Nearest | undefined) => void>()
  let lastId = 0
  let worker: Worker | undefined
  /** Crashes since the last response. */
  let crashes = 0
  let retryAt = 0
  let closed = false
  const report = (available: boolean, message: string): void =>
    onEvent({ kind: 'service', service: 'vectors', available, message })
  const onExit = (from: Worker): void => {
    if (worker !== from) return
    worker = undefined
    for (const resolveSearch of [...pending.values()]) resolveSearch(undefined)
    if (crashes === 0)
      report(
        false,
        'The worker thread of the semantic cache exited; it will be restarted, and its vectors are lost.',
      )
    retryAt = monotonic() + Math.min(INITIAL_BACKOFF_MS * 2 ** crashes, MAX_BACKOFF_MS)
    crashes += 1
  }
  const onResponse = ({ id, nearest }: WorkerResponse): void => {
    if (crashes > 0) report(true, 'The worker thread of the semantic cache is running again.')
    crashes = 0
    pending.get(id)?.(nearest)
  }
  /** Undefined during backoff. */
  const ensureWorker = (): Worker | undefined => {
    if (worker !== undefined) return worker
    if (closed || monotonic() < retryAt) return undefined
    const started = new Worker(workerUrl, { workerData: bounds })
    started.unref()
    started.on('message', onResponse)
    // Without a listener a worker error would terminate the process; the exit event covers it.
    started.on('error', () => {})
    started.on('exit', () => onExit(started))
    worker = started
    return started
  }
  const post = (request: WorkerRequest): void => ensureWorker()?.postMessage(request)
  // Start early: startup takes longer than the search timeout.
  ensureWorker()
  return {
    nearest: (partition, vector, threshold, notBefore) => {
      if (pending.size >= MAX_PENDING || ensureWorker() === undefined) return Promise.resolve(undefined)
      return new Promise(resolve => {
        lastId += 1
        const id = lastId
        const settle = (nearest: Nearest | undefined): void => {
          pending.delete(id)
          stop()
          resolve(nearest)
        }
        const stop = after(searchTimeoutMs, () => settle(undefined))
        pending.set(id, settle)
        post({ kind: 'nearest', id, partition, vector, threshold, notBefore })
      })
    },
    add: async (partition, key, vector, storedAt) => post({ kind: 'add', partition, key, vector, storedAt }),
    remove: async (partition, key) => post({ kind: 'remove', partition, key }),
    close: async () => {
      closed = true
      const running = worker
      worker = undefined
      await running?.terminate()
    },
  }
}
