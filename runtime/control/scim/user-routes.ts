// The routes of people, as directories see them.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { appearanceOf, foldAddress } from '../access/members/address.ts'
import {
  PEOPLE_BY_APPEARANCE,
  PEOPLE_BY_EXTERNAL_ID,
  PEOPLE_BY_STATE,
  PEOPLE_IN_ORDER,
  type Person,
  toPerson,
  USER,
} from '../access/members/model.ts'
import { lastOwnerFault, membershipFault, takenAddress } from '../access/members/people.ts'
import { organisationRoleFault } from '../access/members/role.ts'
import { PEOPLE, type PeopleContext, removePerson } from '../access/members/user-routes.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import type { Found } from '../core/stored-form.ts'
import { commitResource, linkResource, nowOf } from '../resources/saved-resource.ts'
import { findByFilter, indexed, type ScimFilters } from './filter.ts'
import { patchDocument } from './patch.ts'
import { readUserDocument } from './read-document.ts'
import {
  type AttributeSelection,
  queryOfSearch,
  readSelection,
  type ScimQuery,
  scimListReply,
  scimLocation,
  scimReply,
} from './scim-reply.ts'
import { showUser, toUserDocument } from './show-user.ts'

const PERSON = { ...PEOPLE, parameter: 'scimId' }

const { visible } = linkResource(PERSON)

const FILTERS: ScimFilters<Pick<PeopleContext, 'replica'>> = {
  id: {
    find: ({ replica }, value) => [replica?.get(USER, value) ?? []].flat(),
    has: ({ id }, value) => id === value,
  },
  userName: ofAddress(),
  'emails.value': ofAddress(),
  externalId: indexed(PEOPLE_BY_EXTERNAL_ID),
  active: indexed(PEOPLE_BY_STATE, value => value.toLowerCase()),
}

export const scimUserHandlers = {
  listScimUsers: async (request, context) => listPeople(request, context),
  searchScimUsers: async (request, context) => listPeople(queryOfSearch(request.body), context),
  createScimUser: async (request, context) => {
    const document = readUserDocument(request.body)
    if (isFailure(document)) return document
    const { role = 'member', active = true } = document
    const refused =
      organisationRoleFault(request.principal, role) ?? takenAddress(context, document.email, 'userName')
    if (refused !== undefined) return refused
    const time = nowOf(context)
    const id = randomUuid(context.randomId())
    return await write(request, context, undefined, {
      ...{ ...document, id, role, active },
      ...{ createdAt: time, updatedAt: time },
    })
  },
  readScimUser: visible(({ saved, revision }, request, context) => {
    const selection = readSelection(request, 'User')
    return isFailure(selection) ? selection : reply(selection, context, saved, revision ?? 0)
  }),
  replaceScimUser: visible((found, request, context) => change(request, context, found, request.body)),
  patchScimUser: visible((found, request, context) => {
    const patched = patchDocument(toUserDocument(found.saved), request.body['Operations'])
    return isFailure(patched) ? patched : change(request, context, found, patched)
  }),
  deleteScimUser: visible(async (found, request, context) => {
    const removed = await removePerson(found, request, context)
    return isFailure(removed) ? removed : { status: 204, body: null }
  }),
} satisfies SomeHandlers<PeopleContext>

function listPeople(request: ScimQuery, context: PeopleContext): ApiReply | Failure {
  const selection = readSelection(request, 'User')
  if (isFailure(selection)) return selection
  const found = findByFilter(request, PEOPLE_IN_ORDER, FILTERS, context)
  if (isFailure(found)) return found
  return scimListReply(found, request, resource =>
    selection.select(showUser(toPerson(resource), resource.revision, context, selection)),
  )
}

async function change(
  request: ApiRequest,
  context: PeopleContext,
  before: Found<Person>,
  written: JsonObject,
): Promise<ApiReply | Failure> {
  const document = readUserDocument(written)
  if (isFailure(document)) return document
  const { role = before.saved.role, active = before.saved.active } = document
  const person: Person = { ...before.saved, ...document, role, active, updatedAt: nowOf(context) }
  const refused = changeFault(request, context, before.saved, person)
  return refused ?? (await write(request, context, before, person))
}

async function write(
  request: ApiRequest,
  context: PeopleContext,
  before: Found<Person> | undefined,
  after: Person,
): Promise<ApiReply | Failure> {
  const selection = readSelection(request, 'User')
  if (isFailure(selection)) return selection
  const revision = await commitResource(PERSON, request, context, { before, after })
  return isFailure(revision) ? revision : reply(selection, context, after, revision, before === undefined)
}

function changeFault(
  { principal }: ApiRequest,
  context: PeopleContext,
  before: Person,
  after: Person,
): Failure | undefined {
  const isRenamed = before.email !== after.email
  return (
    organisationRoleFault(principal, before.role) ??
    organisationRoleFault(principal, after.role) ??
    (after.role === 'owner' && after.active ? undefined : lastOwnerFault(context, before)) ??
    (isRenamed ? takenAddress(context, after.email, 'userName', before.id) : undefined) ??
    // People sign in by their address, so a caller who changes it gives away all roles of the person.
    (isRenamed ? membershipFault(principal, context.replica, before.id) : undefined)
  )
}

const reply = (
  selection: AttributeSelection,
  context: PeopleContext,
  person: Person,
  revision: number,
  isNew = false,
): ApiReply =>
  scimReply(
    selection.select(showUser(person, revision, context, selection)),
    revision,
    isNew ? scimLocation('User', person.id) : undefined,
  )

/** Similar addresses have one entry in the index. */
function ofAddress(): ScimFilters<Pick<PeopleContext, 'replica'>>[string] {
  const { find } = indexed(PEOPLE_BY_APPEARANCE, appearanceOf)
  return { find, has: ({ value: { email } }, value) => email === foldAddress(value) }
}
