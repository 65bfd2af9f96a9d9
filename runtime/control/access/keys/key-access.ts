// Who may do what with which keys. A key gives its holder what its scopes say, so making one, getting its secret, or widening what it
// may do takes all of that. Keys of the organisation call no models: what they may give to keys of workspaces is listed for them.
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import { mayIn, mayOrganise, type Principal } from '../../core/principal.ts'
import { personScopes } from '../members/model.ts'
import { restricted, restrictionsOf } from './key-restrictions.ts'
import { API_KEY, API_KEY_FORM, type ApiKey } from './model.ts'

export type KeyVerb = 'create' | 'read' | 'update' | 'delete' | 'list' | 'rotate'

/** What decides who may see a key. */
export type KeyPlace = Pick<ApiKey, 'type' | 'workspace' | 'user'>

const scopeOf = (type: KeyType, verb: KeyVerb): string => `${type.replace('-', '_')}_api_keys.${verb}`

/** Whether the caller may do something with a key. Members see only their own keys. */
export function mayKey(principal: Principal, verb: KeyVerb, { type, workspace, user }: KeyPlace): boolean {
  const scope = scopeOf(type, verb)
  if (workspace === null) return mayOrganise(principal, scope)
  if (!mayIn(principal, scope, workspace)) return false
  return type !== 'workspace-user' || managesOthers(principal, workspace) || user === principal.user
}

/** Managers of the members of a workspace manage their keys; keys of services are not of one person. */
const managesOthers = (principal: Principal, workspace: string): boolean =>
  principal.user === undefined || mayIn(principal, 'workspace_users.update', workspace)

/** Scopes of calls, which belong to a workspace. */
const CALL_SCOPES: ReadonlySet<string> = new Set(['inference', 'models', 'configs.pin'])

/** Lets a key make keys that expire later than itself. People give it, keys never do. */
const OUTLIVE = 'api_keys.outlive'

/** What a key is given: its holder can do this, until it expires. */
type Grant = Pick<ApiKey, 'type' | 'workspace' | 'user' | 'scopes' | 'grants' | 'expiresAt'>

type Sources = Parameters<typeof restrictionsOf>[1]

/**
 * Why the caller may not grant a key what it would have: every scope of it, what it may grant in turn, all that its person may do, its
 * lifetime, and calls that nothing restricts. Undefined where it may.
 */
export function grantFault(principal: Principal, grant: Grant, context: Sources): Failure | undefined {
  const restrictions = restrictionsOf(principal, context)
  if (restrictions.length > 0)
    return restricted(principal, restrictions, 'make keys, or change what a key may do')
  return (
    scopesFault(principal, grant, context) ??
    grantsFault(principal, grant) ??
    personFault(principal, grant, context) ??
    outliveFault(principal, grant, context)
  )
}

function scopesFault(
  principal: Principal,
  { workspace, scopes }: Grant,
  context: Pick<Sources, 'replica'>,
): Failure | undefined {
  const ofCalls = workspace === null ? scopes.filter(scope => CALL_SCOPES.has(scope)) : []
  if (ofCalls.length > 0)
    return failure(
      'invalid_request',
      `A key of the organisation calls no models, so it cannot have ${joinNames(ofCalls, 'or')}: create a key of a workspace.`,
      { param: 'scopes' },
    )
  const isKey = principal.type === 'api-key' && principal.role !== 'owner'
  if (isKey && scopes.includes(OUTLIVE))
    return failure('forbidden', `Only signed-in users can grant the scope ${OUTLIVE}; keys cannot.`, {
      param: 'scopes',
    })
  const missing = scopes.filter(linkLack(principal, workspace, context))
  return missing.length === 0 ? undefined : lacks(principal, missing, 'scopes')
}

/** What is listed for a key to grant is not its own, so it lists nothing of that for another key. */
function grantsFault(principal: Principal, { grants }: Grant): Failure | undefined {
  if (grants.includes(OUTLIVE))
    return failure('invalid_request', `No key can grant ${OUTLIVE}, so grants cannot list it.`, {
      param: 'grants',
    })
  const missing = grants.filter(scope => !mayOrganise(principal, scope))
  return missing.length === 0 ? undefined : lacks(principal, missing, 'grants')
}

/** Tells which scopes the caller can give to no key of the workspace: it does not have them, and they are not listed for it to grant. */
function linkLack(
  principal: Principal,
  workspace: string | null,
  { replica }: Pick<Sources, 'replica'>,
): (scope: string) => boolean {
  const { key } = principal
  const resource = workspace === null || key === undefined ? undefined : replica?.get(API_KEY, key)
  const grants = new Set(resource && API_KEY_FORM.read(resource).grants)
  return scope => !holds(principal, workspace, scope) && !grants.has(scope)
}

/** A key acts for its person, so changing it takes all that the person may do there, unless the person does it. */
export function personFault(
  principal: Principal,
  { workspace, user }: Pick<Grant, 'workspace' | 'user'>,
  context: Pick<Sources, 'replica'>,
): Failure | undefined {
  if (user === null || workspace === null || isPerson(principal, user)) return undefined
  const scopes = personScopes(context.replica, user, workspace)
  if (scopes === undefined) return undefined
  if (scopes === 'all')
    return principal.organisation === 'all'
      ? undefined
      : failure('forbidden', `"${principal.id}" may do less than the person whose key it is.`, {
          param: 'user_id',
        })
  const missing = [...scopes].filter(linkLack(principal, workspace, context))
  return missing.length === 0 ? undefined : lacks(principal, missing, 'user_id')
}

/** Whether the caller is this person, who has signed in; a key of the person is not. */
export const isPerson = (principal: Principal, user: string | null): boolean =>
  principal.type === 'person' && user !== null && principal.user === user

function outliveFault(principal: Principal, grant: Grant, { replica }: Sources): Failure | undefined {
  const { key } = principal
  const resource = key === undefined ? undefined : replica?.get(API_KEY, key)
  const end = resource === undefined ? null : API_KEY_FORM.read(resource).expiresAt
  if (end === null || (grant.expiresAt !== null && grant.expiresAt <= end)) return undefined
  if (holds(principal, grant.workspace, OUTLIVE)) return undefined
  return failure(
    'forbidden',
    `"${principal.id}" expires at ${new Date(end).toISOString()}, so the keys that it makes or changes must expire by then: set expires_at. Keys with the scope ${OUTLIVE} are exempt.`,
    { param: 'expires_at' },
  )
}

const holds = (principal: Principal, workspace: string | null, scope: string): boolean =>
  workspace === null ? mayOrganise(principal, scope) : mayIn(principal, scope, workspace)

const lacks = (
  { id, type, organisation }: Principal,
  missing: readonly string[],
  param: 'scopes' | 'grants' | 'user_id',
): Failure => {
  const isListable = type === 'api-key' && organisation !== undefined && param !== 'grants'
  const advice = isListable ? ' Owners list in its grants what it may give to keys of workspaces.' : ''
  return failure(
    'forbidden',
    `"${id}" may not grant what it does not have: ${joinNames(missing, 'and')}.${advice}`,
    { param },
  )
}

/** Why the caller may not get the secret of a key; undefined where it may. */
export function takeoverFault(principal: Principal, key: ApiKey, context: Sources): Failure | undefined {
  if (principal.key === key.id) return undefined
  return key.role === 'owner' ? ownersFault(principal) : grantFault(principal, key, context)
}

/** Why the caller may not manage the key of an owner; undefined where it may. */
export const ownersFault = ({ role }: Principal): Failure | undefined =>
  role === 'owner' ? undefined : failure('forbidden', 'Only owners can manage the key of an owner.')
