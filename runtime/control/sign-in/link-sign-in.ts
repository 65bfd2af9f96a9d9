// Signs people in, if the manifest names an issuer: what a person may do follows from the claims of the token, and from the store.

import { controlScopes, roleFacts } from '../../../schemas/generated/control-routes.ts'
import type { Gateway, PlanSignIn } from '../../../schemas/generated/types.ts'
import { asText, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { IdentifyToken } from '../../values/token-callers.ts'
import { foldAddress, lookalikeReason } from '../access/members/address.ts'
import { findByAddress, membershipsOf } from '../access/members/people.ts'
import { readOrganisationRole, readWorkspaceRole, type WorkspaceRole } from '../access/members/role.ts'
import type { BindPerson } from '../access/members/sign-in-binding.ts'
import { maxSessionTtl, roleSettings, workspaceRoleScopes } from '../access/settings/model.ts'
import { WORKSPACE, WORKSPACES } from '../access/workspaces/model.ts'
import { CONTROL_TOOLS_PATH } from '../core/control-slug.ts'
import { expandScopes, mayIn, mayOrganise, type Principal, type Scopes } from '../core/principal.ts'
import type { Replica } from '../core/replica.ts'
import { storeFault } from '../core/store-error.ts'
import { insufficientScope, linkPersonVerifier, linkTokenVerifier } from './verify-person.ts'

/** Who a token is of. */
export type SignInPerson = (token: string) => Promise<Principal | Failure>

type SignInPorts = Pick<Ports, 'upstream' | 'clock'>

/** Undefined if the manifest has no issuer. */
export function linkSignIn(
  gateway: Gateway,
  ports: SignInPorts,
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

/** The same for MCP, which needs further scopes: the token is for one of the audiences. */
function linkMcpTokens(...[gateway, ports, replica, bind]: Parameters<typeof linkSignIn>) {
  const { signIn, mcp } = gateway
  if (signIn === undefined) return undefined
  const verify = linkTokenVerifier({ ...gateway, signIn }, ports)
  const readPerson = linkPeople(signIn, replica, bind)
  const scopes = [...new Set([...signIn.scopes, ...(mcp?.tokenScopes ?? [])])]
  return async (token: string, audiences: readonly string[]): Promise<Principal | Failure> => {
    const claims = await verify(token, audiences, maxSessionTtl(replica))
    if (isFailure(claims)) return claims
    return insufficientScope(claims, scopes) ?? (await readPerson(claims))
  }
}

/** Callers of the tools of the interface: a token may be for them as an MCP server too. */
export function linkToolSignIn(...sources: Parameters<typeof linkSignIn>): SignInPerson | undefined {
  const [{ signIn, publicUrl }] = sources
  const read = linkMcpTokens(...sources)
  if (signIn === undefined || read === undefined) return undefined
  const ofTools = publicUrl === undefined ? [] : [publicUrl + CONTROL_TOOLS_PATH, publicUrl]
  return token => read(token, [signIn.audience, ...ofTools])
}

const SCOPE = 'mcp.invoke'

/** Callers of MCP servers. Undefined also if the gateway does not know its own URL, which is the audience. */
export function linkMcpSignIn(...sources: Parameters<typeof linkSignIn>): IdentifyToken | undefined {
  const [{ publicUrl }, , replica] = sources
  const read = linkMcpTokens(...sources)
  if (publicUrl === undefined || read === undefined) return undefined
  return async (token, audiences) => {
    const person = await read(token, audiences)
    if (isFailure(person)) return person
    const workspace = firstWorkspace(person, replica)
    return workspace === undefined
      ? failure(
          'forbidden',
          `"${person.id}" may call MCP servers in no workspace: it needs the scope ${SCOPE}.`,
        )
      : {
          id: person.id,
          user: person.user ?? person.id,
          workspace,
          mayCallIn: slug => mayIn(person, SCOPE, slug) && isKnown(slug, person, replica),
        }
  }
}

const isKnown = (slug: string, { workspaces }: Principal, replica: Replica | undefined): boolean =>
  slug === 'default' || workspaces.has(slug) || replica?.get(WORKSPACE, slug) !== undefined

/** The first by name in which a person may call. A scope of the organisation holds in every workspace. */
function firstWorkspace(person: Principal, replica: Replica | undefined): string | undefined {
  const ofStore = mayOrganise(person, SCOPE) ? (replica?.find(WORKSPACES).slice(0, 1) ?? []) : []
  const candidates = ['default', ...person.workspaces.keys(), ...ofStore.map(({ id }) => id)]
  return candidates.filter(slug => mayIn(person, SCOPE, slug)).sort()[0]
}

/** Who a verified token signs in. Claims come before the store: the directory of the organisation knows who left. */
type ReadPerson = (claims: JsonObject) => Promise<Principal | Failure>

function linkPeople(
  { claims: names, trustsAddresses = false }: PlanSignIn,
  replica: Replica | undefined,
  bind: BindPerson,
): ReadPerson {
  return async claims => {
    const person =
      isVerified(claims) || trustsAddresses ? personPrincipal(claims, names, replica) : UNVERIFIED_ADDRESS
    if (isFailure(person)) return person
    return (await bind(claims, person).catch(storeFault)) ?? person
  }
}

/** OpenID Connect Core 1.0, section 5.1; some issuers send the boolean as a string. */
const isVerified = ({ email_verified }: JsonObject): boolean =>
  email_verified === true || email_verified === 'true'

const UNVERIFIED_ADDRESS = failure(
  'forbidden',
  'The issuer does not say that the address of the token is verified (claim "email_verified"). If people cannot choose their addresses there, list the issuer in sign_in.trusted_addresses.',
)

function personPrincipal(
  claims: JsonObject,
  names: PlanSignIn['claims'],
  replica: Replica | undefined,
): Principal | Failure {
  const email = foldAddress(asText(claims[names.email]) ?? '')
  if (email === '')
    return failure('forbidden', `The token has no address in its claim ${quoted(names.email)}.`)
  const { person, lookalike } = findByAddress(replica, email)
  if (person === undefined && lookalike !== undefined)
    return failure('forbidden', lookalikeReason(email, lookalike.email))
  const stored = person?.saved
  if (stored?.active === false)
    return failure('forbidden', `${quoted(email)} is disabled in this organisation.`)
  const claimed = claims[names.role]
  if (claimed === undefined && stored === undefined)
    return (
      replica?.lookFault() ??
      failure(
        'forbidden',
        `${quoted(email)} is not a person of this organisation, and the token has no role in its claim ${quoted(names.role)}.`,
      )
    )
  const role = claimed === undefined ? (stored?.role ?? 'member') : readOrganisationRole(String(claimed))
  if (isFailure(role)) return failure('forbidden', role.message)
  const roles = claims[names.workspaces] === undefined ? undefined : rolesOf(claims[names.workspaces])
  if (roles !== undefined && isFailure(roles)) return failure('forbidden', roles.message)
  const memberships = roles ?? storedRoles(replica, stored?.id)
  return {
    id: email,
    type: 'person',
    role,
    user: stored?.id ?? email,
    organisation:
      role === 'member' ? undefined : expandScopes(roleFacts.organisation[role] ?? [], controlScopes),
    workspaces: new Map(
      [...memberships].map(([slug, name]): [string, Scopes] => [
        slug,
        workspaceRoleScopes(name, roleSettings(replica, slug)),
      ]),
    ),
  }
}

function storedRoles(
  replica: Replica | undefined,
  user: string | undefined,
): ReadonlyMap<string, WorkspaceRole> {
  const memberships = user === undefined ? [] : membershipsOf(replica, user)
  return new Map(memberships.map(({ workspace, role }) => [workspace, role] as const))
}

/** Roles by slugs: an object of them, or a list of "slug:role" and of slugs without a role, which is that of members. */
function rolesOf(claim: Json | undefined): ReadonlyMap<string, WorkspaceRole> | Failure {
  const entries: readonly (readonly [string, string])[] = isObject(claim)
    ? Object.entries(claim).map(([slug, role]) => [slug, String(role)] as const)
    : isList(claim)
      ? claim.map(item => {
          const [slug = '', role = 'member'] = String(item).split(':', 2)
          return [slug, role] as const
        })
      : []
  const roles = new Map<string, WorkspaceRole>()
  for (const [slug, name] of entries) {
    const role = readWorkspaceRole(name)
    if (isFailure(role)) return role
    roles.set(slug, role)
  }
  return roles
}
