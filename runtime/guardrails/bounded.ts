// What checks say of themselves goes to clients and logs, and some of it was written by a service outside: lengths are
// bounded, and what is left out is left out whole.
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

/** The facts, or nothing where they are too long to be shown or cannot be written. */
export function boundedFacts(facts: JsonObject | undefined): { readonly data?: JsonObject } {
  if (facts === undefined) return {}
  try {
    const written = JSON.stringify(facts)
    // A copy: what gave them may go on changing its own.
    return written.length > LONGEST_FACTS ? {} : { data: JSON.parse(written) as JsonObject }
  } catch {
    return {}
  }
}
