// How many slots callers hold in all workers, in memory that all of them read: one row for each worker, with a counter for each hash of a
// caller. Two callers with one hash have one share. The seed is secret, so that no client finds an address that has the hash of a key.
import type { HeldSlots } from '../http/slot-shares.ts'

const COUNTERS = 4096

export const sharedSlotsMemory = (workers: number): SharedArrayBuffer =>
  new SharedArrayBuffer(workers * COUNTERS * Int32Array.BYTES_PER_ELEMENT)

export function createSharedSlots(
  {
    slots,
    worker,
    workers,
  }: { readonly slots: SharedArrayBuffer; readonly worker: number; readonly workers: number },
  seed: number,
): HeldSlots {
  const cells = new Int32Array(slots)
  const counterOf = (owner: string): number => hash(owner, seed) & (COUNTERS - 1)
  return {
    add: (owner, difference) => void Atomics.add(cells, worker * COUNTERS + counterOf(owner), difference),
    of: owner => {
      const counter = counterOf(owner)
      let sum = 0
      for (let row = 0; row < workers; row += 1) sum += Atomics.load(cells, row * COUNTERS + counter)
      return sum
    },
  }
}

/** A worker that has ended holds none. */
export const clearSharedSlots = (slots: SharedArrayBuffer, worker: number): void =>
  void new Int32Array(slots, worker * COUNTERS * Int32Array.BYTES_PER_ELEMENT, COUNTERS).fill(0)

/** FNV-1a, and its bits mixed once more. */
function hash(text: string, seed: number): number {
  let value = 2_166_136_261 ^ seed
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
  return value ^ (value >>> 15)
}
