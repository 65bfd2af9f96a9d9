// The routes of people of the organisation.
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { type Person, toPerson } from '../../access/members/member.ts'
import {
  allPeople,
  emailFault,
  findPerson,
  lastOwnerFault,
  takenAddress,
} from '../../access/members/people.ts'
import { organisationRoleFault, readOrganisationRole } from '../../access/members/role.ts'
import { showPerson, writePerson } from '../../access/members/write-person.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { pageReply } from '../../core/pages.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type RemovalSources, removeWithConnections } from '../../mcp-oauth/end-connections.ts'

type Context = RemovalSources

type UserOperation =
  | 'listOrganisationUsers'
  | 'createOrganisationUser'
  | 'readOrganisationUser'
  | 'updateOrganisationUser'
  | 'removeOrganisationUser'

export const organisationUserHandlers: Handlers<UserOperation, Context> = {
  listOrganisationUsers: async (request, context) => {
    const { email, role } = request.query
    const found = allPeople(context).filter(
      person =>
        (email === undefined || person.email === String(email).toLowerCase()) &&
        (role === undefined || person.role === String(role).toLowerCase()),
    )
    return pageReply(found, request, showPerson)
  },
  createOrganisationUser: async (request, context) => {
    const { email, role: name = 'member', first_name, last_name } = request.body
    const role = readOrganisationRole(name)
    if (isFailure(role)) return role
    const refused = organisationRoleFault(request.principal, role)
    if (refused !== undefined) return refused
    const address = email.toLowerCase()
    const fault = emailFault(address, 'email')
    if (fault !== undefined) return fault
    const taken = takenAddress(context, address, 'email')
    if (taken !== undefined) return taken
    const time = new Date(context.clock.now()).toISOString()
    const person: Person = {
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
    return await save(request, context, 'create', undefined, person)
  },
  readOrganisationUser: async (request, context) => {
    const found = findPerson(context, request.path['userId'])
    return isFailure(found) ? found : { body: showPerson(toPerson(found)), revision: found.revision }
  },
  updateOrganisationUser: async (request, context) => {
    const found = findPerson(context, request.path['userId'])
    if (isFailure(found)) return found
    const person = toPerson(found)
    const { role: name = person.role, first_name, last_name } = request.body
    const role = readOrganisationRole(name)
    if (isFailure(role)) return role
    const refused =
      organisationRoleFault(request.principal, person.role) ??
      organisationRoleFault(request.principal, role) ??
      (role === 'owner' ? undefined : lastOwnerFault(context, person))
    if (refused !== undefined) return refused
    return await save(request, context, 'update', found, {
      ...person,
      role,
      firstName: first_name === undefined ? person.firstName : first_name,
      lastName: last_name === undefined ? person.lastName : last_name,
      updatedAt: new Date(context.clock.now()).toISOString(),
    })
  },
  removeOrganisationUser: async (request, context) => {
    const found = findPerson(context, request.path['userId'])
    if (isFailure(found)) return found
    const revision = await removeWithConnections(request, context, found)
    return isFailure(revision) ? revision : { body: {} }
  },
}

async function save(
  request: ApiRequest,
  context: Context,
  action: string,
  before: Resource | undefined,
  person: Person,
): Promise<ApiReply | Failure> {
  const revision = await writePerson(request, context, action, before, person)
  return isFailure(revision) ? revision : { body: showPerson(person), revision }
}
