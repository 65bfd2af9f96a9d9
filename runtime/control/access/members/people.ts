// All people of the organisation: whose address is whose, and that someone can manage it; they are written and removed with their entries of
// the audit log.

import type { OrganisationUser } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Principal } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource, ResourceWrite } from '../../core/resource-store.ts'
import { type UniqueValue, uniqueWrites } from '../../core/unique-value.ts'
import { API_KEY } from '../keys/model.ts'
import { roleSettings } from '../settings/model.ts'
import { findLookalike, lookalikeReason } from './address.ts'
import { MEMBER, PERSON_FORM, type Person, removalsOf, toMembership, toPerson, USER } from './model.ts'
import { organisationRoleFault, workspaceRoleFault } from './role.ts'
import { unbindingOf } from './sign-in-binding.ts'

type People = Pick<ControlSources, 'replica'>

export const findPerson = ({ replica }: People, id = ''): Resource | Failure =>
  replica?.get(USER, id) ?? failure('not_found', `There is no person ${quoted(id)}.`)

/** In the order of their addresses. */
export const allPeople = ({ replica }: People): readonly Person[] =>
  (replica?.all(USER).toArray() ?? [])
    .map(toPerson)
    .sort((left, right) => (left.email < right.email ? -1 : 1))

/** Why a person cannot have an address; undefined where it is free. */
export const takenAddress = (
  context: People,
  address: string,
  param: string,
  own?: string,
): Failure | undefined => {
  const others = allPeople(context).flatMap(({ id, email }) => (id === own ? [] : [email]))
  if (others.includes(address))
    return failure('conflict', `There is a person with the address ${quoted(address)} already.`, { param })
  const lookalike = findLookalike(address, others)
  return lookalike === undefined
    ? undefined
    : failure('conflict', `${lookalikeReason(address, lookalike)} Addresses must differ visibly.`, { param })
}

/**
 * Someone must be able to manage the organisation: another owner, or the key of one. `leaving` are those who stop being
 * owners in the same change.
 */
export function lastOwnerFault(
  context: People,
  person: Person,
  leaving: ReadonlySet<string> = new Set([person.id]),
): Failure | undefined {
  if (person.role !== 'owner') return undefined
  const others = allPeople(context).some(
    ({ id, role, active }) => role === 'owner' && active && !leaving.has(id),
  )
  const key = context.replica?.all(API_KEY).some(({ value }) => value['role'] === 'owner') ?? false
  return others || key
    ? undefined
    : failure('conflict', `${quoted(person.email)} is the last owner of the organisation.`)
}

type Context = Pick<ControlSources, 'clock' | 'randomId' | 'hash' | 'store' | 'replica'>

export const showPerson = ({
  id,
  email,
  firstName,
  lastName,
  role,
  active,
  createdAt,
  updatedAt,
}: Person): JsonObject =>
  ({
    id,
    object: 'user',
    email,
    first_name: firstName,
    last_name: lastName,
    role,
    active,
    created_at: createdAt,
    last_updated_at: updatedAt,
  }) satisfies OrganisationUser

/** A person in the audit log, with what a directory says of them. */
const recordPerson = (person: Person): JsonObject => ({
  ...showPerson(person),
  external_id: person.externalId,
  display_name: person.displayName,
})

/** The revision of the change; without `before` the person is new. */
export const writePerson = async (
  request: ApiRequest,
  context: Context,
  action: string,
  before: Resource | undefined,
  person: Person,
): Promise<number | Failure> =>
  commitChange(context, request, {
    action,
    resource: USER,
    id: person.id,
    workspace: null,
    before: before === undefined ? null : recordPerson(toPerson(before)),
    after: recordPerson(person),
    writes: [
      {
        kind: USER,
        id: person.id,
        value: PERSON_FORM.write(person),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
      },
      ...(await uniqueWrites(context, addressOf(person.id, before && toPerson(before), person))),
    ],
  })

/** Why a caller may not give another account all that a person may do in workspaces; undefined where it may. */
export const membershipFault = (
  principal: Principal,
  replica: Replica | undefined,
  person: string,
): Failure | undefined =>
  (replica?.all(MEMBER).toArray() ?? [])
    .map(toMembership)
    .filter(({ user }) => user === person)
    .map(({ role, workspace }) =>
      workspaceRoleFault(principal, role, workspace, roleSettings(replica, workspace)),
    )
    .find(fault => fault !== undefined)

/** Two people cannot have one address. */
const addressOf = (owner: string, before: Person | undefined, after: Person | undefined): UniqueValue => ({
  name: 'address',
  kind: USER,
  owner,
  before: before?.email,
  after: after?.email,
})

/** Removes a person with their memberships, keys and `besides`, unless the caller may do less, or nobody could manage the organisation. */
export async function removePerson(
  request: ApiRequest,
  context: Context,
  found: Resource,
  besides: readonly ResourceWrite[] = [],
): Promise<number | Failure> {
  const person = toPerson(found)
  const refused = organisationRoleFault(request.principal, person.role) ?? lastOwnerFault(context, person)
  if (refused !== undefined) return refused
  return await commitChange(context, request, {
    action: 'remove',
    resource: USER,
    id: person.id,
    workspace: null,
    before: recordPerson(person),
    after: null,
    writes: [
      { kind: USER, id: person.id, value: undefined, expects: request.expects ?? found.revision },
      ...removalsOf(context.replica, person.id, () => true),
      ...unbindingOf(context.replica, person.id, person.email),
      ...besides,
      ...(await uniqueWrites(context, addressOf(person.id, person, undefined))),
    ],
  })
}
