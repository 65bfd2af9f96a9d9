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
  #actions: readonly (() => void)[] = NO_ACTIONS

  cancelled(): boolean {
    return this.#isCancelled
  }

  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    const waiting = this.#actions
    this.#actions = NO_ACTIONS
    for (const action of waiting) action()
  }

  onCancel(action: () => void): () => void {
    if (this.#isCancelled) {
      action()
      return NO_SUBSCRIPTION
    }
    this.#actions = this.#actions === NO_ACTIONS ? [action] : [...this.#actions, action]
    return () => {
      this.#actions =
        this.#actions.length === 1 && this.#actions[0] === action
          ? NO_ACTIONS
          : this.#actions.filter(each => each !== action)
    }
  }
}

export const createCancellation = (): CancellationSource => new CancellationFlag()
