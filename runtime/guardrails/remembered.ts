// What guards of the request found, remembered for the rest of the call: the next target of a fallback asks nobody a
// second time, and hears no other verdict. A content is the same when it came of the same body by the same overrides
// and the same guards.
import type { Body } from '../body/body.ts'
import type { CallRecord } from '../call.ts'
import type { LinkedGuard } from './linked-guard.ts'
import { type Guarded, runGuard } from './run-guard.ts'
import type { Run } from './run-guards.ts'

/** As many results are remembered of one call; a plan with more targets asks again. */
const MOST = 256

export interface Remembered {
  readonly body: Body
  readonly found: Map<string, Promise<Guarded>>
}

/** `noted` hears each result once, when its guard has run. */
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
