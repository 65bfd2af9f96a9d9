// Limits the length of reasons and facts of checks: they reach clients and logs, and an external service wrote some
// of them. Facts that are too long are dropped entirely.
import type { JsonObject } from '../../../schemas/values/json.ts'

const MAX_REASON_LENGTH = 300
const MAX_FACTS_LENGTH = 2048

export const limitReason = (reason: string): string => {
  const line = reason
    .slice(0, 4 * MAX_REASON_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH).toWellFormed()}…` : line
}

/** The facts, or nothing when they are too long or cannot be serialized. */
export function limitFacts(facts: JsonObject | undefined): { readonly data?: JsonObject } {
  if (facts === undefined) return {}
  try {
    const serialized = JSON.stringify(facts)
    // A copy: the check may keep mutating its own object.
    return serialized.length > MAX_FACTS_LENGTH ? {} : { data: JSON.parse(serialized) as JsonObject }
  } catch {
    return {}
  }
}
