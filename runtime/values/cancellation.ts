// Cancellation flag of a request, set when the client disconnects. Lighter than an AbortSignal; one per request.

export interface Cancellation {
  readonly cancelled: () => boolean
  /**
   * Calls `action` once when the client disconnects, immediately if it already has. Returns a function that
   * unsubscribes.
   */
  readonly onCancel: (action: () => void) => () => void
}

export interface CancellationSource extends Cancellation {
  readonly cancel: () => void
}

const NO_SUBSCRIPTION = (): void => {}
const NO_ACTIONS: readonly (() => void)[] = []

class CancellationFlag implements CancellationSource {
  #isCancelled = false
  /** Most requests have one subscription at a time. */
  #action: (() => void) | undefined
  #others: readonly (() => void)[] = NO_ACTIONS

  cancelled(): boolean {
    return this.#isCancelled
  }

  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
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
