// Guard results as clients read them: with the time, the names of the checks by outcome beside the feedback, and each
// reason as an explanation in the data of its check.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { GuardResult, HookCheckResult, HookResults } from '../../values/guard-verdict.ts'

/** `time` is when the results are written, in milliseconds since the epoch. */
export function presentResults(
  { before_request_hooks, after_request_hooks }: HookResults,
  time: number,
): Readonly<Record<keyof HookResults, readonly object[]>> {
  const created_at = new Date(time).toISOString()
  const presentAll = (results: readonly GuardResult[]) =>
    results.map(({ checks, feedback, ...result }) => ({
      ...result,
      checks: checks.map(check => ({ ...presentCheck(check), created_at })),
      ...(feedback === undefined
        ? {}
        : { feedback: { ...feedback, metadata: { ...feedback.metadata, ...namesByOutcome(checks) } } }),
      created_at,
    }))
  return {
    before_request_hooks: presentAll(before_request_hooks),
    after_request_hooks: presentAll(after_request_hooks),
  }
}

const presentCheck = (check: HookCheckResult) => ({
  ...check,
  data: { explanation: check.reason, ...check.data },
})

/** A check with an error is named as such, whatever it counts as. */
function namesByOutcome(checks: readonly HookCheckResult[]): JsonObject {
  const names = (isNamed: (check: HookCheckResult) => boolean): string =>
    checks
      .filter(isNamed)
      .map(({ id }) => id)
      .join(', ')
  return {
    successfulChecks: names(({ verdict, error }) => verdict && error !== true),
    failedChecks: names(({ verdict, error }) => !verdict && error !== true),
    erroredChecks: names(({ error }) => error === true),
  }
}
