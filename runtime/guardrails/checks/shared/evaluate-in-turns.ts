// Evaluates a check over a long text in steps, between which other requests are served. A check that takes too long fails
// and is not an error, so that a text cannot pass a guard by being long.
import type { Awaitable } from '../../../values/awaitable.ts'
import { runInTurns, type Turns } from '../../../values/turns.ts'
import type { CheckPorts, CheckResult } from '../../check.ts'
import { limitExceeded } from '../../result.ts'

/** Seconds for one evaluation: fewer than its timeout, which would be an error. */
const TIME_LIMIT_S = 8

export const evaluateInTurns = (
  work: Turns<CheckResult>,
  { monotonic, nextTurn }: Pick<CheckPorts, 'monotonic' | 'nextTurn'>,
): Awaitable<CheckResult> => runInTurns(withinTimeLimit(work, monotonic), nextTurn)

function* withinTimeLimit(work: Turns<CheckResult>, monotonic: () => number): Turns<CheckResult> {
  let step = work.next()
  if (step.done === true) return step.value
  const deadline = monotonic() + 1000 * TIME_LIMIT_S
  while (step.done !== true) {
    yield
    if (monotonic() > deadline)
      return limitExceeded(`The text cannot be read within ${TIME_LIMIT_S} seconds.`)
    step = work.next()
  }
  return step.value
}
