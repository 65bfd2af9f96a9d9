// Who sends a request to the control plane: a key of the manifest or of the store, a person with a token of the issuer, the
// administrator's key of the environment, or anyone where the gateway needs no key, and therefore only listens on its own machine, and
// has no owner yet.
import { controlScopes } from '../../../schemas/generated/control-routes.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { type Caller, linkAuthentication, needsKey, tokenOf } from '../../gateway/authenticate.ts'
import type { ControlRequest } from '../../values/control-surface.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import type { StoredKey } from '../../values/stored-keys.ts'
import { isToken } from '../../values/token-callers.ts'
import type { KeyIndex } from '../access/keys/key-index.ts'
import { PEOPLE_IN_ORDER, personScopes } from '../access/members/model.ts'
import { expandScopes, type Principal, type Scopes } from '../core/principal.ts'
import type { Replica } from '../core/replica.ts'
import type { SignInPerson } from '../sign-in/link-sign-in.ts'

/** Identifies who asks; a promise where a signature must be verified first. */
export type Identify = (
  request: Pick<ControlRequest, 'apiKey' | 'credentials'>,
) => Principal | Failure | Promise<Principal | Failure>

const ANYONE: Principal = {
  id: 'anyone',
  type: 'anyone',
  role: 'owner',
  organisation: 'all',
  workspaces: new Map(),
}

const ADMINISTRATOR: Principal = { ...ANYONE, id: 'GATEWAY_ADMIN_KEY', type: 'admin-key' }

export function linkIdentification(
  gateway: Gateway,
  hash: Ports['hash'],
  keys: KeyIndex | undefined,
  replica: Replica | undefined,
  signIn?: SignInPerson,
): Identify {
  const { identify } = linkAuthentication(gateway, hash, keys)
  const isOpen = !needsKey(gateway)
  const isAdministrator = (request: Parameters<Identify>[0]): boolean =>
    keys !== undefined &&
    tokensOf(request).some(text => keys.isAdminKey(hash(text))) &&
    !(signIn !== undefined && (replica?.find(PEOPLE_IN_ORDER, 'owner') ?? []).length > 0)
  return request => {
    if (isAdministrator(request)) return ADMINISTRATOR
    const token = signIn && tokensOf(request).find(isToken)
    if (token !== undefined && signIn !== undefined) return signIn(token)
    const { apiKey, credentials } = request
    const caller = identify({ options: { apiKey }, credentials })
    if (isFailure(caller)) return caller
    if (caller.stored !== undefined) return storedPrincipal(caller.stored, replica)
    if (!isOpen) return manifestPrincipal(caller)
    return keys?.hasOwner() === true ? OWNED : ANYONE
  }
}

const OWNED = failure(
  'missing_api_key',
  'This gateway has an owner, so saved resources are read and changed with a key: send it as x-gateway-api-key or as a Bearer token.',
)

const PAGE_REFUSED = failure(
  'forbidden',
  'Web pages may use saved resources only with a key: set "authentication: required" in gateway.yaml, and send one.',
)

/** Pages that may call models of a gateway without keys do not thereby own it. */
export const refusePage = ({ type }: Principal, headers: Headers): Failure | undefined =>
  type === 'anyone' && headerValue(headers, 'origin') !== undefined ? PAGE_REFUSED : undefined

const tokensOf = ({ apiKey, credentials }: Parameters<Identify>[0]): readonly string[] =>
  apiKey === undefined ? credentials.map(tokenOf) : [apiKey]

const manifestPrincipal = ({ id, workspace, scopes }: Caller): Principal => ({
  id,
  type: 'api-key',
  organisation: undefined,
  workspaces: new Map([[workspace, expandScopes([...scopes], controlScopes)]]),
})

function storedPrincipal(
  { id, type, role, user, isAccepted, workspace, scopes }: StoredKey,
  replica: Replica | undefined,
): Principal {
  const shared = { id, type: 'api-key', key: id, ...(user !== undefined && { user, isAccepted }) } as const
  if (role === 'owner') return { ...shared, role, organisation: 'all', workspaces: new Map() }
  const granted = expandScopes([...scopes], controlScopes)
  // The key of a person never may more than the person may now.
  const held = user === undefined ? granted : intersectScopes(granted, personScopes(replica, user, workspace))
  return type === 'organisation-service'
    ? { ...shared, organisation: held, workspaces: new Map() }
    : { ...shared, organisation: undefined, workspaces: new Map([[workspace, held]]) }
}

function intersectScopes(granted: Scopes, held: Scopes | undefined): Scopes {
  if (granted === 'all' || held === 'all') return granted === 'all' ? (held ?? new Set()) : granted
  return new Set([...granted].filter(scope => held?.has(scope)))
}
