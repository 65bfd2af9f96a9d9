// Runs one check on one content: its result in the shape of `hook_results`, and the content after it.
import { boundedFacts, boundedReason } from './bounded.ts'
import type { Finding } from './check.ts'
import { type Circumstances, subjectOf } from './circumstances.ts'
import { type Content, withBody, withTexts } from './content.ts'
import { judgeWithin } from './judge-within.ts'
import type { LinkedCheck } from './linked-guard.ts'
import type { CheckResult } from './verdict.ts'

export interface Checked {
  readonly result: CheckResult
  readonly content: Content
}

export async function runCheck(
  check: LinkedCheck,
  content: Content,
  circumstances: Circumstances,
): Promise<Checked> {
  const { clock } = circumstances
  const started = clock.now()
  const found = await judgeWithin(check, subjectOf(content, check.scope, circumstances), circumstances)
  const after = found.erred === true ? content : rewritten(check, content, found)
  const fault = typeof after === 'string' ? after : found.erred === true ? found.reason : undefined
  const left = typeof after === 'string' ? content : after
  return {
    content: left,
    result: {
      id: check.id,
      verdict: fault === undefined ? found.passed : !check.failOnError,
      reason: boundedReason(fault ?? found.reason),
      ...boundedFacts(found.facts),
      ...(fault === undefined ? {} : { error: true }),
      ...(left === content ? {} : { transformed: true }),
      execution_time: clock.now() - started,
    },
  }
}

/** The content as rewritten by the check, or a sentence explaining why it cannot be. */
function rewritten(
  { rewrites, scope }: LinkedCheck,
  content: Content,
  { texts, body }: Finding,
): Content | string {
  if (texts === undefined && body === undefined) return content
  if (!rewrites) return 'The check returned a rewrite but is not declared to rewrite.'
  if (body !== undefined) return withBody(content, body)
  return texts === undefined ? content : withTexts(content, scope, texts)
}
