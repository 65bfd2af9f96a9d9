// Vectors in a thread of this process. A thread that dies takes its vectors with it: after a rest, longer each time that
// the next one dies as well, a question starts another one, and meanwhile nothing is near anything.
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

/** Milliseconds: of the first rest, which doubles each time until a search is answered, and of the longest. */
const FIRST_REST = 1_000
const LONGEST_REST = 30_000

/** Milliseconds after which a search is given up: the request goes on as if nothing were near. */
const PATIENCE = 250

/** Searches that may wait for the thread; more of them would only wait longer. */
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
  /** Deaths since the last answer. */
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
      tell(false, 'The thread that searches a semantic cache ended; it is started anew without what it held.')
    restsUntil = now() + Math.min(FIRST_REST * 2 ** deaths, LONGEST_REST)
    deaths += 1
  }
  const hear = ({ id, nearest }: Answer): void => {
    if (deaths > 0) tell(true, 'The thread that searches a semantic cache answers again.')
    deaths = 0
    waiting.get(id)?.(nearest)
  }
  /** Undefined while it rests. */
  const thread = (): Worker | undefined => {
    if (worker !== undefined) return worker
    if (closed || now() < restsUntil) return undefined
    const started = new Worker(module, { workerData: bounds })
    started.unref()
    started.on('message', hear)
    // Without a listener the error of a thread ends the process; its exit tells the same.
    started.on('error', () => {})
    started.on('exit', () => lose(started))
    worker = started
    return started
  }
  const ask = (question: Question): void => thread()?.postMessage(question)
  // It takes longer to start than a search may take.
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
