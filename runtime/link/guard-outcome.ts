// What guard results become: entries of the log record, and the response with its status and `hook_results`.
import type { Call, Reply } from '../call.ts'
import type { Failure } from '../failures.ts'
import { type Verdict, verdictOf } from '../guardrails/denial.ts'
import type { LinkedGuard } from '../guardrails/linked-guard.ts'
import type { GuardResult } from '../guardrails/verdict.ts'
import type { Clock } from '../ports.ts'
import { failureReply } from '../reply.ts'
import { withHookResults } from './hook-results.ts'

/** Statuses of a reply that a guard denied, and of one that failed a guard without denial. */
export const DENIED = 446
export const FAILED = 246

/** How many results a log record holds: a config in a header may have thousands of guards. */
const MOST_NOTED = 1000

/** Records results for the request's log; denials in any case. */
export function note({ record }: Call, results: readonly GuardResult[]): void {
  record.guards ??= []
  for (const result of results)
    if (result.deny || record.guards.length < MOST_NOTED) record.guards.push(result)
}

export const hooksOf = (
  verdict: Verdict,
  before: readonly GuardResult[],
  after: readonly GuardResult[],
): NonNullable<Reply['hooks']> => ({
  verdict,
  results: { before_request_hooks: before, after_request_hooks: after },
})

/** Replaces a reply by a failure. It was not committed to, so the failure stands for its stream error. */
export function failed({ record }: Call, { at, provider, retries, cache }: Reply, reason: Failure): Reply {
  delete record.broken
  return { ...failureReply(reason, at, provider), retries, cache }
}

/** Merges the results of input guards into the reply's verdict and status. */
export function withRequest(
  reply: Reply,
  results: readonly GuardResult[],
  guards: readonly LinkedGuard[],
): Reply {
  const { hooks } = reply
  const own = verdictOf(results, guards)
  const verdict = own === 'passed' || hooks?.verdict === 'denied' ? (hooks?.verdict ?? own) : own
  return {
    ...reply,
    status: isWell(reply) && verdict === 'failed' ? FAILED : reply.status,
    hooks: hooksOf(verdict, results, hooks?.results.after_request_hooks ?? []),
  }
}

const isWell = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Adds the results to the body, unless strict. Provider errors stay as they are. */
export function tell(call: Call, reply: Reply, strict: boolean, clock: Clock): Reply {
  if (reply.hooks === undefined || strict || !(isWell(reply) || reply.status === DENIED)) return reply
  return withHookResults(reply, reply.hooks.results, call, Math.floor(clock.now() / 1000))
}
