// Runs one guard on one content: its groups in order, the checks of a group concurrently.

import type { GuardResult, HookCheckResult } from '../../values/guard-verdict.ts'
import { type GuardContent, withRewriter } from './content.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { LinkedGuard } from './linked-guard.ts'
import { type CheckRun, runCheck } from './run-check.ts'

export interface GuardRun {
  readonly result: GuardResult
  readonly content: GuardContent
}

export async function runGuard(
  guard: LinkedGuard,
  content: GuardContent,
  context: EvaluationContext,
): Promise<GuardRun> {
  const { clock } = context
  const started = clock.now()
  const checks: HookCheckResult[] = []
  let current = content
  for (const group of guard.groups) {
    const input = current
    const runs: readonly CheckRun[] = await Promise.all(group.map(check => runCheck(check, input, context)))
    for (const { result, content: after } of runs) {
      checks.push(result)
      // Checks that rewrite are in groups of one.
      if (after !== input) current = after
    }
    if (guard.stopsAtFailure && runs.some(({ result }) => !result.verdict)) break
  }
  const result = toGuardResult(guard, checks, clock.now() - started)
  return { result, content: current === content ? content : withRewriter(current, guard.digest) }
}

export function toGuardResult(
  { id, type, deny, async, onFail, onSuccess }: LinkedGuard,
  checks: readonly HookCheckResult[],
  elapsedMs: number,
): GuardResult {
  const verdict = checks.every(check => check.verdict)
  const feedback = verdict ? onSuccess : onFail
  return {
    id,
    ...(type === undefined ? {} : { type }),
    verdict,
    deny: !async && deny === (verdict ? 'passed' : 'failed'),
    ...(async ? { async } : {}),
    ...(checks.some(check => check.transformed) ? { transformed: true } : {}),
    checks,
    ...(feedback === undefined ? {} : { feedback }),
    execution_time: elapsedMs,
  }
}
