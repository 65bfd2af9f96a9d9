// The routes of people, as directories see them.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { type Person, toPerson, USER } from '../access/members/model.ts'
import {
  findPerson,
  lastOwnerFault,
  membershipFault,
  takenAddress,
  writePerson,
} from '../access/members/people.ts'
import { organisationRoleFault } from '../access/members/role.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import type { Resource } from '../core/resource-store.ts'
import { type RemovalSources, removeWithConnections } from '../mcp-oauth/end-connections.ts'
import { selectByFilter } from './filter.ts'
import { patchDocument } from './patch.ts'
import { readUserDocument } from './read-document.ts'
import { scimListReply, scimLocation, scimReply } from './scim-reply.ts'
import { groupsByMember, showUser, toUserDocument } from './show-user.ts'

type Context = RemovalSources

export const scimUserHandlers = {
  listScimUsers: async (request, context) => {
    const groups = groupsByMember(context)
    const show = (resource: Resource): JsonObject => showUser(toPerson(resource), resource.revision, groups)
    const people = (context.replica?.all(USER).toArray() ?? []).sort((left, right) =>
      String(left.value['email']) < String(right.value['email']) ? -1 : 1,
    )
    const found = selectByFilter(
      people,
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
    const time = new Date(context.clock.now()).toISOString()
    const id = randomUuid(context.randomId())
    const person: Person = { ...document, id, role, active, createdAt: time, updatedAt: time }
    const revision = await writePerson(request, context, 'create', undefined, person)
    return isFailure(revision) ? revision : reply(request, context, person, revision, true)
  },
  readScimUser: async (request, context) => {
    const found = findPerson(context, request.path['scimId'])
    return isFailure(found) ? found : reply(request, context, toPerson(found), found.revision)
  },
  replaceScimUser: async (request, context) => {
    const found = findPerson(context, request.path['scimId'])
    return isFailure(found) ? found : await change(request, context, found, request.body)
  },
  patchScimUser: async (request, context) => {
    const found = findPerson(context, request.path['scimId'])
    if (isFailure(found)) return found
    const patched = patchDocument(toUserDocument(toPerson(found)), request.body['Operations'])
    return isFailure(patched) ? patched : await change(request, context, found, patched)
  },
  deleteScimUser: async (request, context) => {
    const found = findPerson(context, request.path['scimId'])
    if (isFailure(found)) return found
    const revision = await removeWithConnections(request, context, found)
    return isFailure(revision) ? revision : { status: 204, body: null }
  },
} satisfies SomeHandlers<Context>

async function change(
  request: ApiRequest,
  context: Context,
  found: Resource,
  written: JsonObject,
): Promise<ApiReply | Failure> {
  const document = readUserDocument(written)
  if (isFailure(document)) return document
  const before = toPerson(found)
  const { role = before.role, active = before.active } = document
  const updatedAt = new Date(context.clock.now()).toISOString()
  const person: Person = { ...before, ...document, role, active, updatedAt }
  const refused = changeFault(request, context, before, person)
  if (refused !== undefined) return refused
  const revision = await writePerson(request, context, 'update', found, person)
  return isFailure(revision) ? revision : reply(request, context, person, revision)
}

function changeFault(
  { principal }: ApiRequest,
  context: Context,
  before: Person,
  after: Person,
): Failure | undefined {
  const isRenamed = before.email !== after.email
  return (
    organisationRoleFault(principal, before.role) ??
    organisationRoleFault(principal, after.role) ??
    (after.role === 'owner' && after.active ? undefined : lastOwnerFault(context, before)) ??
    (isRenamed ? takenAddress(context, after.email, 'userName', before.id) : undefined) ??
    // People sign in by their address, so whoever changes it gives away all roles of the person.
    (isRenamed ? membershipFault(principal, context.replica, before.id) : undefined)
  )
}

const reply = (
  request: ApiRequest,
  context: Context,
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
