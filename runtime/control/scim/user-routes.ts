// The routes of people, as directories see them.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Person } from '../access/members/model.ts'
import { allPeople, lastOwnerFault, membershipFault, takenAddress } from '../access/members/people.ts'
import { organisationRoleFault } from '../access/members/role.ts'
import { PEOPLE, type PeopleContext, removePerson } from '../access/members/user-routes.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import type { Found, FoundInStore } from '../core/stored-form.ts'
import { commitResource, linkResource, nowOf } from '../resources/saved-resource.ts'
import { selectByFilter } from './filter.ts'
import { patchDocument } from './patch.ts'
import { readUserDocument } from './read-document.ts'
import { scimListReply, scimLocation, scimReply } from './scim-reply.ts'
import { groupsByMember, showUser, toUserDocument } from './show-user.ts'

const PERSON = { ...PEOPLE, parameter: 'scimId' }

const { visible } = linkResource(PERSON)

export const scimUserHandlers = {
  listScimUsers: async (request, context) => {
    const groups = groupsByMember(context)
    const show = ({ saved, revision }: FoundInStore<Person>): JsonObject => showUser(saved, revision, groups)
    const found = selectByFilter(
      allPeople(context),
      asText(request.query['filter']),
      ['userName', 'externalId', 'id', 'emails.value', 'active'],
      show,
    )
    return isFailure(found) ? found : scimListReply(found, request, show)
  },
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
  readScimUser: visible(({ saved, revision }, request, context) =>
    reply(request, context, saved, revision ?? 0),
  ),
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
  const revision = await commitResource(PERSON, request, context, { before, after })
  return isFailure(revision) ? revision : reply(request, context, after, revision, before === undefined)
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
  request: ApiRequest,
  context: PeopleContext,
  person: Person,
  revision: number,
  isNew = false,
): ApiReply =>
  scimReply(
    request,
    showUser(person, revision, groupsByMember(context)),
    revision,
    isNew ? scimLocation('User', person.id) : undefined,
  )
