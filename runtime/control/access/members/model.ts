// People of the organisation, and the members of workspaces among them.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { compareText } from '../../core/listing.ts'
import type { Scopes } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource, ResourceWrite } from '../../core/resource-store.ts'
import {
  choice,
  KEY,
  ON,
  storedAs,
  storedForm,
  TEXT,
  TEXT_IF_ANY,
  TEXT_OR_NULL,
} from '../../core/stored-form.ts'
import { KEYS_OF_PERSON } from '../keys/model.ts'
import { roleSettings, workspaceRoleScopes } from '../settings/model.ts'
import { appearanceOf } from './address.ts'
import type { OrganisationRole, WorkspaceRole } from './role.ts'

/** The kind of people in the store, where they are named by their identifiers. */
export const USER = 'user'
/** The kind of memberships: the slug of the workspace, a slash and the identifier of the person. */
export const MEMBER = 'workspace-member'
/** The kind of members of the directory's groups: the identifier of the group, a slash and that of the person. */
export const GROUP_MEMBER = 'scim-group-member'

export const MEMBER_KINDS: readonly Kind[] = [
  clientKind({ name: USER, signed: 'never', sealed: 'never', scopes: ['organisation_users'] }),
  clientKind({ name: MEMBER, signed: 'never', sealed: 'never', scopes: ['workspace_users'] }),
  clientKind({ name: GROUP_MEMBER, signed: 'never', sealed: 'never', scopes: ['organisation_users'] }),
]

/** By the slugs of workspaces, in the order of people. */
export const MEMBERS_OF_WORKSPACE: ResourceIndex = {
  kind: MEMBER,
  valuesOf: ({ id }) => [id.slice(0, id.lastIndexOf('/'))],
}

export const membershipId = (workspace: string, user: string): string => `${workspace}/${user}`

export const PERSON_FORM = storedForm(USER, {
  id: KEY,
  email: TEXT,
  firstName: storedAs('first_name', TEXT_OR_NULL),
  lastName: storedAs('last_name', TEXT_OR_NULL),
  role: choice<OrganisationRole>('member', 'admin', 'owner'),
  /** False for people that the directory has disabled: what they have stays, and counts for nothing. */
  active: ON,
  /** What the directory calls the person, and the name that it shows. */
  externalId: storedAs('external_id', TEXT_IF_ANY),
  displayName: storedAs('display_name', TEXT_IF_ANY),
  createdAt: storedAs('created_at', TEXT),
  updatedAt: storedAs('updated_at', TEXT),
})

export type Person = ReturnType<typeof PERSON_FORM.read>

export const toPerson = PERSON_FORM.read

export const MEMBERSHIP_FORM = storedForm(MEMBER, {
  workspace: { ...KEY, read: (_, key) => key.slice(0, key.lastIndexOf('/')) },
  user: { ...KEY, read: (_, key) => key.slice(key.lastIndexOf('/') + 1) },
  role: choice<WorkspaceRole>('member', 'manager', 'admin'),
  createdAt: storedAs('created_at', TEXT),
  updatedAt: storedAs('updated_at', TEXT),
})

export type Membership = ReturnType<typeof MEMBERSHIP_FORM.read>

export const toMembership = MEMBERSHIP_FORM.read

const byAddress = (left: Resource, right: Resource): number =>
  compareText(asText(left.value['email']) ?? '', asText(right.value['email']) ?? '')

/** All people, and those of a role, by their addresses. */
export const PEOPLE_IN_ORDER: ResourceIndex = {
  kind: USER,
  valuesOf: resource => ['', toPerson(resource).role],
  compare: byAddress,
}

/** People who are active, and those who are not, by their addresses. */
export const PEOPLE_BY_STATE: ResourceIndex = {
  kind: USER,
  valuesOf: ({ value }) => [String(!isDisabled(value))],
  compare: byAddress,
}

/** People by the identifiers that their directory gave them. */
export const PEOPLE_BY_EXTERNAL_ID: ResourceIndex = {
  kind: USER,
  valuesOf: ({ value }) => [asText(value['external_id']) ?? []].flat(),
}

/** People by how their addresses look: those that readers could take for one another have one value. */
export const PEOPLE_BY_APPEARANCE: ResourceIndex = {
  kind: USER,
  valuesOf: ({ value }) => [appearanceOf(asText(value['email']) ?? '')],
}

/** The person of a membership, of a workspace or of a group. */
export const memberOf = ({ id }: Pick<Resource, 'id'>): string => id.slice(id.lastIndexOf('/') + 1)

/** Memberships by the identifier of the person. */
export const MEMBERSHIPS_OF_PERSON: ResourceIndex = {
  kind: MEMBER,
  valuesOf: resource => [memberOf(resource)],
}

/** Memberships of groups by the identifier of the person. */
export const GROUP_MEMBERSHIPS_OF_PERSON: ResourceIndex = {
  kind: GROUP_MEMBER,
  valuesOf: resource => [memberOf(resource)],
}

type Source = Pick<Replica, 'get'> | undefined

/** Whether a person of the store is disabled, which calls with their keys ask. */
export const isDisabled = (person: JsonObject | undefined): boolean => person?.['active'] === false

export function findMembership(replica: Source, workspace: string, user: string): Membership | undefined {
  const found = replica?.get(MEMBER, membershipId(workspace, user))
  return found && toMembership(found)
}

/** What a person may do in a workspace; undefined for those who are disabled or no members. Owners and admins are members everywhere. */
export function personScopes(replica: Source, user: string, workspace: string): Scopes | undefined {
  const person = replica?.get(USER, user)
  if (person === undefined || isDisabled(person.value)) return undefined
  if (toPerson(person).role !== 'member') return 'all'
  const membership = findMembership(replica, workspace, user)
  return membership && workspaceRoleScopes(membership.role, roleSettings(replica, workspace))
}

/** The writes that end what a person has in some workspaces: memberships and keys. */
export const removalsOf = (
  replica: Pick<Replica, 'find'> | undefined,
  user: string,
  isWanted: (workspace: string) => boolean,
): readonly ResourceWrite[] =>
  [
    ...(replica?.find(MEMBERSHIPS_OF_PERSON, user) ?? []).filter(resource =>
      isWanted(toMembership(resource).workspace),
    ),
    ...(replica?.find(KEYS_OF_PERSON, user) ?? []).filter(({ value }) =>
      isWanted(asText(value['workspace']) ?? ''),
    ),
  ].map(({ kind, id }) => ({ kind, id, value: undefined }))
