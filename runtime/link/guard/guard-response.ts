// What guard results become: entries of the log record, and the response with its status and `hook_results`.

import { overallVerdict, type Verdict } from '../../guardrails/engine/denial.ts'
import type { LinkedGuard } from '../../guardrails/engine/linked-guard.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply, statusOfFailure } from '../../values/error-reply.ts'
import type { Failure } from '../../values/failures.ts'
import type { GuardResult } from '../../values/guard-verdict.ts'
import type { Clock } from '../../values/ports.ts'
import { withHookResults } from './hook-results.ts'

/** Statuses of a reply that a guard denied, and of one that failed a guard without denial. */
export const STATUS_DENIED = 446
export const STATUS_FAILED = 246

/** How many results a log record holds: a config in a header may have thousands of guards. */
const MAX_RECORDED = 1000

/** Records results for the request's log; denials in any case. */
export function recordResults({ record }: Call, results: readonly GuardResult[]): void {
  record.guardResults ??= []
  for (const result of results)
    if (result.deny || record.guardResults.length < MAX_RECORDED) record.guardResults.push(result)
}

export const hooksOf = (
  verdict: Verdict,
  before: readonly GuardResult[],
  after: readonly GuardResult[],
): NonNullable<Reply['hooks']> => ({
  verdict,
  results: { before_request_hooks: before, after_request_hooks: after },
})

/** Failures of a provider that are noticed while its reply is read. */
const OF_PROVIDER: ReadonlySet<string> = new Set(['invalid_upstream_reply', 'timeout'])

/** Replaces a reply by a failure. The reply was not committed to, so its attempt records the failure, in place of a stream error. */
export function failed(
  { record }: Call,
  { target, provider, retries, cache, onUnreadable }: Reply,
  reason: Failure,
): Reply {
  if (reason.code === 'invalid_upstream_reply') onUnreadable?.()
  const { attempts, streamError } = record
  const last = attempts.at(-1)
  if (last !== undefined && last.status < 300 && OF_PROVIDER.has(reason.code)) {
    const { cause, message } = streamError ?? reason
    attempts[attempts.length - 1] = {
      ...last,
      status: statusOfFailure(reason),
      cause,
      message,
    }
  }
  delete record.streamError
  return { ...failureReply(reason, target, provider), retries, cache }
}

/** Merges the results of input guards into the reply's verdict and status. */
export function withRequest(
  reply: Reply,
  results: readonly GuardResult[],
  guards: readonly LinkedGuard[],
): Reply {
  const { hooks } = reply
  const replyHooks = overallVerdict(results, guards)
  const verdict =
    replyHooks === 'passed' || hooks?.verdict === 'denied' ? (hooks?.verdict ?? replyHooks) : replyHooks
  return {
    ...reply,
    status: isSuccess(reply) && verdict === 'failed' ? STATUS_FAILED : reply.status,
    hooks: hooksOf(verdict, results, hooks?.results.after_request_hooks ?? []),
  }
}

const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Adds the results to the body, unless strict. Provider errors stay as they are. */
export function applyVerdict(call: Call, reply: Reply, strict: boolean, clock: Clock): Reply {
  if (reply.hooks === undefined || strict || !(isSuccess(reply) || reply.status === STATUS_DENIED))
    return reply
  return withHookResults(reply, reply.hooks.results, call, clock.now())
}
