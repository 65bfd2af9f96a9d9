// What guards' results become: notes for the log, and replies that tell of them.
import type { Call, Reply } from '../call.ts'
import type { Failure } from '../failures.ts'
import { type Verdict, verdictOf } from '../guardrails/denial.ts'
import type { LinkedGuard } from '../guardrails/linked-guard.ts'
import type { GuardResult } from '../guardrails/verdict.ts'
import type { Clock } from '../ports.ts'
import { failureReply } from '../reply.ts'
import { withHookResults } from './hook-results.ts'

/** A guard denied; a guard failed without denying. */
export const DENIED = 446
export const FAILED = 246

/** Results that the line of a request has room for: a config in a header may have guards by the thousand. */
const MOST_NOTED = 1000

/** Notes results for the line of the request; denials in any case. */
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

/** A failure in the place of a reply that came. What had broken off was not committed to: the failure tells of it. */
export function failed({ record }: Call, { at, provider, retries, cache }: Reply, reason: Failure): Reply {
  delete record.broken
  return { ...failureReply(reason, at, provider), retries, cache }
}

/** The reply with what guards of the request found, which counts for its verdict and its status. */
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

/** The reply with its results in the body, where it need not be strict. Errors of the provider stay as they are. */
export function tell(call: Call, reply: Reply, strict: boolean, clock: Clock): Reply {
  if (reply.hooks === undefined || strict || !(isWell(reply) || reply.status === DENIED)) return reply
  return withHookResults(reply, reply.hooks.results, call, Math.floor(clock.now() / 1000))
}
