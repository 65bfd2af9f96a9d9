// Who asks the control plane, and what they may do where. Roles and what scopes include are in schemas/control/roles.json.
import { roleFacts } from '../../../schemas/generated/control-routes.ts'
import type { KeyIdentity } from '../../values/failures.ts'

export type Scopes = ReadonlySet<string> | 'all'

export interface Principal {
  /** The identifier of the key or person, for the audit log. */
  readonly id: string
  readonly type: 'anyone' | 'api-key' | 'admin-key' | 'person'
  /** The role of a person or key that has one. */
  readonly role?: string
  /** The identifier of the key in the store that was sent. */
  readonly key?: string
  /** The identifier of the person, or of whose key it is. */
  readonly user?: string
  /** Whether the person whose key it is made or accepted it. */
  readonly isAccepted?: boolean
  /** What holds for the organisation and in all of its workspaces; undefined for callers of single workspaces. */
  readonly organisation: Scopes | undefined
  /** What holds in single workspaces, by their slugs. */
  readonly workspaces: ReadonlyMap<string, Scopes>
}

/** Who calls, and where a scope of the route holds. */
export interface Requester {
  readonly principal: Principal
  /** Whether a scope of the route holds in a workspace, by its slug. What is elsewhere does not exist for the caller. */
  readonly may: (workspace: string) => boolean
  /** Whether a scope of the route holds for the organisation. */
  readonly mayOrganise: boolean
}

/** Who asks, as records name it. */
export const identityOf = ({ id, workspaces }: Principal): KeyIdentity => ({
  id,
  workspace: workspaces.keys().next().value ?? '',
})

/** The person of a token, until that was verified. */
export const UNVERIFIED: KeyIdentity = { id: 'person', workspace: '' }

/** Whether the caller acts as this person: with the person's own token, or with a key that the person accepted. */
export const actsFor = ({ type, user, isAccepted }: Principal, person: string): boolean =>
  user === person && (type === 'person' || isAccepted === true)

type ScopeTest = (scopes: Scopes | undefined) => boolean

const grants =
  (scope: string): ScopeTest =>
  scopes =>
    scopes === 'all' || (scopes?.has(scope) ?? false)

/** Whether the scope holds for the organisation itself. */
export const mayOrganise = ({ organisation }: Principal, scope: string): boolean =>
  grants(scope)(organisation)

/** Whether the scope holds in a workspace, by its slug. */
export const mayIn = ({ organisation, workspaces }: Principal, scope: string, workspace: string): boolean =>
  grants(scope)(organisation) || grants(scope)(workspaces.get(workspace))

/** Whether the scope holds anywhere. */
export const mayAnywhere = ({ organisation, workspaces }: Principal, scope: string): boolean =>
  grants(scope)(organisation) || workspaces.values().some(grants(scope))

/** The scopes of a list, where `resource.*` means all of a resource, with what they include. */
export function expandScopes(names: readonly string[], known: readonly string[]): Scopes {
  if (names.includes('*')) return 'all'
  const scopes = names.flatMap(name =>
    name.endsWith('.*') ? known.filter(each => each.startsWith(name.slice(0, -1))) : [name],
  )
  return new Set(scopes.flatMap(scope => [scope, ...(roleFacts.includes[scope] ?? [])]))
}
