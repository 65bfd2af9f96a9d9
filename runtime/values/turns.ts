// Long work in steps: it yields where other requests may be served before it goes on.
import type { Awaitable } from './awaitable.ts'

export type Turns<T> = Generator<undefined, T, undefined>

/** Runs the work: at once where it yields nothing, else one step in each turn of the event loop. */
export function runInTurns<T>(work: Turns<T>, nextTurn: () => Promise<void>): Awaitable<T> {
  const first = work.next()
  return first.done === true ? first.value : continueInTurns(work, nextTurn)
}

/** Runs all steps at once: for work that is short. */
export function atOnce<T>(work: Turns<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

async function continueInTurns<T>(work: Turns<T>, nextTurn: () => Promise<void>): Promise<T> {
  for (;;) {
    await nextTurn()
    const step = work.next()
    if (step.done === true) return step.value
  }
}
