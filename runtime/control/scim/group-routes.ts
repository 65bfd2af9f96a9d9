// The routes of groups.
import { asList, asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { USER } from '../access/members/model.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import type { WriteSources } from '../core/control-sources.ts'
import type { Found, FoundInStore } from '../core/stored-form.ts'
import { uniqueWrites } from '../core/unique-value.ts'
import {
  commitResource,
  deleteResource,
  linkResource,
  nowOf,
  type SavedResource,
} from '../resources/saved-resource.ts'
import { selectByFilter } from './filter.ts'
import { allGroups, GROUP_FORM, type Group, SCIM_GROUP, showGroup } from './group.ts'
import { roleWrites } from './group-roles.ts'
import { patchDocument } from './patch.ts'
import { readShortText } from './read-document.ts'
import { scimListReply, scimLocation, scimReply } from './scim-reply.ts'

type Context = WriteSources

const GROUP: SavedResource<Group> = {
  form: GROUP_FORM,
  noun: 'group',
  recordedAs: SCIM_GROUP,
  parameter: 'scimId',
  all: allGroups,
  sees: () => () => true,
  keyOf: ({ id }) => id,
  workspaceOf: () => null,
  show: GROUP_FORM.write,
  // Two groups cannot have one name.
  besides: (context, before, after) =>
    uniqueWrites(context, {
      name: 'group',
      kind: SCIM_GROUP,
      owner: (after ?? before)?.id ?? '',
      before: before?.displayName.toLowerCase(),
      after: after?.displayName.toLowerCase(),
    }),
}

const { visible } = linkResource(GROUP)

export const scimGroupHandlers = {
  listScimGroups: async (request, context) => {
    const show = ({ saved, revision }: FoundInStore<Group>): JsonObject => showGroup(saved, revision, context)
    const found = selectByFilter(
      allGroups(context),
      asText(request.query['filter']),
      ['displayName', 'externalId', 'id', 'members.value'],
      show,
    )
    return isFailure(found) ? found : scimListReply(found, request, show)
  },
  createScimGroup: async (request, context) => {
    const time = nowOf(context)
    const fresh = { id: randomUuid(context.randomId()), createdAt: time, updatedAt: time }
    return await write(request, context, undefined, readGroup(request.body, fresh, context))
  },
  readScimGroup: visible(({ saved, revision }, request, context) =>
    reply(request, context, saved, revision ?? 0),
  ),
  replaceScimGroup: visible((found, request, context) => change(request, context, found, request.body)),
  patchScimGroup: visible((found, request, context) => {
    const { displayName, externalId, members } = found.saved
    const document = { displayName, externalId, members: members.map(value => ({ value })) }
    const patched = patchDocument(document, request.body['Operations'])
    return isFailure(patched) ? patched : change(request, context, found, patched)
  }),
  deleteScimGroup: visible(async (found, request, context) => {
    const writes = roleWrites(request, context, found.saved, undefined)
    if (isFailure(writes)) return writes
    const deleted = await deleteResource(GROUP, request, context, found, { writes })
    return isFailure(deleted) ? deleted : { status: 204, body: null }
  }),
} satisfies SomeHandlers<Context>

function change(
  request: ApiRequest,
  context: Context,
  before: Found<Group>,
  document: JsonObject,
): Promise<ApiReply | Failure> {
  const { id, createdAt } = before.saved
  return write(
    request,
    context,
    before,
    readGroup(document, { id, createdAt, updatedAt: nowOf(context) }, context),
  )
}

async function write(
  request: ApiRequest,
  context: Context,
  before: Found<Group> | undefined,
  after: Group | Failure,
): Promise<ApiReply | Failure> {
  if (isFailure(after)) return after
  const writes = roleWrites(request, context, before?.saved, after)
  if (isFailure(writes)) return writes
  const revision = await commitResource(GROUP, request, context, { before, after, writes })
  return isFailure(revision) ? revision : reply(request, context, after, revision, before === undefined)
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
    ({ saved }) => saved.displayName.toLowerCase() === name.toLowerCase() && saved.id !== fixed.id,
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
