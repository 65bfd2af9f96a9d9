// A JSON Web Key Set as it can be verified with.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { Unanswered } from '../asking/ask-service.ts'

export type KeySet = ReturnType<typeof createLocalJWKSet>

/** The set that a value is; `who` gave it. */
export function keySet(value: unknown, who: string): KeySet | Unanswered {
  try {
    return createLocalJWKSet(value as JSONWebKeySet)
  } catch {
    return { fault: `${who} gave something that is no set of keys.` }
  }
}
