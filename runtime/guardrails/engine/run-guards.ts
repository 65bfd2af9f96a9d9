// Runs the guards of one hook: stages in order, the guards of a stage concurrently. After a denial no further stage
// starts; the current stage is awaited so that the message has all reasons, deterministically.
import { type Awaitable, allOf, andThen } from '../../values/awaitable.ts'
import type { GuardResult, HookCheckResult } from '../../values/guard-verdict.ts'
import { type GuardContent, withRewriter } from './content.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { GuardStage, LinkedGuard } from './linked-guard.ts'
import { runCheck } from './run-check.ts'

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

export interface GuardRun {
  readonly result: GuardResult
  readonly content: GuardContent
}

/**
 * Runs one guard on one content: its groups in order, the checks of a group concurrently. A promise only
 * where a check returns one.
 */
export function runGuard(
  guard: LinkedGuard,
  content: GuardContent,
  context: EvaluationContext,
): Awaitable<GuardRun> {
  const { clock } = context
  const started = clock.monotonic()
  const checks: HookCheckResult[] = []
  return andThen(runGroups(guard, 0, content, context, checks), after => ({
    result: toGuardResult(guard, checks, clock.monotonic() - started),
    content: after === content ? content : withRewriter(after, guard.digest),
  }))
}

/** Runs the groups from `start`; appends their results to `checks` and returns the content after them. */
function runGroups(
  guard: LinkedGuard,
  start: number,
  content: GuardContent,
  context: EvaluationContext,
  checks: HookCheckResult[],
): Awaitable<GuardContent> {
  const group = guard.groups[start]
  if (group === undefined) return content
  return andThen(allOf(group.map(check => runCheck(check, content, context))), runs => {
    let after = content
    for (const run of runs) {
      checks.push(run.result)
      // Checks that rewrite are in groups of one.
      if (run.content !== content) after = run.content
    }
    const stops = guard.stopsAtFailure && runs.some(({ result }) => !result.verdict)
    return stops ? after : runGroups(guard, start + 1, after, context, checks)
  })
}

const isTransformed = ({ transformed }: HookCheckResult): boolean => transformed === true

export function toGuardResult(
  { id, type, deny, async, onFail, onSuccess }: LinkedGuard,
  checks: readonly HookCheckResult[],
  elapsedMs: number,
): GuardResult {
  const verdict = checks.every(check => check.verdict)
  const feedback = verdict ? onSuccess : onFail
  const denies = !async && deny === (verdict ? 'passed' : 'failed')
  // Nearly every result: objects of one shape are cheaper to make and to write to the log.
  if (type === undefined && !async && feedback === undefined && !checks.some(isTransformed))
    return { id, verdict, deny: denies, checks, execution_time: elapsedMs }
  return {
    id,
    ...(type === undefined ? {} : { type }),
    verdict,
    deny: denies,
    ...(async ? { async } : {}),
    ...(checks.some(isTransformed) ? { transformed: true } : {}),
    checks,
    ...(feedback === undefined ? {} : { feedback }),
    execution_time: elapsedMs,
  }
}
