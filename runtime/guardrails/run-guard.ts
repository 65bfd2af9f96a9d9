// Runs one guard on one content: its groups in order, the checks of a group concurrently.
import type { Circumstances } from './circumstances.ts'
import { type Content, renamed } from './content.ts'
import type { LinkedGuard } from './linked-guard.ts'
import { type Checked, runCheck } from './run-check.ts'
import type { CheckResult, GuardResult } from './verdict.ts'

export interface Guarded {
  readonly result: GuardResult
  readonly content: Content
}

export async function runGuard(
  guard: LinkedGuard,
  content: Content,
  circumstances: Circumstances,
): Promise<Guarded> {
  const { clock } = circumstances
  const started = clock.now()
  const checks: CheckResult[] = []
  let left = content
  for (const group of guard.groups) {
    const now = left
    const ran: readonly Checked[] = await Promise.all(group.map(check => runCheck(check, now, circumstances)))
    for (const { result, content: after } of ran) {
      checks.push(result)
      // Checks that rewrite are in groups of one.
      if (after !== now) left = after
    }
    if (guard.stops && ran.some(({ result }) => !result.verdict)) break
  }
  const result = resultOf(guard, checks, clock.now() - started)
  return { result, content: left === content ? content : renamed(left, guard.digest) }
}

export function resultOf(
  { id, type, deny, async, onFail, onSuccess }: LinkedGuard,
  checks: readonly CheckResult[],
  milliseconds: number,
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
    execution_time: milliseconds,
  }
}
