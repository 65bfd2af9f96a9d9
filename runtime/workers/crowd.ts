// What each worker has open, in memory that all of them read: requests being answered, and connections of clients.
import type { Crowd } from '../http/serving-gateway.ts'

/** The place of a worker among all, from 0. */
export interface CrowdPlace {
  readonly memory: SharedArrayBuffer
  readonly worker: number
  readonly workers: number
}

const REQUESTS = 0
const CONNECTIONS = 1
const CELLS = 2

export const crowdMemory = (workers: number): SharedArrayBuffer =>
  new SharedArrayBuffer(workers * CELLS * Int32Array.BYTES_PER_ELEMENT)

export function createCrowd({ memory, worker }: Pick<CrowdPlace, 'memory' | 'worker'>): Crowd {
  const cells = new Int32Array(memory)
  const own = worker * CELLS
  return {
    addRequests: difference => void Atomics.add(cells, own + REQUESTS, difference),
    addConnections: difference => void Atomics.add(cells, own + CONNECTIONS, difference),
    requests: () => {
      let sum = 0
      for (let cell = REQUESTS; cell < cells.length; cell += CELLS) sum += Atomics.load(cells, cell)
      return sum
    },
  }
}

/** Open connections, worker by worker. */
export function openConnections(memory: SharedArrayBuffer): readonly number[] {
  const cells = new Int32Array(memory)
  return Array.from({ length: cells.length / CELLS }, (_, worker) =>
    Atomics.load(cells, worker * CELLS + CONNECTIONS),
  )
}

/** A worker that has ended has nothing open. */
export function clearCrowd(memory: SharedArrayBuffer, worker: number): void {
  const cells = new Int32Array(memory)
  for (let cell = 0; cell < CELLS; cell += 1) Atomics.store(cells, worker * CELLS + cell, 0)
}
