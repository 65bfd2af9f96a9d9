// All people of the organisation: whose address is whose, and that someone can manage it.
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Resource } from '../../core/resource-store.ts'
import { API_KEY } from '../keys/model.ts'
import { findLookalike, lookalikeReason } from './address.ts'
import { type Person, toPerson, USER } from './model.ts'

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
