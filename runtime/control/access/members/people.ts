// All people of the organisation: whose address is whose, what a caller may do with them, and that someone can manage the organisation.
import type { OrganisationUser } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import type { Principal } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { FoundInStore } from '../../core/stored-form.ts'
import { KEYS_BY_ROLE } from '../keys/model.ts'
import { roleSettings } from '../settings/model.ts'
import { workspaceId } from '../workspaces/choose-workspace.ts'
import { appearanceOf, lookalikeReason } from './address.ts'
import {
  isDisabled,
  MEMBERSHIPS_OF_PERSON,
  type Membership,
  PEOPLE_BY_APPEARANCE,
  PEOPLE_IN_ORDER,
  type Person,
  toMembership,
  toPerson,
  USER,
} from './model.ts'
import { workspaceRoleFault } from './role.ts'

type People = Pick<ControlSources, 'replica'>

const toFound = (resource: Resource): FoundInStore<Person> => ({
  saved: toPerson(resource),
  revision: resource.revision,
})

/** Where a person is a member, in the order of workspaces. */
export const membershipsOf = (
  replica: Pick<Replica, 'find'> | undefined,
  user: string,
): readonly Membership[] => (replica?.find(MEMBERSHIPS_OF_PERSON, user) ?? []).map(toMembership)

export function findPerson({ replica }: People, id: string): FoundInStore<Person> | undefined {
  const found = replica?.get(USER, id)
  return found && toFound(found)
}

/** The person who has an address, and another one whose address can be taken for it. */
export function findByAddress(
  replica: Pick<Replica, 'find'> | undefined,
  address: string,
): { readonly person: FoundInStore<Person> | undefined; readonly lookalike: Person | undefined } {
  const similar = (replica?.find(PEOPLE_BY_APPEARANCE, appearanceOf(address)) ?? []).map(toFound)
  return {
    person: similar.find(({ saved }) => saved.email === address),
    lookalike: similar.find(({ saved }) => saved.email !== address)?.saved,
  }
}

/** Why a person cannot have an address; undefined where it is free. `own`: the identifier of the person, who may have a similar one now. */
export function takenAddress(
  { replica }: People,
  address: string,
  param: string,
  own?: string,
): Failure | undefined {
  const others = (replica?.find(PEOPLE_BY_APPEARANCE, appearanceOf(address)) ?? []).flatMap(resource =>
    resource.id === own ? [] : [toPerson(resource).email],
  )
  if (others.includes(address))
    return failure('conflict', `There is a person with the address ${quoted(address)} already.`, { param })
  const [lookalike] = others
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
  const others = (context.replica?.find(PEOPLE_IN_ORDER, 'owner') ?? []).some(
    ({ id, value }) => !isDisabled(value) && !leaving.has(id),
  )
  const keys = context.replica?.find(KEYS_BY_ROLE, 'owner') ?? []
  return others || keys.length > 0
    ? undefined
    : failure('conflict', `${quoted(person.email)} is the last owner of the organisation.`)
}

export const showPerson = (person: Person, context: ReadSources): JsonObject => {
  const { created_at, last_updated_at, ...facts } = personFacts(person)
  const workspace_ids = membershipsOf(context.replica, person.id).map(({ workspace }) =>
    workspaceId(context, workspace),
  )
  return { ...facts, workspace_ids, created_at, last_updated_at } satisfies OrganisationUser
}

/** What a person is without memberships. */
export const personFacts = ({
  id,
  email,
  firstName,
  lastName,
  role,
  active,
  createdAt,
  updatedAt,
}: Person) => ({
  id,
  object: 'user' as const,
  email,
  first_name: firstName,
  last_name: lastName,
  role,
  active,
  created_at: createdAt,
  last_updated_at: updatedAt,
})

/** A person in the audit log, with the attributes of their directory. */
export const recordPerson = (person: Person): JsonObject => ({
  ...personFacts(person),
  external_id: person.externalId,
  display_name: person.displayName,
})

/** Why a caller may not give another account all that a person may do in workspaces; undefined where it may. */
export const membershipFault = (
  principal: Principal,
  replica: Replica | undefined,
  person: string,
): Failure | undefined =>
  membershipsOf(replica, person)
    .map(({ role, workspace }) =>
      workspaceRoleFault(principal, role, workspace, roleSettings(replica, workspace)),
    )
    .find(fault => fault !== undefined)
