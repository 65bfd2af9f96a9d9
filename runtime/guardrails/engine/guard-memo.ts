// Memoizes results of input guards for the rest of the call, so a fallback target does not run them again and gets
// the same verdict. Content is the same when it was derived from the same body by the same overrides and guards.
import { type Awaitable, andThen } from '../../values/awaitable.ts'
import type { Body } from '../../values/body/body.ts'
import type { LinkedGuard } from './linked-guard.ts'
import { type GuardRun, type RunGuard, runGuard } from './run-guards.ts'

/** Maximum number of memoized results per call; beyond it guards run again. */
const MAX_ENTRIES = 256

/** Where the results of a call are memoized, by guard and content; they are valid for one body. */
export interface MemoRecord {
  guardMemo?: { readonly body: Body; readonly results: Map<string, unknown> }
}

/** `onResult` is called once per result, when its guard has run. */
export function memoizedRun(record: MemoRecord, body: Body, onResult: (run: GuardRun) => void): RunGuard {
  if (record.guardMemo?.body !== body) record.guardMemo = { body, results: new Map() }
  // Nothing else writes into it.
  const results = record.guardMemo.results as Map<string, Awaitable<GuardRun>>
  return (guard: LinkedGuard, content, context) => {
    const key = `${guard.digest} ${content.key}`
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const running = andThen(runGuard(guard, content, context), run => {
      onResult(run)
      return run
    })
    if (results.size < MAX_ENTRIES) results.set(key, running)
    return running
  }
}
