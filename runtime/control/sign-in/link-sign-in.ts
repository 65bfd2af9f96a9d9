// Signs people in, where the manifest names an issuer.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { Principal } from '../api/principal.ts'
import type { Replica } from '../replica.ts'
import { maxSessionTtl } from '../settings/session-settings.ts'
import { personPrincipal } from './person-principal.ts'
import { linkPersonVerifier } from './verify-person.ts'

/** Who a token is of. */
export type SignInPerson = (token: string) => Promise<Principal | Failure>

/** Undefined where nobody signs in. */
export function linkSignIn(
  gateway: Gateway,
  ports: Pick<Ports, 'upstream' | 'clock'>,
  replica: Replica | undefined,
): SignInPerson | undefined {
  const { signIn } = gateway
  if (signIn === undefined) return undefined
  const verify = linkPersonVerifier({ ...gateway, signIn }, ports)
  return async token => {
    const claims = await verify(token, maxSessionTtl(replica))
    return isFailure(claims) ? claims : personPrincipal(claims, signIn.claims, replica)
  }
}
