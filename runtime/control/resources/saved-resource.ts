// What the routes of all saved resources do alike, from one definition of each: they are found by identifier or slug, listed in pages with
// filters, read with their revision, and written with their entry of the audit log in one transaction, under `If-Match` or the
// revision that was read. A resource adds how it is made, changed and shown.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { chooseWorkspace } from '../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../core/api-request.ts'
import { commitChange } from '../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../core/control-sources.ts'
import { findNamed } from '../core/find-named.ts'
import { pageReply } from '../core/pages.ts'
import type { Requester } from '../core/principal.ts'
import type { ResourceWrite } from '../core/resource-store.ts'
import type { Found, StoredForm } from '../core/stored-form.ts'

/** How a resource is written. */
export interface WrittenResource<Saved extends object, Context extends WriteSources = WriteSources> {
  readonly form: StoredForm<Saved>
  /** What sentences call it: `deployment`. */
  readonly noun: string
  /** What the audit log calls it, where that is not the noun. */
  readonly recordedAs?: string
  /** Its identifier in the store. */
  readonly keyOf: (saved: Saved) => string
  /** Its identifier in the audit log, where that is not the one in the store. */
  readonly recordedId?: (saved: Saved) => string
  /** The workspace that it belongs to; null for the organisation. */
  readonly workspaceOf: (saved: Saved) => string | null
  /** What readers see: never a secret. */
  readonly show: (saved: Saved, context: Context) => JsonObject
  /** What the audit log has of it, where that is not what readers see: never a secret. */
  readonly record?: (saved: Saved, context: Context) => JsonObject
  /** What the audit log has of one that is deleted, where that is something else again. */
  readonly recordDeleted?: (saved: Saved, context: Context) => JsonObject
  /** `If-Match` counts for a new one too, which it never matches. */
  readonly matchesNew?: true
  /** What is written with each change of it; `after` is undefined where it is deleted. */
  readonly besides?: (
    context: Context,
    before: Saved | undefined,
    after: Saved | undefined,
  ) => readonly ResourceWrite[] | Promise<readonly ResourceWrite[]>
}

export interface SavedResource<Saved extends object, Context extends WriteSources = WriteSources>
  extends WrittenResource<Saved, Context> {
  /** The parameter of paths that names it. */
  readonly parameter: string
  /** All of them, in the order of lists. */
  readonly all: (context: Context) => readonly Found<Saved>[]
  /** The names by which paths find it. */
  readonly named: (saved: Saved) => { readonly id: string; readonly slug: string }
  /** Which of them a caller sees; the others do not exist for it. */
  readonly sees: (request: Requester, context: Context) => (saved: Saved) => boolean
  /** Why one that the caller sees cannot be changed here, or not by the caller. */
  readonly changeFault?: (saved: Saved, request: Requester) => Failure | undefined
  /** Why it is not deleted, such as what uses it. */
  readonly deleteFault?: (
    saved: Saved,
    request: ApiRequest,
    context: Context,
  ) => MaybeLater<Failure | undefined>
  /** The text that `name` of lists searches, which some clients call `search`. */
  readonly searched?: (saved: Saved) => string
  /** The other filters of lists by the names of their queries. */
  readonly filters?: {
    readonly [query: string]: (saved: Saved, wanted: QueryValue, request: Requester) => boolean
  }
  /** Whether a list of one workspace has it: `workspace_id` of lists. */
  readonly isIn?: (saved: Saved, workspace: string) => boolean
}

type QueryValue = NonNullable<ApiRequest['query'][string]>
type Reply = Promise<ApiReply | Failure>
type MaybeLater<Value> = Value | Promise<Value>

export const nowOf = ({ clock }: Pick<ControlSources, 'clock'>): string => new Date(clock.now()).toISOString()

/** The part of names that a list is searched for, in lower case; empty for all. */
export const searchedPart = ({ query: { search = '', name = search } }: ApiRequest): string =>
  String(name).toLowerCase()

export const noSuch = (noun: string, name: string): Failure =>
  failure('not_found', `There is no ${noun} ${quoted(name)}.`)

export const alreadyExists = (noun: string, name: string, param = 'slug'): Failure =>
  failure('conflict', `The ${noun} ${quoted(name)} exists already.`, { param })

export const isBuiltIn = (noun: string, name: string): Failure =>
  failure('invalid_request', `The ${noun} ${quoted(name)} is built in, and cannot be changed.`)

export const usedBy = (noun: string, name: string, user: string): Failure =>
  failure('conflict', `The ${noun} ${quoted(name)} is used by ${user}.`)

/** The workspace that the query of a list names; undefined for all that the caller sees. */
export const workspaceOfList = (request: ApiRequest, context: WriteSources): string | undefined | Failure => {
  const named = request.query['workspace_id']
  return named === undefined ? undefined : chooseWorkspace(request, context, String(named))
}

/** The one that the path of a request names, for callers who may see it. */
export function findVisible<Saved extends object, Context extends WriteSources>(
  resource: SavedResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
): Found<Saved> | Failure {
  const name = request.path[resource.parameter] ?? ''
  const sees = resource.sees(request, context)
  const visible = resource.all(context).filter(({ saved }) => sees(saved))
  return findNamed(visible, name, ({ saved }) => resource.named(saved)) ?? noSuch(resource.noun, name)
}

/** The same for callers who may change it. */
export function findWritable<Saved extends object, Context extends WriteSources>(
  resource: SavedResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
): Found<Saved> | Failure {
  const found = findVisible(resource, request, context)
  return isFailure(found) ? found : (resource.changeFault?.(found.saved, request) ?? found)
}

