// Cancellation flag of a request, set when the client disconnects, the deadline of the request passes, or the gateway stops. Lighter than
// an AbortSignal; one per request.
import type { Failure } from './failures.ts'

export interface Cancellation {
  readonly cancelled: () => boolean
  /** Why a call was cancelled that its client still waits for; undefined where the client has disconnected. */
  readonly reason?: () => Failure | undefined
  /** Calls `action` once when the request is cancelled, immediately if it already is. Returns a function that unsubscribes. */
  readonly onCancel: (action: () => void) => () => void
}

export interface CancellationSource extends Cancellation {
  readonly cancel: (reason?: Failure) => void
  readonly reason: () => Failure | undefined
}

const NO_SUBSCRIPTION = (): void => {}
const NO_ACTIONS: readonly (() => void)[] = []

class CancellationFlag implements CancellationSource {
  #isCancelled = false
  #reason: Failure | undefined
  /** Most requests have one subscription at a time. */
  #action: (() => void) | undefined
  #others: readonly (() => void)[] = NO_ACTIONS

  cancelled(): boolean {
    return this.#isCancelled
  }

  reason(): Failure | undefined {
    return this.#reason
  }

  cancel(reason?: Failure): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.#reason = reason
    const first = this.#action
    const others = this.#others
    this.#action = undefined
    this.#others = NO_ACTIONS
    first?.()
    for (const action of others) action()
  }

  onCancel(action: () => void): () => void {
    if (this.#isCancelled) {
      action()
      return NO_SUBSCRIPTION
    }
    if (this.#action === undefined && this.#others.length === 0) this.#action = action
    else this.#others = [...this.#others, action]
    return () => {
      if (this.#action === action) this.#action = undefined
      else if (this.#others.length > 0) this.#others = this.#others.filter(each => each !== action)
    }
  }
}

export const createCancellation = (): CancellationSource => new CancellationFlag()
