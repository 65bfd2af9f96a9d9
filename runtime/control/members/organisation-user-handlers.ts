// The routes of people of the organisation.
import type {
  OrganisationUser,
  OrganisationUserCreate,
  OrganisationUserUpdate,
} from '../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, ControlContext, Handlers } from '../api/api-request.ts'
import { commitChange } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { API_KEY } from '../keys/api-key.ts'
import type { Resource, ResourceWrite } from '../resource-store.ts'
import { type Person, removalsOf, toPerson, toStoredPerson, USER } from './member.ts'
import { organisationRoleFault, readOrganisationRole } from './role.ts'

type UserOperation =
  | 'listOrganisationUsers'
  | 'createOrganisationUser'
  | 'readOrganisationUser'
  | 'updateOrganisationUser'
  | 'removeOrganisationUser'

export const organisationUserHandlers: Handlers<UserOperation> = {
  listOrganisationUsers: async (request, context) => {
    const { email, role } = request.query
    const found = allPeople(context).filter(
      person =>
        (email === undefined || person.email === String(email).toLowerCase()) &&
        (role === undefined || person.role === String(role).toLowerCase()),
    )
    return pageReply(found, request, show)
  },
  createOrganisationUser: async (request, context) => {
    const {
      email,
      role: name = 'member',
      first_name,
      last_name,
    } = request.body as unknown as OrganisationUserCreate
    const role = readOrganisationRole(name)
    if (isFailure(role)) return role
    const refused = organisationRoleFault(request.principal, role)
    if (refused !== undefined) return refused
    const address = email.toLowerCase()
    if (!/^[^\s@]+@[^\s@]+$/.test(address))
      return failure('invalid_request', `email must be an address, not ${quoted(email)}.`, { param: 'email' })
    if (allPeople(context).some(person => person.email === address))
      return failure('conflict', `There is a person with the address ${quoted(address)} already.`, {
        param: 'email',
      })
    const time = new Date(context.clock.now()).toISOString()
    const person: Person = {
      id: randomUuid(context.randomId()),
      email: address,
      firstName: first_name ?? null,
      lastName: last_name ?? null,
      role,
      createdAt: time,
      updatedAt: time,
    }
    return await save(request, context, 'create', undefined, person)
  },
  readOrganisationUser: async (request, context) => {
    const found = find(request, context)
    return isFailure(found) ? found : { body: show(toPerson(found)), revision: found.revision }
  },
  updateOrganisationUser: async (request, context) => {
    const found = find(request, context)
    if (isFailure(found)) return found
    const person = toPerson(found)
    const {
      role: name = person.role,
      first_name,
      last_name,
    } = request.body as unknown as OrganisationUserUpdate
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
    const found = find(request, context)
    if (isFailure(found)) return found
    const person = toPerson(found)
    const refused = organisationRoleFault(request.principal, person.role) ?? lastOwnerFault(context, person)
    if (refused !== undefined) return refused
    const revision = await commitChange(context, request, {
      action: 'remove',
      resource: USER,
      id: person.id,
      workspace: null,
      before: show(person),
      after: null,
      writes: [
        { kind: USER, id: person.id, value: undefined, expects: request.expects ?? found.revision },
        ...removalsOf(context.replica, person.id, () => true),
      ],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
}

const allPeople = ({ replica }: Pick<ControlContext, 'replica'>): readonly Person[] =>
  (replica?.all(USER).toArray() ?? [])
    .map(toPerson)
    .sort((left, right) => (left.email < right.email ? -1 : 1))

function find(request: ApiRequest, { replica }: ControlContext): Resource | Failure {
  const id = request.path['userId'] ?? ''
  return replica?.get(USER, id) ?? failure('not_found', `There is no person ${quoted(id)}.`)
}

/** Someone must be able to manage the organisation: another owner, or the key of one. */
function lastOwnerFault(context: ControlContext, person: Person): Failure | undefined {
  if (person.role !== 'owner') return undefined
  const others = allPeople(context).some(({ id, role }) => id !== person.id && role === 'owner')
  const key = context.replica?.all(API_KEY).some(({ value }) => value['role'] === 'owner') ?? false
  return others || key
    ? undefined
    : failure('conflict', `${quoted(person.email)} is the last owner of the organisation.`)
}

const show = ({ id, email, firstName, lastName, role, createdAt, updatedAt }: Person): JsonObject =>
  ({
    id,
    object: 'user',
    email,
    first_name: firstName,
    last_name: lastName,
    role,
    created_at: createdAt,
    last_updated_at: updatedAt,
  }) satisfies OrganisationUser

async function save(
  request: ApiRequest,
  context: ControlContext,
  action: string,
  before: Resource | undefined,
  person: Person,
): Promise<ApiReply | Failure> {
  const write: ResourceWrite = {
    kind: USER,
    id: person.id,
    value: toStoredPerson(person),
    expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
  }
  const revision = await commitChange(context, request, {
    action,
    resource: USER,
    id: person.id,
    workspace: null,
    before: before === undefined ? null : show(toPerson(before)),
    after: show(person),
    writes: [write],
  })
  return isFailure(revision) ? revision : { body: show(person), revision }
}
