// Credentials that are more than a header of the row: tokens that must be exchanged first, signatures over the
// request. The adapter describes them; here they are done.
import type { Call } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Ports, UpstreamRequest } from '../ports.ts'
import type { Authentication, AuthenticationContext, Credentials } from '../providers/authentication.ts'
import type { GetToken } from './tokens.ts'

/** What a target knows of its credential when a header of the row cannot say it. */
export interface Signer {
  readonly authentication: Authentication
  readonly credentials: Credentials
  readonly settings: Readonly<Record<string, unknown>>
}

/** The request with its credential, or why it has none. */
export async function sign(
  request: UpstreamRequest,
  { authentication, credentials, settings }: Signer,
  ports: Ports,
  getToken: GetToken,
): Promise<UpstreamRequest | Failure> {
  const context: AuthenticationContext = {
    now: ports.clock.now(),
    hash: ports.hash,
    keyedHash: ports.keyedHash,
    signRsa: ports.signRsa,
  }
  const wanted = authentication.token?.(credentials, settings, context)
  if (wanted !== undefined && isFailure(wanted)) return wanted
  const token = wanted === undefined ? undefined : await getToken(wanted)
  if (token !== undefined && isFailure(token)) return token
  const unsigned = { ...request, body: request.body ?? new Uint8Array(0) }
  const headers = authentication.headers(unsigned, credentials, settings, token, context)
  return isFailure(headers) ? headers : { ...request, headers: [...request.headers, ...headers] }
}

/** Signatures are made over whole bodies; asked before the body is taken, so that another target may have it. */
export const isUnsignable = (
  { body }: Pick<Call, 'body'>,
  { signer }: { readonly signer: Signer | undefined },
): boolean => body.rest !== undefined && signer !== undefined

export const unsignable = ({ row }: { readonly row: { readonly name: string } }): Failure =>
  failure(
    'body_too_large',
    `A body for ${row.name} is signed as a whole, and this one is larger than is held.`,
  )
