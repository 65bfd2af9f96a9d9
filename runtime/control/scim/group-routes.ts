// The routes of groups.
import { asList, asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { GROUP_MEMBER, USER } from '../access/members/model.ts'
import { findWorkspace } from '../access/workspaces/model.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { LONG_LIST } from '../core/commit-change.ts'
import type { WriteSources } from '../core/control-sources.ts'
import type { ResourceWrite } from '../core/resource-store.ts'
import type { Found } from '../core/stored-form.ts'
import { uniqueWrites } from '../core/unique-value.ts'
import {
  commitResource,
  deleteResource,
  linkResource,
  nowOf,
  type ResourceChange,
  type SavedResource,
} from '../resources/saved-resource.ts'
import { findByFilter, indexed, type ScimFilters } from './filter.ts'
import {
  countMembers,
  GROUP_FORM,
  GROUPS_BY_EXTERNAL_ID,
  GROUPS_BY_NAME,
  GROUPS_IN_ORDER,
  type Group,
  grantOf,
  groupMemberId,
  groupsOfPerson,
  isMemberOfGroup,
  listedMembers,
  membersOfGroup,
  SCIM_GROUP,
  showGroup,
  toFoundGroup,
} from './group.ts'
import { roleWrites } from './group-roles.ts'
import { membersNamed, patchDocument } from './patch.ts'
import { readShortText } from './read-document.ts'
import {
  type AttributeSelection,
  queryOfSearch,
  readSelection,
  type ScimQuery,
  scimListReply,
  scimLocation,
  scimReply,
} from './scim-reply.ts'

type Context = WriteSources

const GROUP: SavedResource<Group> = {
  form: GROUP_FORM,
  noun: 'group',
  recordedAs: SCIM_GROUP,
  parameter: 'scimId',
  all: ({ replica }) => (replica?.find(GROUPS_IN_ORDER) ?? []).map(toFoundGroup),
  find: ({ replica }, name) => {
    const found = replica?.get(SCIM_GROUP, name)
    return found && toFoundGroup(found)
  },
  sees: () => () => true,
  keyOf: ({ id }) => id,
  workspaceOf: () => null,
  show: group => ({ ...GROUP_FORM.write(group), members: group.members ?? [] }),
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

const FILTERS: ScimFilters<Context> = {
  id: {
    find: ({ replica }, value) => [replica?.get(SCIM_GROUP, value) ?? []].flat(),
    has: ({ id }, value) => id === value,
  },
  displayName: indexed(GROUPS_BY_NAME, value => value.toLowerCase()),
  externalId: indexed(GROUPS_BY_EXTERNAL_ID),
  'members.value': {
    find: groupsOfPerson,
    has: ({ id }, value, context) => isMemberOfGroup(context, id, value),
  },
}

export const scimGroupHandlers = {
  listScimGroups: async (request, context) => listGroups(request, context),
  searchScimGroups: async (request, context) => listGroups(queryOfSearch(request.body), context),
  createScimGroup: async (request, context) => {
    const time = nowOf(context)
    const fresh = { id: randomUuid(context.randomId()), createdAt: time, updatedAt: time }
    const after = readGroup(request.body, fresh, context)
    return isFailure(after) ? after : await write(request, context, { before: undefined, after })
  },
  readScimGroup: visible(({ saved, revision }, request, context) => {
    const selection = readSelection(request, 'Group')
    return isFailure(selection) ? selection : reply(selection, context, saved, revision ?? 0)
  }),
  replaceScimGroup: visible(({ saved, revision }, request, context) => {
    const before = { saved: { ...saved, members: membersOfGroup(context, saved.id) }, revision }
    const after = readChanged(request.body, before, context)
    return isFailure(after) ? after : write(request, context, { before, after })
  }),
  patchScimGroup: visible((found, request, context) => {
    const { id } = found.saved
    const operations = request.body['Operations']
    const named = membersNamed(operations)
    const isPart = named !== 'all' && countMembers(context, id) > LONG_LIST && !isListed(id, context)
    const part = isPart ? patchGroup(found, [...named], operations, context) : undefined
    if (part !== undefined && isFailure(part)) return part
    // What a member gets has changed, for all of them.
    const change =
      part === undefined || givesOther(part, context)
        ? patchGroup(found, membersOfGroup(context, id), operations, context)
        : { ...part, isPart: true }
    return isFailure(change) ? change : write(request, context, change)
  }),
  deleteScimGroup: visible(async ({ saved, revision }, request, context) => {
    const members = membersOfGroup(context, saved.id)
    const before = { saved: { ...saved, members }, revision }
    const writes = roleWrites(request, context, { before: before.saved, after: undefined })
    if (isFailure(writes)) return writes
    const all = [...writes, ...memberWrites(context, before.saved, undefined)]
    const deleted = await deleteResource(GROUP, request, context, before, { writes: all })
    return isFailure(deleted) ? deleted : { status: 204, body: null }
  }),
} satisfies SomeHandlers<Context>

function listGroups(request: ScimQuery, context: Context): ApiReply | Failure {
  const selection = readSelection(request, 'Group')
  if (isFailure(selection)) return selection
  const found = findByFilter(request, GROUPS_IN_ORDER, FILTERS, context)
  if (isFailure(found)) return found
  return scimListReply(found, request, resource => {
    const { saved, revision } = toFoundGroup(resource)
    return selection.select(showGroup(saved, revision, context, selection))
  })
}

interface WrittenChange {
  readonly before: Found<Group> | undefined
  readonly after: Group
  /** Only the members whom the change names are known. */
  readonly isPart?: boolean
}

/** A group of an earlier release, whose next write makes its members resources of their own. */
const isListed = (id: string, { replica }: Context): boolean =>
  listedMembers(replica?.get(SCIM_GROUP, id)).length > 0

/** The group after the operations of a request; `members`: whom to apply them to, as far as they are members. */
function patchGroup(
  { saved, revision }: Found<Group>,
  members: readonly string[],
  operations: Json | undefined,
  context: Context,
): WrittenChange | Failure {
  const { displayName, externalId } = saved
  const known = members.filter(user => isMemberOfGroup(context, saved.id, user))
  const document = { displayName, externalId, members: known.map(value => ({ value })) }
  const patched = patchDocument(document, operations)
  if (isFailure(patched)) return patched
  const before = { saved: { ...saved, members: known }, revision }
  const after = readChanged(patched, before, context)
  return isFailure(after) ? after : { before, after }
}

/** Whether members get something else than they have: another role, or that of a workspace which is younger than the group. */
function givesOther({ before, after }: WrittenChange, context: Context): boolean {
  const [old, next] = [before && grantOf(before.saved, context), grantOf(after, context)]
  if (old?.workspace !== next?.workspace || old?.role !== next?.role) return true
  const workspace =
    next?.workspace === undefined ? undefined : findWorkspace(context, next.workspace)?.workspace
  return workspace !== undefined && before !== undefined && workspace.created_at > before.saved.updatedAt
}

const readChanged = (
  document: JsonObject,
  { saved: { id, createdAt } }: Found<Group>,
  context: Context,
): Group | Failure => readGroup(document, { id, createdAt, updatedAt: nowOf(context) }, context)

async function write(
  request: ApiRequest,
  context: Context,
  { before, after, isPart = false }: WrittenChange,
): Promise<ApiReply | Failure> {
  const selection = readSelection(request, 'Group')
  if (isFailure(selection)) return selection
  const roles = roleWrites(request, context, { before: before?.saved, after })
  if (isFailure(roles)) return roles
  const writes = [...roles, ...memberWrites(context, before?.saved, after)]
  const change = isPart ? differenceOf(context, before, after, writes) : { before, after, writes }
  const revision = await commitResource(GROUP, request, context, change)
  return isFailure(revision) ? revision : reply(selection, context, after, revision, before === undefined)
}

/** A change as the audit log has it: of the members, those who come and go. */
function differenceOf(
  context: Context,
  before: Found<Group> | undefined,
  after: Group,
  writes: readonly ResourceWrite[],
): ResourceChange<Group> {
  const [left, right] = [new Set(before?.saved.members), new Set(after.members)]
  const removed = [...left].filter(user => !right.has(user))
  const added = [...right].filter(user => !left.has(user))
  const count = countMembers(context, after.id)
  return {
    before: before && { ...before, saved: { ...before.saved, members: removed } },
    after: { ...after, members: added },
    writes,
    differences: [{ path: '/members', before: count, after: count + added.length - removed.length }],
  }
}

/** The writes of members who come and go, and of those whom the store has only in the group. */
function memberWrites(
  { replica }: Context,
  before: Group | undefined,
  after: Group | undefined,
): readonly ResourceWrite[] {
  const group = (after ?? before)?.id ?? ''
  const members = new Set(after?.members)
  const isStored = (user: string): boolean =>
    replica?.get(GROUP_MEMBER, groupMemberId(group, user)) !== undefined
  const write = (user: string, value: JsonObject | undefined): ResourceWrite => ({
    ...{ kind: GROUP_MEMBER, id: groupMemberId(group, user), value },
    ...(value !== undefined && { expects: 'absent' }),
  })
  return [
    ...(before?.members ?? []).flatMap(user =>
      members.has(user) || !isStored(user) ? [] : [write(user, undefined)],
    ),
    ...[...members].flatMap(user => (isStored(user) ? [] : [write(user, {})])),
  ]
}

/** A group as a document describes it. */
function readGroup(
  { displayName, externalId, members }: JsonObject,
  fixed: Pick<Group, 'id' | 'createdAt' | 'updatedAt'>,
  { replica }: Context,
): Group | Failure {
  const name = readShortText(displayName, 'displayName')
  if (isFailure(name)) return name
  if (name === null || name.trim() === '')
    return failure('invalid_request', 'displayName is missing.', { param: 'displayName' })
  const isTaken = (replica?.find(GROUPS_BY_NAME, name.toLowerCase()) ?? []).some(({ id }) => id !== fixed.id)
  if (isTaken)
    return failure('conflict', `There is a group ${quoted(name)} already.`, { param: 'displayName' })
  const external = readShortText(externalId, 'externalId')
  if (isFailure(external)) return external
  const ids = [...new Set(asList(members).map(identifierOf))]
  const unknown = ids.find(id => replica?.get(USER, id) === undefined)
  if (unknown !== undefined)
    return failure('invalid_request', `There is no person ${quoted(unknown)}; members are people.`, {
      param: 'members',
    })
  return { ...fixed, displayName: name, externalId: external, members: ids }
}

const identifierOf = (member: Json): string => asText(member) ?? asText(asObject(member)['value']) ?? ''

const reply = (
  selection: AttributeSelection,
  context: Context,
  group: Group,
  revision: number,
  isNew = false,
): ApiReply =>
  scimReply(
    selection.select(showGroup(group, revision, context, selection)),
    revision,
    isNew ? scimLocation('Group', group.id) : undefined,
  )
