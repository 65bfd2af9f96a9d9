// The verdict of a condition that may be turned round by `not`. Its sentence says what was found, not what was read.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Finding } from '../check.ts'

/**
 * The finding of a check with `not`.
 * @param found what was found, as a sentence without its full stop
 */
export function outcome(holds: boolean, not: boolean, found: string, facts?: JsonObject): Finding {
  const reason = holds && not ? `${found}; "not" forbids this.` : `${found}.`
  return { passed: holds !== not, reason, ...(facts === undefined ? {} : { facts }) }
}

/**
 * The finding where a limit of work was reached. It fails whatever `not` says and is no error, so that a text cannot
 * be made so long or so deep that a guard lets it pass.
 */
export const beyondLimit = (reason: string, facts?: JsonObject): Finding => ({
  passed: false,
  reason,
  ...(facts === undefined ? {} : { facts }),
})
