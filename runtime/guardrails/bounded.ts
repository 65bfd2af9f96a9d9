// Limits the length of reasons and facts of checks: they reach clients and logs, and an external service wrote some
// of them. Facts that are too long are dropped entirely.
import type { JsonObject } from '../../compiler/source.ts'

const LONGEST_REASON = 300
const LONGEST_FACTS = 2048

export const boundedReason = (reason: string): string => {
  const line = reason
    .slice(0, 4 * LONGEST_REASON)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON).toWellFormed()}…` : line
}

/** The facts, or nothing when they are too long or cannot be serialized. */
export function boundedFacts(facts: JsonObject | undefined): { readonly data?: JsonObject } {
  if (facts === undefined) return {}
  try {
    const written = JSON.stringify(facts)
    // A copy: the check may keep mutating its own object.
    return written.length > LONGEST_FACTS ? {} : { data: JSON.parse(written) as JsonObject }
  } catch {
    return {}
  }
}
