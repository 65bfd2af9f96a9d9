// Signs people in, where the manifest names an issuer.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { BindPerson } from '../access/members/sign-in-binding.ts'
import { maxSessionTtl } from '../access/settings/model.ts'
import { CONTROL_TOOLS_PATH } from '../core/control-slug.ts'
import type { Principal } from '../core/principal.ts'
import type { Replica } from '../core/replica.ts'
import { linkPeople } from './person-principal.ts'
import { insufficientScope, linkPersonVerifier, linkTokenVerifier } from './verify-person.ts'

/** Who a token is of. */
export type SignInPerson = (token: string) => Promise<Principal | Failure>

/**
 * The same for callers of the tools of the interface: a token may be for them as an MCP server too, and lacks no scope that MCP needs.
 * Undefined where nobody signs in.
 */
export function linkToolSignIn(
  gateway: Gateway,
  ports: Pick<Ports, 'upstream' | 'clock'>,
  replica: Replica | undefined,
  bind: BindPerson,
): SignInPerson | undefined {
  const { signIn, publicUrl, mcp } = gateway
  if (signIn === undefined) return undefined
  const verify = linkTokenVerifier({ ...gateway, signIn }, ports)
  const readPerson = linkPeople(signIn, replica, bind)
  const audiences = [
    signIn.audience,
    ...(publicUrl === undefined ? [] : [publicUrl + CONTROL_TOOLS_PATH, publicUrl]),
  ]
  const scopes = [...new Set([...signIn.scopes, ...(mcp?.tokenScopes ?? [])])]
  return async token => {
    const claims = await verify(token, audiences, maxSessionTtl(replica))
    if (isFailure(claims)) return claims
    return insufficientScope(claims, scopes) ?? (await readPerson(claims))
  }
}

/** Undefined where nobody signs in. */
export function linkSignIn(
  gateway: Gateway,
  ports: Pick<Ports, 'upstream' | 'clock'>,
  replica: Replica | undefined,
  bind: BindPerson,
): SignInPerson | undefined {
  const { signIn } = gateway
  if (signIn === undefined) return undefined
  const verify = linkPersonVerifier({ ...gateway, signIn }, ports)
  const readPerson = linkPeople(signIn, replica, bind)
  return async token => {
    const claims = await verify(token, maxSessionTtl(replica))
    return isFailure(claims) ? claims : await readPerson(claims)
  }
}