export interface ResourceChange<Saved> {
  /** `create`, `update` or `delete`, where no other verb is meant. */
  readonly action?: string | undefined
  readonly before: Found<Saved> | undefined
  readonly after: Saved
  /** What is written with it. */
  readonly writes?: readonly ResourceWrite[]
}

/** Writes a change with its entry of the audit log: the revision, or why it was not made. */
export async function commitResource<Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
  { before, after, writes = [], action = before === undefined ? 'create' : 'update' }: ResourceChange<Saved>,
): Promise<number | Failure> {
  const record = resource.record ?? resource.show
  const isMatched = before !== undefined || resource.matchesNew === true
  return await commitChange(context, request, {
    ...recordedFacts(resource, after),
    action,
    before: before === undefined ? null : record(before.saved, context),
    after: record(after, context),
    writes: [
      {
        kind: resource.form.kind,
        id: resource.keyOf(after),
        value: resource.form.write(after),
        expects: (isMatched ? request.expects : undefined) ?? before?.revision ?? 'absent',
      },
      ...writes,
      ...((await resource.besides?.(context, before?.saved, after)) ?? []),
    ],
  })
}

/** Deletes one with its entry of the audit log. */
export async function commitDeletion<Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
  { saved, revision }: Found<Saved>,
  writes: readonly ResourceWrite[] = [],
): Reply {
  const record = resource.recordDeleted ?? resource.record ?? resource.show
  const result = await commitChange(context, request, {
    ...recordedFacts(resource, saved),
    action: 'delete',
    before: record(saved, context),
    after: null,
    writes: [
      {
        kind: resource.form.kind,
        id: resource.keyOf(saved),
        value: undefined,
        expects: request.expects ?? revision ?? 'absent',
      },
      ...writes,
      ...((await resource.besides?.(context, saved, undefined)) ?? []),
    ],
  })
  return isFailure(result) ? result : { body: {} }
}

const recordedFacts = <Saved extends object, Context extends WriteSources>(
  { noun, recordedAs = noun, keyOf, recordedId = keyOf, workspaceOf }: WrittenResource<Saved, Context>,
  saved: Saved,
) => ({ resource: recordedAs, id: recordedId(saved), workspace: workspaceOf(saved) })

/** Writes a change; the reply shows what was written. */
export async function saveResource<Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
  change: ResourceChange<Saved>,
): Reply {
  const revision = await commitResource(resource, request, context, change)
  return isFailure(revision) ? revision : { body: resource.show(change.after, context), revision }
}

interface UpdateOptions<Saved, Request, Context> {
  /** The verb in the audit log. */
  readonly action?: string
  /** What is written with it. */
  readonly writes?: (after: Saved, request: Request, context: Context) => readonly ResourceWrite[]
}

/** The same operation with an empty reply. */
export const withoutBody =
  <Request extends ApiRequest, Context>(answer: (request: Request, context: Context) => Reply) =>
  async (request: Request, context: Context): Reply => {
    const result = await answer(request, context)
    return isFailure(result) ? result : { body: {} }
  }

/** The routes that all resources have; how one is made and changed is its own. */
export interface ResourceRoutes<Saved, Context> {
  readonly list: (request: ApiRequest, context: Context) => Reply
  readonly read: (request: ApiRequest, context: Context) => Reply
  readonly create: <Request extends ApiRequest>(
    plan: (request: Request, context: Context) => MaybeLater<Saved | Failure>,
  ) => (request: Request, context: Context) => Reply
  /** `change` is given one that may be changed. */
  readonly update: <Request extends ApiRequest>(
    change: (saved: Saved, request: Request, context: Context) => MaybeLater<Saved | Failure>,
    options?: UpdateOptions<Saved, Request, Context>,
  ) => (request: Request, context: Context) => Reply
  readonly remove: (request: ApiRequest, context: Context, writes?: readonly ResourceWrite[]) => Reply
}

export const linkResource = <Saved extends object, Context extends WriteSources>(
  resource: SavedResource<Saved, Context>,
): ResourceRoutes<Saved, Context> => ({
  list: async (request, context) => {
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const { filters = {}, isIn = () => true, searched = () => '' } = resource
    const part = searchedPart(request)
    const sees = resource.sees(request, context)
    const tests = Object.entries(filters).flatMap(([name, isWanted]) => {
      const wanted = request.query[name]
      return wanted === undefined ? [] : [(saved: Saved) => isWanted(saved, wanted, request)]
    })
    const listed = resource
      .all(context)
      .filter(
        ({ saved }) =>
          sees(saved) &&
          (workspace === undefined || isIn(saved, workspace)) &&
          searched(saved).toLowerCase().includes(part) &&
          tests.every(isWanted => isWanted(saved)),
      )
    return pageReply(listed, request, ({ saved }) => resource.show(saved, context))
  },
  read: async (request, context) => {
    const found = findVisible(resource, request, context)
    return isFailure(found) ? found : { body: resource.show(found.saved, context), revision: found.revision }
  },
  create: plan => async (request, context) => {
    const after = await plan(request, context)
    return isFailure(after)
      ? after
      : await saveResource(resource, request, context, { before: undefined, after })
  },
  update:
    (change, { action, writes } = {}) =>
    async (request, context) => {
      const before = findWritable(resource, request, context)
      if (isFailure(before)) return before
      const after = await change(before.saved, request, context)
      if (isFailure(after)) return after
      const besides = writes?.(after, request, context) ?? []
      return await saveResource(resource, request, context, { action, before, after, writes: besides })
    },
  remove: async (request, context, writes) => {
    const found = findWritable(resource, request, context)
    if (isFailure(found)) return found
    const fault = await resource.deleteFault?.(found.saved, request, context)
    return fault ?? (await commitDeletion(resource, request, context, found, writes))
  },
})
