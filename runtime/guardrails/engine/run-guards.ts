// Runs the guards of one hook: stages in order, the guards of a stage concurrently. After a denial no further stage
// starts; the current stage is awaited so that the message has all reasons, deterministically.

import type { GuardResult } from '../../values/guard-verdict.ts'
import type { GuardContent } from './content.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { GuardStage, LinkedGuard } from './linked-guard.ts'
import { type GuardRun, runGuard } from './run-guard.ts'

export interface GuardsOutcome {
  readonly content: GuardContent
  readonly results: readonly GuardResult[]
}

export type RunGuard = (
  guard: LinkedGuard,
  content: GuardContent,
  context: EvaluationContext,
) => Promise<GuardRun>

/** `run` may return memoized results. */
export async function runGuards(
  stages: readonly GuardStage[],
  content: GuardContent,
  context: EvaluationContext,
  run: RunGuard = runGuard,
): Promise<GuardsOutcome> {
  const results: GuardResult[] = []
  let current = content
  for (const stage of stages) {
    const input = current
    const runs = await Promise.all(stage.map(guard => run(guard, input, context)))
    for (const { result, content: after } of runs) {
      results.push(result)
      if (after !== input) current = after
    }
    if (runs.some(({ result }) => result.deny)) break
  }
  return { content: current, results }
}
