// A JSON Web Key Set as a key resolver.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { Unanswered } from '../asking/ask-service.ts'

export type KeySet = ReturnType<typeof createLocalJWKSet>

/** Parses a JWKS; `who` names its source in errors. */
export function keySet(value: unknown, who: string): KeySet | Unanswered {
  try {
    return createLocalJWKSet(value as JSONWebKeySet)
  } catch {
    return { fault: `${who} did not provide a valid JSON Web Key Set.` }
  }
}
