// Credentials that are more than a header: exchanged access tokens, and signatures over the request. The adapter
// describes them; here they are applied.

import type { Authentication, AuthenticationContext, Credentials } from '../../values/authentication.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports, UpstreamRequest } from '../../values/ports.ts'
import type { GetToken } from './tokens.ts'

/** The parts of a credential that the provider spec's header cannot express. */
export interface RequestSigner {
  readonly authentication: Authentication
  readonly credentials: Credentials
  readonly settings: Readonly<Record<string, unknown>>
}

/** The request with its credential, or why it cannot be signed. */
export async function sign(
  request: UpstreamRequest,
  { authentication, credentials, settings }: RequestSigner,
  { ports, tokens }: { readonly ports: Ports; readonly tokens: GetToken },
): Promise<UpstreamRequest | Failure> {
  const context: AuthenticationContext = {
    now: ports.clock.now(),
    hash: ports.hash,
    keyedHash: ports.keyedHash,
    signRsa: ports.signRsa,
  }
  const authorization = authentication.token?.(credentials, settings, context)
  if (authorization !== undefined && isFailure(authorization)) return authorization
  const token = authorization === undefined ? undefined : await tokens(authorization)
  if (token !== undefined && isFailure(token)) return token
  const unsigned = { ...request, body: request.body ?? new Uint8Array(0) }
  const headers = authentication.headers(unsigned, credentials, settings, token, context)
  return isFailure(headers) ? headers : { ...request, headers: [...request.headers, ...headers] }
}

/**
 * Signatures cover whole bodies, so a body with a remainder cannot be signed; checked before the body is consumed, so
 * that another target can still send it.
 */
export const unsignable = ({ spec }: { readonly spec: { readonly name: string } }): Failure =>
  failure(
    'body_too_large',
    `A body for ${spec.name} must be signed as a whole, and this one is larger than limits.body_bytes.`,
  )
