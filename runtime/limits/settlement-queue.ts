// Calls that have ended and wait to be settled, several at once: between two requests the code that reads usage and counts it has
// left the caches of the CPU, and takes longer. They wait until the end of the turn of the event loop, so a client that has its
// reply finds it counted. What they reserved stays reserved meanwhile; before a call is refused, and before usage is read, all of
// them are settled.
import type { Ports } from '../values/ports.ts'

export interface Settleable {
  /** Replaces what was reserved by what was used, once. */
  readonly settle: () => void
}

/** More of them would be promoted out of the young generation of the garbage collector. */
const CHUNK_SIZE = 32

export class SettlementQueue {
  #pending: Settleable[] = []
  #isScheduled = false
  readonly #endOfTurn: Ports['endOfTurn']
  readonly #size: number

  /** `settlesAtOnce`: others count what is reserved here, so nothing waits. */
  constructor(endOfTurn: Ports['endOfTurn'], settlesAtOnce: boolean) {
    this.#endOfTurn = endOfTurn
    this.#size = settlesAtOnce ? 1 : CHUNK_SIZE
  }

  add(ended: Settleable): void {
    this.#pending.push(ended)
    if (this.#pending.length >= this.#size) this.settle()
    else if (!this.#isScheduled) this.#schedule()
  }

  /** Settles all that wait; false if none did. */
  settle(): boolean {
    const pending = this.#pending
    if (pending.length === 0) return false
    this.#pending = []
    for (const ended of pending) ended.settle()
    return true
  }

  #schedule(): void {
    this.#isScheduled = true
    this.#endOfTurn(this.#onEndOfTurn)
  }

  readonly #onEndOfTurn = (): void => {
    this.#isScheduled = false
    this.settle()
  }
}
