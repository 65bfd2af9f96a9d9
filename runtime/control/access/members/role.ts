// Roles of people. Their names are read in any case, since directories write them as they like.
import { roleFacts } from '../../../../schemas/generated/control-routes.ts'
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import { mayIn, mayOrganise, type Principal } from '../../core/principal.ts'
import { type RoleSettingValues, workspaceRoleScopes } from '../settings/model.ts'

export type OrganisationRole = 'owner' | 'admin' | 'member'
export type WorkspaceRole = 'admin' | 'manager' | 'member'

const reader =
  <Role extends string>(names: readonly Role[], where: string) =>
  (text: string): Role | Failure =>
    names.find(name => name === text.toLowerCase()) ??
    failure(
      'invalid_request',
      `${quoted(text)} is not a role of ${where}. Known roles: ${joinNames([...names], 'and')}.`,
      { param: 'role' },
    )

export const readOrganisationRole = reader<OrganisationRole>(['owner', 'admin', 'member'], 'the organisation')
export const readWorkspaceRole = reader<WorkspaceRole>(['admin', 'manager', 'member'], 'a workspace')

/** Why a caller may not give a person a role of the organisation, or take it; undefined where it may. */
export function organisationRoleFault(principal: Principal, role: OrganisationRole): Failure | undefined {
  const may =
    role === 'owner'
      ? principal.role === 'owner'
      : [...(roleFacts.organisation[role] ?? [])].every(scope =>
          scope === '*' ? principal.organisation === 'all' : mayOrganise(principal, scope),
        )
  return may ? undefined : roleForbidden(principal, role)
}

/** Why a caller may not give a person a role of a workspace, or take it; undefined where it may. */
export function workspaceRoleFault(
  principal: Principal,
  role: WorkspaceRole,
  workspace: string,
  settings: RoleSettingValues,
): Failure | undefined {
  const scopes = workspaceRoleScopes(role, settings)
  const may =
    scopes === 'all'
      ? principal.organisation === 'all'
      : [...scopes].every(scope => mayIn(principal, scope, workspace))
  return may ? undefined : roleForbidden(principal, role)
}

const roleForbidden = ({ id }: Principal, role: string): Failure =>
  failure('forbidden', `"${id}" may do less than the role ${role}, and so can neither give nor take it.`, {
    param: 'role',
  })
