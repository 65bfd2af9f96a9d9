// Runs the guards of one hook: stages in order, the guards of a stage concurrently. After a denial no further stage
// starts; the current stage is awaited so that the message has all reasons, deterministically.
import type { Circumstances } from './circumstances.ts'
import type { Content } from './content.ts'
import type { LinkedGuard, Stage } from './linked-guard.ts'
import { type Guarded, runGuard } from './run-guard.ts'
import type { GuardResult } from './verdict.ts'

export interface Judged {
  readonly content: Content
  readonly results: readonly GuardResult[]
}

export type Run = (guard: LinkedGuard, content: Content, circumstances: Circumstances) => Promise<Guarded>

/** `run` may return memoized results. */
export async function runGuards(
  stages: readonly Stage[],
  content: Content,
  circumstances: Circumstances,
  run: Run = runGuard,
): Promise<Judged> {
  const results: GuardResult[] = []
  let left = content
  for (const stage of stages) {
    const now = left
    const ran = await Promise.all(stage.map(guard => run(guard, now, circumstances)))
    for (const { result, content: after } of ran) {
      results.push(result)
      if (after !== now) left = after
    }
    if (ran.some(({ result }) => result.deny)) break
  }
  return { content: left, results }
}
