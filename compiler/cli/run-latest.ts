// Runs an action for the newest of several requests: one run at a time, and requests during a run lead to one more.

/** Returns the function that requests a run. The action must not reject. */
export function runLatest(action: () => Promise<void>): () => void {
  let running = false
  let requested = false
  const run = async (): Promise<void> => {
    running = true
    while (requested) {
      requested = false
      await action()
    }
    running = false
  }
  return () => {
    requested = true
    if (!running) void run()
  }
}
