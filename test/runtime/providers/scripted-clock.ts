// A fake clock that only a test advances. Actions run in the order of their times.
import type { Clock } from '../../../runtime/values/ports.ts'

export interface ScriptedClock extends Clock {
  /** Advances time and runs due actions, letting promises and microtasks settle before and after each. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Number of pending actions. */
  readonly pending: () => number
}

/** Waits for everything that is due in this turn of the event loop. */
export const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

export function scriptedClock(start = 1_700_000_000_000): ScriptedClock {
  let now = start
  let actions: { readonly at: number; readonly action: () => void }[] = []
  return {
    now: () => now,
    monotonic: () => now,
    pending: () => actions.length,
    after: (milliseconds, action) => {
      const entry = { at: now + milliseconds, action }
      actions = [...actions, entry].sort((left, right) => left.at - right.at)
      return () => {
        actions = actions.filter(other => other !== entry)
      }
    },
    advance: async milliseconds => {
      const end = now + milliseconds
      await settle()
      for (let [next] = actions; next !== undefined && next.at <= end; [next] = actions) {
        actions = actions.slice(1)
        now = next.at
        next.action()
        await settle()
      }
      now = end
    },
  }
}
