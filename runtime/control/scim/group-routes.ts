// The routes of groups.
import { asList, asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { USER } from '../access/members/model.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { commitChange } from '../core/commit-change.ts'
import type { WriteSources } from '../core/control-sources.ts'
import { uniqueWrites } from '../core/unique-value.ts'
import { selectByFilter } from './filter.ts'
import { allGroups, GROUP_FORM, type Group, SCIM_GROUP, showGroup } from './group.ts'
import { roleWrites } from './group-roles.ts'
import { patchDocument } from './patch.ts'
import { readShortText } from './read-document.ts'
import { scimListReply, scimLocation, scimReply } from './scim-reply.ts'

type Context = WriteSources

interface FoundGroup {
  readonly group: Group
  readonly revision: number
}

export const scimGroupHandlers = {
  listScimGroups: async (request, context) => {
    const show = ({ group, revision }: FoundGroup): JsonObject => showGroup(group, revision, context)
    const found = selectByFilter(
      allGroups(context),
      asText(request.query['filter']),
      ['displayName', 'externalId', 'id', 'members.value'],
      show,
    )
    return isFailure(found) ? found : scimListReply(found, request, show)
  },
  createScimGroup: async (request, context) => {
    const time = new Date(context.clock.now()).toISOString()
    const fresh = { id: randomUuid(context.randomId()), createdAt: time, updatedAt: time }
    const group = readGroup(request.body, fresh, context)
    return isFailure(group) ? group : await save(request, context, undefined, group)
  },
  readScimGroup: async (request, context) => {
    const found = find(request, context)
    return isFailure(found) ? found : reply(request, context, found.group, found.revision)
  },
  replaceScimGroup: async (request, context) => {
    const found = find(request, context)
    return isFailure(found) ? found : await change(request, context, found, request.body)
  },
  patchScimGroup: async (request, context) => {
    const found = find(request, context)
    if (isFailure(found)) return found
    const { displayName, externalId, members } = found.group
    const document = { displayName, externalId, members: members.map(value => ({ value })) }
    const patched = patchDocument(document, request.body['Operations'])
    return isFailure(patched) ? patched : await change(request, context, found, patched)
  },
  deleteScimGroup: async (request, context) => {
    const found = find(request, context)
    if (isFailure(found)) return found
    const revision = await write(request, context, found, undefined)
    return isFailure(revision) ? revision : { status: 204, body: null }
  },
} satisfies SomeHandlers<Context>

function find(request: ApiRequest, context: Context): FoundGroup | Failure {
  const id = request.path['scimId'] ?? ''
  return (
    allGroups(context).find(({ group }) => group.id === id) ??
    failure('not_found', `There is no group ${quoted(id)}.`)
  )
}

async function change(
  request: ApiRequest,
  context: Context,
  found: FoundGroup,
  document: JsonObject,
): Promise<ApiReply | Failure> {
  const { id, createdAt } = found.group
  const updatedAt = new Date(context.clock.now()).toISOString()
  const group = readGroup(document, { id, createdAt, updatedAt }, context)
  return isFailure(group) ? group : await save(request, context, found, group)
}

/** A group as a document describes it. */
function readGroup(
  { displayName, externalId, members }: JsonObject,
  fixed: Pick<Group, 'id' | 'createdAt' | 'updatedAt'>,
  context: Context,
): Group | Failure {
  const name = readShortText(displayName, 'displayName')
  if (isFailure(name)) return name
  if (name === null || name.trim() === '')
    return failure('invalid_request', 'displayName is missing.', { param: 'displayName' })
  const taken = allGroups(context).some(
    ({ group }) => group.displayName.toLowerCase() === name.toLowerCase() && group.id !== fixed.id,
  )
  if (taken) return failure('conflict', `There is a group ${quoted(name)} already.`, { param: 'displayName' })
  const external = readShortText(externalId, 'externalId')
  if (isFailure(external)) return external
  const ids = [...new Set(asList(members).map(identifierOf))]
  const unknown = ids.find(id => context.replica?.get(USER, id) === undefined)
  if (unknown !== undefined)
    return failure('invalid_request', `There is no person ${quoted(unknown)}; members are people.`, {
      param: 'members',
    })
  return { ...fixed, displayName: name, externalId: external, members: ids }
}

const identifierOf = (member: Json): string => asText(member) ?? asText(asObject(member)['value']) ?? ''

async function save(
  request: ApiRequest,
  context: Context,
  before: FoundGroup | undefined,
  group: Group,
): Promise<ApiReply | Failure> {
  const revision = await write(request, context, before, group)
  return isFailure(revision) ? revision : reply(request, context, group, revision, before === undefined)
}

async function write(
  request: ApiRequest,
  context: Context,
  before: FoundGroup | undefined,
  after: Group | undefined,
): Promise<number | Failure> {
  const roles = roleWrites(request, context, before?.group, after)
  if (isFailure(roles)) return roles
  const id = (after ?? before?.group)?.id ?? ''
  return await commitChange(context, request, {
    action: before === undefined ? 'create' : after === undefined ? 'delete' : 'update',
    resource: SCIM_GROUP,
    id,
    workspace: null,
    before: before === undefined ? null : GROUP_FORM.write(before.group),
    after: after === undefined ? null : GROUP_FORM.write(after),
    writes: [
      {
        kind: SCIM_GROUP,
        id,
        value: after && GROUP_FORM.write(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
      },
      ...roles,
      ...(await uniqueWrites(context, {
        name: 'group',
        kind: SCIM_GROUP,
        owner: id,
        before: before?.group.displayName.toLowerCase(),
        after: after?.displayName.toLowerCase(),
      })),
    ],
  })
}

const reply = (
  request: ApiRequest,
  context: Context,
  group: Group,
  revision: number,
  isNew = false,
): ApiReply =>
  scimReply(
    request,
    showGroup(group, revision, context),
    revision,
    isNew ? scimLocation('Group', group.id) : undefined,
  )
