// Who may do what with which keys. A key gives its holder what its scopes say, so whoever makes one, or gets its secret, must hold
// them already.
import { joinNames } from '../../../schemas/values/format-names.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { KeyType } from '../../values/stored-keys.ts'
import { mayIn, mayOrganise, type Principal } from '../api/principal.ts'
import type { ApiKey } from './api-key.ts'

export type KeyVerb = 'create' | 'read' | 'update' | 'delete' | 'list' | 'rotate'

/** What decides who may see a key. */
export type KeyPlace = Pick<ApiKey, 'type' | 'workspace' | 'user'>

const scopeOf = (type: KeyType, verb: KeyVerb): string => `${type.replace('-', '_')}_api_keys.${verb}`

/** Whether the caller may do something with a key. Members see their own keys alone. */
export function mayKey(principal: Principal, verb: KeyVerb, { type, workspace, user }: KeyPlace): boolean {
  const scope = scopeOf(type, verb)
  if (workspace === null) return mayOrganise(principal, scope)
  if (!mayIn(principal, scope, workspace)) return false
  return type !== 'workspace-user' || managesOthers(principal, workspace) || user === principal.user
}

/** Whoever manages the members of a workspace manages their keys; keys of services are not of one person. */
const managesOthers = (principal: Principal, workspace: string): boolean =>
  principal.user === undefined || mayIn(principal, 'workspace_users.update', workspace)

/** Scopes of calls, which belong to a workspace. */
const CALL_SCOPES: ReadonlySet<string> = new Set(['inference', 'models', 'configs.pin'])

/** Why a key may not get scopes; undefined where it may. */
export function grantFault(
  principal: Principal,
  workspace: string | null,
  scopes: readonly string[],
): Failure | undefined {
  const ofCalls = workspace === null ? scopes.filter(scope => CALL_SCOPES.has(scope)) : []
  if (ofCalls.length > 0)
    return failure(
      'invalid_request',
      `A key of the organisation calls no models, so it cannot have ${joinNames(ofCalls, 'or')}: create a key of a workspace.`,
      { param: 'scopes' },
    )
  const missing = scopes.filter(scope =>
    workspace === null ? !mayOrganise(principal, scope) : !mayIn(principal, scope, workspace),
  )
  return missing.length === 0
    ? undefined
    : failure(
        'forbidden',
        `"${principal.id}" may not grant what it does not have: ${joinNames(missing, 'and')}.`,
        {
          param: 'scopes',
        },
      )
}

/** Why the caller may not get the secret of a key, or widen what it may do; undefined where it may. */
export function takeoverFault(principal: Principal, key: ApiKey): Failure | undefined {
  if (principal.key === key.id) return undefined
  if (key.role === 'owner')
    return principal.role === 'owner'
      ? undefined
      : failure('forbidden', 'The key of an owner is managed by owners alone.')
  return grantFault(principal, key.workspace, key.scopes)
}
