// Groups of the directory. The name of a group decides what it gives: `research:manager` a role of a workspace, `organisation:admin` one
// of the organisation. Groups with other names are stored, and give nothing.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import { USER } from '../access/members/model.ts'
import {
  type OrganisationRole,
  readOrganisationRole,
  readWorkspaceRole,
  type WorkspaceRole,
} from '../access/members/role.ts'
import { findWorkspace } from '../access/workspaces/model.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { clientKind, type Kind } from '../core/kind.ts'
import {
  allStored,
  type FoundInStore,
  KEY,
  storedAs,
  storedForm,
  TEXT,
  TEXT_IF_ANY,
  TEXTS,
} from '../core/stored-form.ts'
import { GRANT_SCHEMA, GROUP_SCHEMA, metaOf, scimLocation } from './scim-reply.ts'

/** The kind of groups in the store, where they are named by their identifiers. */
export const SCIM_GROUP = 'scim-group'

export const SCIM_KINDS: readonly Kind[] = [
  clientKind({ name: SCIM_GROUP, signed: 'never', sealed: 'never', scopes: ['organisation_users'] }),
]

export const GROUP_FORM = storedForm(SCIM_GROUP, {
  id: KEY,
  displayName: storedAs('display_name', TEXT),
  externalId: storedAs('external_id', TEXT_IF_ANY),
  /** The identifiers of people. */
  members: TEXTS,
  createdAt: storedAs('created_at', TEXT),
  updatedAt: storedAs('updated_at', TEXT),
})

export type Group = ReturnType<typeof GROUP_FORM.read>

/** What a group gives its members. */
export type Grant =
  | { readonly workspace: string; readonly role: WorkspaceRole }
  | { readonly workspace?: never; readonly role: OrganisationRole }

const ORGANISATION = 'organisation'

type Sources = Parameters<typeof findWorkspace>[0]

/** Undefined for groups that give nothing. */
export function grantOf({ displayName }: Pick<Group, 'displayName'>, context: Sources): Grant | undefined {
  const colon = displayName.lastIndexOf(':')
  if (colon < 1) return undefined
  const place = displayName.slice(0, colon).trim()
  const name = displayName.slice(colon + 1).trim()
  if (place.toLowerCase() === ORGANISATION) {
    const role = readOrganisationRole(name)
    return isFailure(role) ? undefined : { role }
  }
  const slug = (findWorkspace(context, place) ?? findWorkspace(context, place.toLowerCase()))?.workspace.slug
  const role = readWorkspaceRole(name)
  return slug === undefined || isFailure(role) ? undefined : { workspace: slug, role }
}

/** In the order of their names. People who were removed are members of no group. */
export const allGroups = ({ replica }: Pick<ControlSources, 'replica'>): readonly FoundInStore<Group>[] =>
  allStored(GROUP_FORM, replica, ({ displayName }) => displayName).map(({ saved, revision }) => ({
    saved: { ...saved, members: saved.members.filter(id => replica?.get(USER, id) !== undefined) },
    revision,
  }))

export function showGroup(group: Group, revision: number, context: Sources): JsonObject {
  const grant = grantOf(group, context)
  return {
    schemas: [GROUP_SCHEMA, GRANT_SCHEMA],
    id: group.id,
    displayName: group.displayName,
    ...(group.externalId !== null && { externalId: group.externalId }),
    members: group.members.map(id => ({
      value: id,
      type: 'User',
      $ref: scimLocation('User', id),
      display: asText(context.replica?.get(USER, id)?.value['email']) ?? '',
    })),
    [GRANT_SCHEMA]: {
      grants: grant === undefined ? null : `${grant.workspace ?? ORGANISATION}:${grant.role}`,
    },
    meta: metaOf('Group', group, revision),
  }
}
