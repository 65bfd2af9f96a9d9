// Limits the length of reasons and facts of checks: they reach clients and logs, and an external service wrote some
// of them. Facts that are too long are dropped entirely.
import type { JsonObject } from '../../../schemas/values/json.ts'

const MAX_REASON_LENGTH = 300
const MAX_FACTS_LENGTH = 2048

/** Whitespace that is not a single space within the sentence. */
const UNTIDY = /\s\s|[^\S ]|^\s|\s$/

export const limitReason = (reason: string): string => {
  if (reason.length <= MAX_REASON_LENGTH && !UNTIDY.test(reason)) return reason
  const line = reason
    .slice(0, 4 * MAX_REASON_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH).toWellFormed()}…` : line
}

const NO_DATA: { readonly data?: JsonObject } = {}
/** Members that are certainly short enough when their values are numbers or booleans. */
const FEW = 8

/** Counts and flags, as most checks return, need no serialization to be measured or copied. */
function isShort(facts: JsonObject): boolean {
  let members = 0
  for (const name in facts) {
    const type = typeof facts[name]
    members += 1
    if (members > FEW || name.length > 64 || !(type === 'boolean' || Number.isFinite(facts[name])))
      return false
  }
  return true
}

/** The facts, or nothing when they are too long or cannot be serialized. */
export function limitFacts(facts: JsonObject | undefined): { readonly data?: JsonObject } {
  if (facts === undefined) return NO_DATA
  if (isShort(facts)) return { data: { ...facts } }
  try {
    const serialized = JSON.stringify(facts)
    // A copy: the check may go on mutating its own object.
    return serialized.length > MAX_FACTS_LENGTH ? {} : { data: JSON.parse(serialized) as JsonObject }
  } catch {
    return {}
  }
}
