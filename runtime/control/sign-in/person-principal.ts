// What a person may do: by the claims of their token, and by what the store says of them.
import { controlScopes, roleFacts } from '../../../schemas/generated/control-routes.ts'
import type { PlanSignIn } from '../../../schemas/generated/types.ts'
import { asText, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { findLookalike, foldAddress, lookalikeReason } from '../access/members/address.ts'
import { MEMBER, toMembership, toPerson, USER } from '../access/members/model.ts'
import { readOrganisationRole, readWorkspaceRole, type WorkspaceRole } from '../access/members/role.ts'
import type { BindPerson } from '../access/members/sign-in-binding.ts'
import { roleSettings, workspaceRoleScopes } from '../access/settings/model.ts'
import { expandScopes, type Principal, type Scopes } from '../core/principal.ts'
import type { Replica } from '../core/replica.ts'

/** Who a verified token signs in. Claims come before what the store says: the directory of the organisation knows who left. */
export type ReadPerson = (claims: JsonObject) => Promise<Principal | Failure>

export function linkPeople(
  { claims: names, trustsAddresses = false }: PlanSignIn,
  replica: Replica | undefined,
  bind: BindPerson,
): ReadPerson {
  return async claims => {
    const person =
      isVerified(claims) || trustsAddresses ? personPrincipal(claims, names, replica) : UNVERIFIED_ADDRESS
    return isFailure(person) ? person : ((await bind(claims, person)) ?? person)
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
  const resource = replica?.all(USER).find(({ value }) => value['email'] === email)
  if (resource === undefined && replica !== undefined) {
    const addresses = replica.all(USER).map(({ value }) => asText(value['email']) ?? '')
    const lookalike = findLookalike(email, addresses)
    if (lookalike !== undefined) return failure('forbidden', lookalikeReason(email, lookalike))
  }
  const stored = resource && toPerson(resource)
  if (stored?.active === false)
    return failure('forbidden', `${quoted(email)} is disabled in this organisation.`)
  const claimed = claims[names.role]
  if (claimed === undefined && stored === undefined)
    return failure(
      'forbidden',
      `${quoted(email)} is not a person of this organisation, and the token has no role in its claim ${quoted(names.role)}.`,
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
  const memberships = user === undefined ? [] : (replica?.all(MEMBER).map(toMembership).toArray() ?? [])
  return new Map(
    memberships.filter(each => each.user === user).map(({ workspace, role }) => [workspace, role] as const),
  )
}

/** Roles by slugs: an object of them, or a list of "slug:role" and of slugs alone, which are those of members. */
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
