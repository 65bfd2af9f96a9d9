// The routes of people of the organisation; directories see and change the same people (`scim/user-routes.ts`).
import type { OrganisationUserCreate } from '../../../../schemas/generated/control-types.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { Found } from '../../core/stored-form.ts'
import { uniqueWrites } from '../../core/unique-value.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import { CONNECTIONS_OF_PERSON } from '../../mcp-oauth/saved-connection.ts'
import {
  deleteResource,
  linkResource,
  nowOf,
  type SavedResource,
  type WrittenResource,
} from '../../resources/saved-resource.ts'
import { appearanceOf, emailFault, foldAddress } from './address.ts'
import {
  GROUP_MEMBERSHIPS_OF_PERSON,
  PEOPLE_BY_APPEARANCE,
  PEOPLE_IN_ORDER,
  PERSON_FORM,
  type Person,
  removalsOf,
  USER,
} from './model.ts'
import {
  findPerson,
  lastOwnerFault,
  membershipFault,
  recordPerson,
  showPerson,
  takenAddress,
} from './people.ts'
import { organisationRoleFault, readOrganisationRole } from './role.ts'
import {
  BINDING_FORM,
  type Binding,
  findBinding,
  SIGN_IN,
  showBinding,
  unbindingOf,
} from './sign-in-binding.ts'

/** What removes a person, and revokes tokens. */
export type PeopleContext = WriteSources & Pick<ControlSources, 'sealing'> & McpOAuthSources

export const PEOPLE: SavedResource<Person, PeopleContext> = {
  form: PERSON_FORM,
  noun: 'person',
  recordedAs: USER,
  parameter: 'userId',
  stored: (find, { request: { query } }) => {
    const { role, email } = query
    const compare = PEOPLE_IN_ORDER.compare
    return email === undefined
      ? {
          lists: [find(PEOPLE_IN_ORDER, String(role ?? '').toLowerCase())],
          compare,
          // The index has all people as those of no role.
          meets: role === '' ? ['workspace_id'] : ['workspace_id', 'role'],
        }
      : {
          lists: [find(PEOPLE_BY_APPEARANCE, appearanceOf(foldAddress(String(email))))],
          meets: ['workspace_id'],
        }
  },
  find: findPerson,
  sees: () => () => true,
  seesAll: () => true,
  filters: {
    email: ({ email }, wanted) => email === foldAddress(String(wanted)),
    role: ({ role }, wanted) => role === String(wanted).toLowerCase(),
  },
  keyOf: ({ id }) => id,
  workspaceOf: () => null,
  show: showPerson,
  record: recordPerson,
  // Two people cannot have one address.
  besides: (context, before, after) =>
    uniqueWrites(context, {
      name: 'address',
      kind: USER,
      owner: (after ?? before)?.id ?? '',
      before: before?.email,
      after: after?.email,
    }),
}

const BINDINGS: WrittenResource<Binding, PeopleContext> = {
  form: BINDING_FORM,
  noun: SIGN_IN,
  keyOf: ({ id }) => id,
  workspaceOf: () => null,
  show: showBinding,
}

const people = linkResource(PEOPLE)

export const organisationUserHandlers = {
  listOrganisationUsers: people.list,
  createOrganisationUser: people.create(newPerson),
  readOrganisationUser: people.read,
  updateOrganisationUser: people.update((person, request, context) => {
    const { role: name = person.role, first_name: firstName = person.firstName } = request.body
    const { last_name: lastName = person.lastName } = request.body
    const role = readOrganisationRole(name)
    if (isFailure(role)) return role
    const refused =
      organisationRoleFault(request.principal, person.role) ??
      organisationRoleFault(request.principal, role) ??
      (role === 'owner' ? undefined : lastOwnerFault(context, person))
    return refused ?? { ...person, role, firstName, lastName, updatedAt: nowOf(context) }
  }),
  removeOrganisationUser: people.writable(removePerson),
  unbindOrganisationUser: async (request, context) => {
    const { userId = '' } = request.path
    const person = findPerson(context, userId)?.saved
    const bound = findBinding(context.replica, userId, person?.email ?? foldAddress(userId))
    if (bound === undefined)
      return failure('not_found', `${quoted(userId)} is not bound to an account of the issuer.`)
    // Another account gets whatever the person may do.
    const refused =
      person &&
      (organisationRoleFault(request.principal, person.role) ??
        membershipFault(request.principal, context.replica, person.id))
    if (refused !== undefined) return refused
    // The next token with the address binds its own subject.
    const found = { saved: BINDING_FORM.read(bound), revision: bound.revision }
    return await deleteResource(BINDINGS, request, context, found, { action: 'unbind' })
  },
} satisfies SomeHandlers<PeopleContext>

export function newPerson(
  { principal, body }: ApiRequest & { readonly body: OrganisationUserCreate },
  context: PeopleContext,
): Person | Failure {
  const { email, role: name = 'member', first_name, last_name } = body
  const role = readOrganisationRole(name)
  if (isFailure(role)) return role
  const address = foldAddress(email)
  const refused =
    organisationRoleFault(principal, role) ??
    emailFault(address, 'email') ??
    takenAddress(context, address, 'email')
  if (refused !== undefined) return refused
  const time = nowOf(context)
  return {
    id: randomUuid(context.randomId()),
    email: address,
    firstName: first_name ?? null,
    lastName: last_name ?? null,
    role,
    active: true,
    externalId: null,
    displayName: null,
    createdAt: time,
    updatedAt: time,
  }
}

/**
 * Removes a person with their memberships, keys and connected accounts, unless the caller may do less than the person, or the
 * organisation would have no owner.
 */
export async function removePerson(
  found: Found<Person>,
  request: ApiRequest,
  context: PeopleContext,
): Promise<ApiReply | Failure> {
  const { id, email, role } = found.saved
  const refused = organisationRoleFault(request.principal, role) ?? lastOwnerFault(context, found.saved)
  if (refused !== undefined) return refused
  // Before they were made in the store, people were known by their addresses.
  const ended = endConnections(context, CONNECTIONS_OF_PERSON, [id, email])
  const writes = [
    ...removalsOf(context.replica, id, () => true),
    ...(context.replica?.find(GROUP_MEMBERSHIPS_OF_PERSON, id) ?? []).map(({ kind, id: membership }) => ({
      ...{ kind, id: membership, value: undefined },
    })),
    ...unbindingOf(context.replica, id, email),
    ...ended.writes,
  ]
  const removed = await deleteResource(PEOPLE, request, context, found, { action: 'remove', writes })
  if (!isFailure(removed)) void ended.revoke()
  return removed
}
