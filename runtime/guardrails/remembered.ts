// Memoizes results of input guards for the rest of the call, so a fallback target does not run them again and gets
// the same verdict. Content is the same when it was derived from the same body by the same overrides and guards.
import type { Body } from '../body/body.ts'
import type { CallRecord } from '../call.ts'
import type { LinkedGuard } from './linked-guard.ts'
import { type Guarded, runGuard } from './run-guard.ts'
import type { Run } from './run-guards.ts'

/** Maximum number of memoized results per call; beyond it guards run again. */
const MOST = 256

export interface Remembered {
  readonly body: Body
  readonly found: Map<string, Promise<Guarded>>
}

/** `noted` is called once per result, when its guard has run. */
export function remembering(record: CallRecord, body: Body, noted: (guarded: Guarded) => void): Run {
  if (record.judged?.body !== body) record.judged = { body, found: new Map() }
  const { found } = record.judged
  return (guard: LinkedGuard, content, circumstances) => {
    const key = `${guard.digest} ${content.key}`
    const known = found.get(key)
    if (known !== undefined) return known
    const running = runGuard(guard, content, circumstances).then(guarded => {
      noted(guarded)
      return guarded
    })
    if (found.size < MOST) found.set(key, running)
    return running
  }
}
