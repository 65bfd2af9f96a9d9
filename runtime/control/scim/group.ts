// Groups of the directory. The name of a group decides what it gives: `research:manager` a role of a workspace, `organisation:admin` one
// of the organisation. Groups with other names are stored, and give nothing. Each member is a resource of its own, so that a change of
// one costs the same in a group of any size; releases before stored the members in the group, until it is next written.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import { GROUP_MEMBER, GROUP_MEMBERSHIPS_OF_PERSON, memberOf, USER } from '../access/members/model.ts'
import {
  type OrganisationRole,
  readOrganisationRole,
  readWorkspaceRole,
  type WorkspaceRole,
} from '../access/members/role.ts'
import { findWorkspace } from '../access/workspaces/model.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { clientKind, type Kind } from '../core/kind.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import type { Resource } from '../core/resource-store.ts'
import {
  type FoundInStore,
  KEY,
  storedAs,
  storedForm,
  TEXT,
  TEXT_IF_ANY,
  TEXTS,
} from '../core/stored-form.ts'
import { type AttributeSelection, GRANT_SCHEMA, GROUP_SCHEMA, metaOf, scimLocation } from './scim-reply.ts'

/** The kind of groups in the store, where they are named by their identifiers. */
export const SCIM_GROUP = 'scim-group'

export const SCIM_KINDS: readonly Kind[] = [
  clientKind({ name: SCIM_GROUP, signed: 'never', sealed: 'never', scopes: ['organisation_users'] }),
]

export const GROUP_FORM = storedForm(SCIM_GROUP, {
  id: KEY,
  displayName: storedAs('display_name', TEXT),
  externalId: storedAs('external_id', TEXT_IF_ANY),
  createdAt: storedAs('created_at', TEXT),
  updatedAt: storedAs('updated_at', TEXT),
})

/** `members`: those whom a change concerns, by their identifiers; absent if they were not read. */
export type Group = ReturnType<typeof GROUP_FORM.read> & { readonly members?: readonly string[] }

/** What a group gives its members. */
export type Grant =
  | { readonly workspace: string; readonly role: WorkspaceRole }
  | { readonly workspace?: never; readonly role: OrganisationRole }

const ORGANISATION = 'organisation'

type Sources = Parameters<typeof findWorkspace>[0]
type Groups = Pick<ControlSources, 'replica'>

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

const nameOf = ({ value }: Resource): string => asText(value['display_name']) ?? ''

/** All groups, by their names. */
export const GROUPS_IN_ORDER: ResourceIndex = {
  kind: SCIM_GROUP,
  compare: (left, right) => {
    const [one, other] = [nameOf(left), nameOf(right)]
    return one < other ? -1 : one > other ? 1 : 0
  },
}

/** Groups by their names in lower case; no two have the same. */
export const GROUPS_BY_NAME: ResourceIndex = {
  kind: SCIM_GROUP,
  valuesOf: resource => [nameOf(resource).toLowerCase()],
}

export const GROUPS_BY_EXTERNAL_ID: ResourceIndex = {
  kind: SCIM_GROUP,
  valuesOf: ({ value }) => [asText(value['external_id']) ?? []].flat(),
}

const MEMBERS_OF_GROUP: ResourceIndex = {
  kind: GROUP_MEMBER,
  valuesOf: ({ id }) => [id.slice(0, id.indexOf('/'))],
}

/** Groups of earlier releases, by the people whom they list. */
const LISTED_IN: ResourceIndex = { kind: SCIM_GROUP, valuesOf: resource => listedMembers(resource) }

/** The members that a group of an earlier release lists. */
export const listedMembers = (group: Resource | undefined): readonly string[] =>
  TEXTS.read(group?.value['members'], '')

export const groupMemberId = (group: string, user: string): string => `${group}/${user}`

export const toFoundGroup = (resource: Resource): FoundInStore<Group> => ({
  saved: GROUP_FORM.read(resource),
  revision: resource.revision,
})

/** The people of a group. Those who were removed are members of no group. */
export function membersOfGroup({ replica }: Groups, id: string): readonly string[] {
  const listed = listedMembers(replica?.get(SCIM_GROUP, id))
  const all = new Set([...listed, ...(replica?.find(MEMBERS_OF_GROUP, id) ?? []).map(memberOf)])
  return [...all].filter(user => replica?.get(USER, user) !== undefined)
}

/** How many members a group has, without reading them unless it lists them. */
export const countMembers = (context: Groups, id: string): number =>
  listedMembers(context.replica?.get(SCIM_GROUP, id)).length > 0
    ? membersOfGroup(context, id).length
    : (context.replica?.find(MEMBERS_OF_GROUP, id).length ?? 0)

export const isMemberOfGroup = ({ replica }: Groups, id: string, user: string): boolean =>
  replica?.get(USER, user) !== undefined &&
  (replica.get(GROUP_MEMBER, groupMemberId(id, user)) !== undefined ||
    listedMembers(replica.get(SCIM_GROUP, id)).includes(user))

/** The groups of a person, by their names. */
export function groupsOfPerson({ replica }: Groups, user: string): readonly Resource[] {
  const memberships = replica?.find(GROUP_MEMBERSHIPS_OF_PERSON, user) ?? []
  const groups = new Set([
    ...memberships.flatMap(({ id }) => replica?.get(SCIM_GROUP, id.slice(0, id.indexOf('/'))) ?? []),
    ...(replica?.find(LISTED_IN, user) ?? []),
  ])
  return [...groups].sort((left, right) => GROUPS_IN_ORDER.compare?.(left, right) ?? 0)
}

export function showGroup(
  group: Group,
  revision: number,
  context: Sources,
  { has }: Pick<AttributeSelection, 'has'>,
): JsonObject {
  const grant = has(GRANT_SCHEMA) ? grantOf(group, context) : undefined
  return {
    schemas: [GROUP_SCHEMA, GRANT_SCHEMA],
    id: group.id,
    displayName: group.displayName,
    ...(group.externalId !== null && { externalId: group.externalId }),
    ...(has('members') && {
      members: membersOfGroup(context, group.id).map(id => ({
        value: id,
        type: 'User',
        $ref: scimLocation('User', id),
        display: asText(context.replica?.get(USER, id)?.value['email']) ?? '',
      })),
    }),
    [GRANT_SCHEMA]: {
      grants: grant === undefined ? null : `${grant.workspace ?? ORGANISATION}:${grant.role}`,
    },
    meta: metaOf('Group', group, revision),
  }
}
