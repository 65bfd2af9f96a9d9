// Runs one check on one content: its result in the shape of `hook_results`, and the content after it.

import { type Awaitable, andThen } from '../../values/awaitable.ts'
import type { HookCheckResult } from '../../values/guard-verdict.ts'
import type { CheckResult } from '../check.ts'
import { type GuardContent, type Rewrite, withBody, withMasked, withTexts } from './content.ts'
import { type EvaluationContext, toCheckInput } from './evaluation-context.ts'
import { limitFacts, limitReason } from './limit-output.ts'
import type { LinkedCheck } from './linked-guard.ts'
import { evaluateWithTimeout } from './with-timeout.ts'

export interface CheckRun {
  readonly result: HookCheckResult
  readonly content: GuardContent
}

/** A promise only where the check returns one. */
export function runCheck(
  check: LinkedCheck,
  content: GuardContent,
  context: EvaluationContext,
): Awaitable<CheckRun> {
  const { clock } = context
  const started = clock.monotonic()
  return andThen(evaluateWithTimeout(check, toCheckInput(content, check, context), context), result =>
    toCheckRun(check, content, result, clock.monotonic() - started),
  )
}

/** `milliseconds` is the duration of the evaluation. */
function toCheckRun(
  check: LinkedCheck,
  content: GuardContent,
  result: CheckResult,
  milliseconds: number,
): CheckRun {
  const unapplied: Rewrite = { content }
  const isError = result.error === true
  const {
    content: finalContent,
    fault,
    malformed,
  } = isError ? unapplied : applyRewrite(check, content, result)
  const erred = isError || malformed !== undefined
  return {
    content: finalContent,
    result: {
      id: check.id,
      verdict: verdictOf(check, result.passed, erred, fault),
      reason: limitReason(fault ?? malformed ?? result.reason),
      ...limitFacts(result.facts),
      ...(erred ? { error: true } : {}),
      ...(finalContent === content ? {} : { transformed: true }),
      execution_time: milliseconds,
    },
  }
}

/** What a check wanted to replace and could not is still there, so the check has failed. */
function verdictOf(
  { failOnError }: LinkedCheck,
  passed: boolean,
  erred: boolean,
  fault: string | undefined,
): boolean {
  if (fault !== undefined) return false
  return erred ? !failOnError : passed
}

function applyRewrite(
  { rewrites, scope, files }: LinkedCheck,
  content: GuardContent,
  { texts, body, masked }: CheckResult,
): Rewrite {
  if (texts === undefined && body === undefined) return { content }
  if (!rewrites) return { content, malformed: 'The check returned a rewrite but is not declared to rewrite.' }
  if (body !== undefined) return withBody(content, body)
  if (texts === undefined) return { content }
  const rewrite = withTexts(content, scope, texts, { files })
  return masked === undefined || rewrite.content === content
    ? rewrite
    : { ...rewrite, content: withMasked(rewrite.content, masked) }
}
