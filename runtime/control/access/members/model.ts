// People of the organisation, and the members of workspaces among them.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Kind } from '../../core/kind.ts'
import type { Scopes } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource, ResourceWrite } from '../../core/resource-store.ts'
import { API_KEY } from '../keys/model.ts'
import { roleSettings, workspaceRoleScopes } from '../settings/role-settings.ts'
import type { OrganisationRole, WorkspaceRole } from './role.ts'

/** The kind of people in the store, where they are named by their identifiers. */
export const USER = 'user'
/** The kind of memberships: the slug of the workspace, a slash and the identifier of the person. */
export const MEMBER = 'workspace-member'

export const MEMBER_KINDS: readonly Kind[] = [
  {
    name: USER,
    owner: 'client',
    replicated: true,
    signed: 'never',
    sealed: 'never',
    scopes: ['organisation_users'],
    audited: true,
    exported: false,
  },
  {
    name: MEMBER,
    owner: 'client',
    replicated: true,
    signed: 'never',
    sealed: 'never',
    scopes: ['workspace_users'],
    audited: true,
    exported: false,
  },
]

export const membershipId = (workspace: string, user: string): string => `${workspace}/${user}`

export interface Person {
  readonly id: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: OrganisationRole
  /** False for people that the directory has disabled: what they have stays, and counts for nothing. */
  readonly active: boolean
  /** What the directory calls the person, and the name that it shows. */
  readonly externalId: string | null
  readonly displayName: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Membership {
  readonly workspace: string
  readonly user: string
  readonly role: WorkspaceRole
  readonly createdAt: string
  readonly updatedAt: string
}

type Source = Pick<Replica, 'get' | 'all'> | undefined

export const toStoredPerson = ({
  email,
  firstName,
  lastName,
  role,
  active,
  externalId,
  displayName,
  createdAt,
  updatedAt,
}: Person): JsonObject => ({
  email,
  first_name: firstName,
  last_name: lastName,
  role,
  ...(!active && { active }),
  ...(externalId !== null && { external_id: externalId }),
  ...(displayName !== null && { display_name: displayName }),
  created_at: createdAt,
  updated_at: updatedAt,
})

export function toPerson({ id, value }: Resource): Person {
  const { email, first_name, last_name, role, external_id, display_name, created_at, updated_at } = value
  return {
    id,
    email: asText(email) ?? '',
    firstName: asText(first_name) ?? null,
    lastName: asText(last_name) ?? null,
    role: role === 'owner' || role === 'admin' ? role : 'member',
    active: !isDisabled(value),
    externalId: asText(external_id) ?? null,
    displayName: asText(display_name) ?? null,
    createdAt: asText(created_at) ?? '',
    updatedAt: asText(updated_at) ?? '',
  }
}

/** Whether a person of the store is disabled, which calls with their keys ask. */
export const isDisabled = (person: JsonObject | undefined): boolean => person?.['active'] === false

export const toStoredMembership = ({ role, createdAt, updatedAt }: Membership): JsonObject => ({
  role,
  created_at: createdAt,
  updated_at: updatedAt,
})

export function toMembership({ id, value }: Resource): Membership {
  const slash = id.lastIndexOf('/')
  const { role, created_at, updated_at } = value
  return {
    workspace: id.slice(0, slash),
    user: id.slice(slash + 1),
    role: role === 'admin' || role === 'manager' ? role : 'member',
    createdAt: asText(created_at) ?? '',
    updatedAt: asText(updated_at) ?? '',
  }
}

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
export function removalsOf(
  replica: Source,
  user: string,
  isWanted: (workspace: string) => boolean,
): readonly ResourceWrite[] {
  const memberships = replica?.all(MEMBER).filter(resource => {
    const found = toMembership(resource)
    return found.user === user && isWanted(found.workspace)
  })
  const keys = replica
    ?.all(API_KEY)
    .filter(({ value }) => value['user'] === user && isWanted(asText(value['workspace']) ?? ''))
  return [...(memberships ?? []), ...(keys ?? [])].map(({ kind, id }) => ({ kind, id, value: undefined }))
}
