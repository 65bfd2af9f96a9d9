// Runs one check on one content: its result in the shape of `hook_results`, and the content after it.

import type { HookCheckResult } from '../../values/guard-verdict.ts'
import type { CheckResult } from '../check.ts'
import { type GuardContent, withBody, withTexts } from './content.ts'
import { type EvaluationContext, toCheckInput } from './evaluation-context.ts'
import { limitFacts, limitReason } from './limit-output.ts'
import type { LinkedCheck } from './linked-guard.ts'
import { evaluateWithTimeout } from './with-timeout.ts'

export interface CheckRun {
  readonly result: HookCheckResult
  readonly content: GuardContent
}

export async function runCheck(
  check: LinkedCheck,
  content: GuardContent,
  context: EvaluationContext,
): Promise<CheckRun> {
  const { clock } = context
  const started = clock.now()
  const result = await evaluateWithTimeout(check, toCheckInput(content, check.scope, context), context)
  const rewrittenContent = result.error === true ? content : applyRewrite(check, content, result)
  const fault =
    typeof rewrittenContent === 'string'
      ? rewrittenContent
      : result.error === true
        ? result.reason
        : undefined
  const finalContent = typeof rewrittenContent === 'string' ? content : rewrittenContent
  return {
    content: finalContent,
    result: {
      id: check.id,
      verdict: fault === undefined ? result.passed : !check.failOnError,
      reason: limitReason(fault ?? result.reason),
      ...limitFacts(result.facts),
      ...(fault === undefined ? {} : { error: true }),
      ...(finalContent === content ? {} : { transformed: true }),
      execution_time: clock.now() - started,
    },
  }
}

/** The content as rewritten by the check, or a sentence explaining why it cannot be. */
function applyRewrite(
  { rewrites, scope }: LinkedCheck,
  content: GuardContent,
  { texts, body }: CheckResult,
): GuardContent | string {
  if (texts === undefined && body === undefined) return content
  if (!rewrites) return 'The check returned a rewrite but is not declared to rewrite.'
  if (body !== undefined) return withBody(content, body)
  return texts === undefined ? content : withTexts(content, scope, texts)
}
