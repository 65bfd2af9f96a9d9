// A JSON Web Key Set as a key resolver.
import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { ServiceError } from '../call-service.ts'

export type KeySet = ReturnType<typeof createLocalJWKSet>

/** Parses a JWKS; `who` names its source in errors. */
export function parseKeySet(value: unknown, source: string): KeySet | ServiceError {
  try {
    return createLocalJWKSet(value as JSONWebKeySet)
  } catch {
    return { fault: `${source} did not provide a valid JSON Web Key Set.` }
  }
}
