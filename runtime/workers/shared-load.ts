// What each worker has open, in memory that all of them read: requests being answered, connections of clients, bytes of the memory
// budget. And whether all of them serve.
import type { SharedLoad } from '../http/serving-gateway.ts'
import type { SharedBudget } from '../values/memory-budget.ts'

/** One of the workers, by its number from 0, and their shared memory. */
export interface WorkerSlot {
  readonly memory: SharedArrayBuffer
  /** What callers hold (`shared-slots.ts`). */
  readonly slots: SharedArrayBuffer
  readonly worker: number
  readonly workers: number
  /** The calls that it answers. */
  readonly calls: SharedArrayBuffer
  /** 32 random bytes of the process as base64, which sessions of the console may be sealed with. */
  readonly secret: string
}

/** The first cell is of all: 1 once they serve. */
const SERVING = 0
const FIRST = 1
/** Of each worker. */
const REQUESTS = 0
const CONNECTIONS = 1
/** Of the memory budget, in KiB. */
const MEMORY = 2
const CELLS = 3
const KIB = 1024

const startOf = (worker: number): number => FIRST + worker * CELLS
const workersOf = (cells: Int32Array): number => (cells.length - FIRST) / CELLS

export const sharedLoadMemory = (workers: number): SharedArrayBuffer =>
  new SharedArrayBuffer(startOf(workers) * Int32Array.BYTES_PER_ELEMENT)

export const allServe = (memory: SharedArrayBuffer): boolean =>
  Atomics.load(new Int32Array(memory), SERVING) === 1

export const setAllServe = (memory: SharedArrayBuffer): void =>
  void Atomics.store(new Int32Array(memory), SERVING, 1)

export function createSharedLoad({
  memory,
  worker,
}: Pick<WorkerSlot, 'memory' | 'worker'>): Omit<SharedLoad, 'held'> {
  const cells = new Int32Array(memory)
  const own = startOf(worker)
  return {
    addRequests: difference => void Atomics.add(cells, own + REQUESTS, difference),
    addConnections: difference => void Atomics.add(cells, own + CONNECTIONS, difference),
    requests: () => {
      let sum = 0
      for (let cell = FIRST + REQUESTS; cell < cells.length; cell += CELLS) sum += Atomics.load(cells, cell)
      return sum
    },
  }
}

/** The memory budget of all workers, as one of them uses it. */
export function createSharedBudget({
  memory,
  worker,
}: Pick<WorkerSlot, 'memory' | 'worker'>): Omit<SharedBudget, 'own'> {
  const cells = new Int32Array(memory)
  const own = startOf(worker) + MEMORY
  return {
    elsewhere: () => {
      let sum = 0
      for (let cell = FIRST + MEMORY; cell < cells.length; cell += CELLS)
        if (cell !== own) sum += Atomics.load(cells, cell)
      return sum * KIB
    },
    publish: used => void Atomics.store(cells, own, Math.ceil(used / KIB)),
  }
}

/** Open connections, worker by worker. */
export function openConnections(memory: SharedArrayBuffer): readonly number[] {
  const cells = new Int32Array(memory)
  return Array.from({ length: workersOf(cells) }, (_, worker) =>
    Atomics.load(cells, startOf(worker) + CONNECTIONS),
  )
}

/** A worker that has ended has nothing open. */
export function clearSharedLoad(memory: SharedArrayBuffer, worker: number): void {
  const cells = new Int32Array(memory)
  for (let cell = 0; cell < CELLS; cell += 1) Atomics.store(cells, startOf(worker) + cell, 0)
}
