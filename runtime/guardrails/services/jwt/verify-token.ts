// Verifies one token against a key set: signature, times, issuer and audience. Errors name a claim but never its
// value. A token whose key is unusable fails, since the token itself names the key.
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import type { ServiceError } from '../call-service.ts'

/** Verified, or why it is invalid, or that its key is not in the set. */
export type VerifyResult = JWTVerifyResult | { readonly fault: string } | 'unknown key'

/** Maximum number of keys tried for a token without a key ID. */
const MAX_KEYS_TRIED = 8

/** Times are those of the clock that is passed in. */
export interface TokenOptions extends JWTVerifyOptions {
  readonly currentDate: Date
  /** Seconds by which clocks may differ. */
  readonly clockTolerance: number
}

/** Wherever a token is accepted. */
export async function verifyToken(token: string, keys: KeySet, options: TokenOptions): Promise<VerifyResult> {
  const verified = await verifySigned(token, keys, options)
  // A token of the future is refused, as one that is not valid yet: its age would count from a time that has not come.
  const { iat = 0 } = typeof verified === 'object' && 'payload' in verified ? verified.payload : {}
  return iat > Math.floor(options.currentDate.getTime() / 1000) + options.clockTolerance
    ? { fault: faultOfClaim('iat') }
    : verified
}

async function verifySigned(token: string, keys: KeySet, options: TokenOptions): Promise<VerifyResult> {
  try {
    return await jwtVerify(token, keys, options)
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key'
    if (error instanceof errors.JWKSMultipleMatchingKeys) return await tryEach(token, error, options)
    return { fault: describeJoseError(error) }
  }
}

async function tryEach(
  token: string,
  candidates: errors.JWKSMultipleMatchingKeys,
  options: TokenOptions,
): Promise<VerifyResult> {
  let attempts = 0
  for await (const key of candidates) {
    try {
      return await jwtVerify(token, key, options)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed))
        return { fault: describeJoseError(error) }
    }
    attempts += 1
    if (attempts === MAX_KEYS_TRIED) break
  }
  return { fault: WRONG_SIGNATURE }
}

const WRONG_SIGNATURE = "The signature of the token is not valid for the issuer's keys."

const faultOfClaim = (claim: string): string => `The claim "${claim}" of the token is not valid.`

function describeJoseError(error: unknown): string {
  if (error instanceof errors.JWTExpired)
    return error.claim === 'iat'
      ? 'The token was issued too long ago (claim "iat").'
      : 'The token has expired (claim "exp").'
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'missing'
      ? `The token is missing the claim "${error.claim}".`
      : faultOfClaim(error.claim)
  if (error instanceof errors.JWSSignatureVerificationFailed) return WRONG_SIGNATURE
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The token is signed with an algorithm that is not allowed.'
  if (
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported
  )
    return 'The header does not contain a signed token.'
  return 'The key of the token cannot be used.'
}

/** A JSON Web Key Set as a key resolver. */
export type KeySet = ReturnType<typeof createLocalJWKSet>

/** Parses a JWKS; `who` names its source in errors. */
export function parseKeySet(value: unknown, source: string): KeySet | ServiceError {
  try {
    return createLocalJWKSet(value as JSONWebKeySet)
  } catch {
    return { fault: `${source} did not provide a valid JSON Web Key Set.` }
  }
}
