// Vector search in a worker thread. If the worker crashes, its vectors are lost: it is restarted on the next request, with
// exponential backoff, and meanwhile searches find nothing.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Notice } from '../../notice.ts'
import type { Clock } from '../../ports.ts'
import type { VectorBounds } from '../../state/vectors/vector-index.ts'
import type { Nearest, Vectors } from '../../state/vectors/vectors.ts'

export type Question =
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

export interface Answer {
  readonly id: number
  readonly nearest: Nearest | undefined
}

/** Milliseconds: the first restart delay, which doubles until a search succeeds, and the longest. */
const FIRST_REST = 1_000
const LONGEST_REST = 30_000

/** Timeout of a search, in milliseconds: the request then continues without a match. */
const PATIENCE = 250

/** Limit for pending searches; further ones find nothing. */
const MOST_WAITING = 256

const WORKER = new URL(`./vector-worker${extname(import.meta.url)}`, import.meta.url)

export function createThreadedVectors(
  bounds: VectorBounds,
  { now, after }: Clock,
  notice: (notice: Notice) => void,
  patience = PATIENCE,
  module = WORKER,
): Vectors {
  const waiting = new Map<number, (nearest: Nearest | undefined) => void>()
  let asked = 0
  let worker: Worker | undefined
  /** Crashes since the last response. */
  let deaths = 0
  let restsUntil = 0
  let closed = false
  const tell = (available: boolean, message: string): void =>
    notice({ kind: 'service', service: 'vectors', available, message })
  const lose = (from: Worker): void => {
    if (worker !== from) return
    worker = undefined
    for (const answer of [...waiting.values()]) answer(undefined)
    if (deaths === 0)
      tell(
        false,
        'The worker thread of the semantic cache exited; it will be restarted, and its vectors are lost.',
      )
    restsUntil = now() + Math.min(FIRST_REST * 2 ** deaths, LONGEST_REST)
    deaths += 1
  }
  const hear = ({ id, nearest }: Answer): void => {
    if (deaths > 0) tell(true, 'The worker thread of the semantic cache is running again.')
    deaths = 0
    waiting.get(id)?.(nearest)
  }
  /** Undefined during backoff. */
  const thread = (): Worker | undefined => {
    if (worker !== undefined) return worker
    if (closed || now() < restsUntil) return undefined
    const started = new Worker(module, { workerData: bounds })
    started.unref()
    started.on('message', hear)
    // Without a listener a worker error would terminate the process; the exit event covers it.
    started.on('error', () => {})
    started.on('exit', () => lose(started))
    worker = started
    return started
  }
  const ask = (question: Question): void => thread()?.postMessage(question)
  // Start early: startup takes longer than the search timeout.
  thread()
  return {
    nearest: (partition, vector, threshold, notBefore) => {
      if (waiting.size >= MOST_WAITING || thread() === undefined) return Promise.resolve(undefined)
      return new Promise(resolve => {
        asked += 1
        const id = asked
        const settle = (nearest: Nearest | undefined): void => {
          waiting.delete(id)
          stop()
          resolve(nearest)
        }
        const stop = after(patience, () => settle(undefined))
        waiting.set(id, settle)
        ask({ kind: 'nearest', id, partition, vector, threshold, notBefore })
      })
    },
    add: async (partition, key, vector, storedAt) => ask({ kind: 'add', partition, key, vector, storedAt }),
    remove: async (partition, key) => ask({ kind: 'remove', partition, key }),
    close: async () => {
      closed = true
      const running = worker
      worker = undefined
      await running?.terminate()
    },
  }
}
