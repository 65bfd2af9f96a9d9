// The results of checks: of a condition that `not` may negate, of a limit, and of an evaluation that failed. Their
// sentences describe what was found without quoting it.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { CheckResult } from './check.ts'

/**
 * The result of a check with `not`.
 * @param found what was found, as a sentence without its full stop
 */
export function conditionResult(
  isMatch: boolean,
  not: boolean,
  found: string,
  facts?: JsonObject,
): CheckResult {
  const reason = isMatch && not ? `${found}; "not" forbids this.` : `${found}.`
  return { passed: isMatch !== not, reason, ...(facts === undefined ? {} : { facts }) }
}

/**
 * The result when a limit was exceeded. It fails regardless of `not` and is not an error, so that a text cannot pass a
 * guard by being too long or too deep.
 */
export const limitExceeded = (reason: string, facts?: JsonObject): CheckResult => ({
  passed: false,
  reason,
  ...(facts === undefined ? {} : { facts }),
})

/**
 * The result of a check that could not be evaluated. Counts as passed unless `failOnError`.
 * @param reason a sentence without content of the client or of a service
 */
export const checkError = (reason: string): CheckResult => ({ passed: false, error: true, reason })
