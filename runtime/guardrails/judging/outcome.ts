// The result of a condition that `not` may negate. Its sentence describes what was found without quoting it.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Finding } from '../check.ts'

/**
 * The result of a check with `not`.
 * @param found what was found, as a sentence without its full stop
 */
export function outcome(holds: boolean, not: boolean, found: string, facts?: JsonObject): Finding {
  const reason = holds && not ? `${found}; "not" forbids this.` : `${found}.`
  return { passed: holds !== not, reason, ...(facts === undefined ? {} : { facts }) }
}

/**
 * The result when a limit was exceeded. It fails regardless of `not` and is not an error, so that a text cannot pass a
 * guard by being too long or too deep.
 */
export const beyondLimit = (reason: string, facts?: JsonObject): Finding => ({
  passed: false,
  reason,
  ...(facts === undefined ? {} : { facts }),
})
