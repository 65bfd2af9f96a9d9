// One token under one set of keys: signature, times, issuer and audience. What is wrong is told by the name of a claim
// and never by its value. A token whose key cannot be used fails, since the token itself names its key.
import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose'
import type { KeySet } from './key-set.ts'

/** Verified, or a sentence that says why not, or that no key of the set is the token's. */
export type Verified = JWTVerifyResult | { readonly fault: string } | 'unknown key'

/** Of keys that a token without a name of its key may mean, no more are tried. */
const MOST_TRIED = 8

export async function verifyToken(token: string, keys: KeySet, options: JWTVerifyOptions): Promise<Verified> {
  try {
    return await jwtVerify(token, keys, options)
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key'
    if (error instanceof errors.JWKSMultipleMatchingKeys) return await tryEach(token, error, options)
    return { fault: faultOf(error) }
  }
}

async function tryEach(
  token: string,
  candidates: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<Verified> {
  let tried = 0
  for await (const key of candidates) {
    try {
      return await jwtVerify(token, key, options)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return { fault: faultOf(error) }
    }
    tried += 1
    if (tried === MOST_TRIED) break
  }
  return { fault: WRONG_SIGNATURE }
}

const WRONG_SIGNATURE = 'The signature of the token is not one of the issuer.'

function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired)
    return error.claim === 'iat'
      ? 'The token was issued too long ago (claim "iat").'
      : 'The token has expired (claim "exp").'
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'missing'
      ? `The token lacks the claim "${error.claim}".`
      : `The claim "${error.claim}" of the token is not what is wanted.`
  if (error instanceof errors.JWSSignatureVerificationFailed) return WRONG_SIGNATURE
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The token is signed with an algorithm that is not allowed.'
  if (
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported
  )
    return 'What the header holds is no signed token.'
  return 'The key of the token cannot be used.'
}
