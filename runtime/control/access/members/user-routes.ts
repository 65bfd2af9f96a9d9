// The routes of people of the organisation.
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { pageReply } from '../../core/pages.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type RemovalSources, removeWithConnections } from '../../mcp-oauth/end-connections.ts'
import { nowOf } from '../../resources/saved-resource.ts'
import { emailFault, foldAddress } from './address.ts'
import { type Person, toPerson } from './model.ts'
import {
  allPeople,
  findPerson,
  lastOwnerFault,
  membershipFault,
  showPerson,
  takenAddress,
  writePerson,
} from './people.ts'
import { organisationRoleFault, readOrganisationRole } from './role.ts'
import { findBinding, unbind } from './sign-in-binding.ts'

type Context = RemovalSources

export const organisationUserHandlers = {
  listOrganisationUsers: async (request, context) => {
    const { email, role } = request.query
    const found = allPeople(context).filter(
      person =>
        (email === undefined || person.email === foldAddress(String(email))) &&
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
    const address = foldAddress(email)
    const fault = emailFault(address, 'email')
    if (fault !== undefined) return fault
    const taken = takenAddress(context, address, 'email')
    if (taken !== undefined) return taken
    const time = nowOf(context)
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
      updatedAt: nowOf(context),
    })
  },
  removeOrganisationUser: async (request, context) => {
    const found = findPerson(context, request.path['userId'])
    if (isFailure(found)) return found
    const revision = await removeWithConnections(request, context, found)
    return isFailure(revision) ? revision : { body: {} }
  },
  unbindOrganisationUser: async (request, context) => {
    const { userId = '' } = request.path
    const found = findPerson(context, userId)
    const person = isFailure(found) ? undefined : toPerson(found)
    const bound = findBinding(context.replica, userId, person?.email ?? foldAddress(userId))
    if (bound === undefined)
      return failure('not_found', `${quoted(userId)} is not bound to an account of the issuer.`)
    // Another account gets whatever the person may do.
    const refused =
      person &&
      (organisationRoleFault(request.principal, person.role) ??
        membershipFault(request.principal, context.replica, person.id))
    if (refused !== undefined) return refused
    const revision = await unbind(request, context, bound)
    return isFailure(revision) ? revision : { body: {} }
  },
} satisfies SomeHandlers<Context>

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
