// One flag that the client's departure sets, with those who want to hear of it. Lighter than an AbortSignal, and
// made once per request.

export interface Cancellation {
  readonly cancelled: () => boolean
  /** Calls `action` once when the client leaves, at once if it has left. The returned function takes it back. */
  readonly onCancel: (action: () => void) => () => void
}

export interface CancellationSource extends Cancellation {
  readonly cancel: () => void
}

const NOTHING = (): void => {}

export function createCancellation(): CancellationSource {
  let done = false
  let actions: (() => void)[] = []
  return {
    cancelled: () => done,
    cancel: () => {
      if (done) return
      done = true
      const waiting = actions
      actions = []
      for (const action of waiting) action()
    },
    onCancel: action => {
      if (done) {
        action()
        return NOTHING
      }
      actions.push(action)
      return () => {
        const index = actions.indexOf(action)
        if (index >= 0) actions.splice(index, 1)
      }
    },
  }
}
