// Runs the guards of one hook: stages in order, the guards of a stage concurrently. After a denial no further stage
// starts; the current stage is awaited so that the message has all reasons, deterministically.

import { type Awaitable, allOf, andThen } from '../../values/awaitable.ts'
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
) => Awaitable<GuardRun>

/** `run` may return memoized results. A promise only where a guard returns one. */
export function runGuards(
  stages: readonly GuardStage[],
  content: GuardContent,
  context: EvaluationContext,
  run: RunGuard = runGuard,
): Awaitable<GuardsOutcome> {
  const results: GuardResult[] = []
  return andThen(runStages(stages, 0, content, context, run, results), after => ({ content: after, results }))
}

/** Runs the stages from `start`; appends their results to `results` and returns the content after them. */
function runStages(
  stages: readonly GuardStage[],
  start: number,
  content: GuardContent,
  context: EvaluationContext,
  run: RunGuard,
  results: GuardResult[],
): Awaitable<GuardContent> {
  const stage = stages[start]
  if (stage === undefined) return content
  return andThen(allOf(stage.map(guard => run(guard, content, context))), runs => {
    let after = content
    for (const each of runs) {
      results.push(each.result)
      if (each.content !== content) after = each.content
    }
    return runs.some(({ result }) => result.deny)
      ? after
      : runStages(stages, start + 1, after, context, run, results)
  })
}
