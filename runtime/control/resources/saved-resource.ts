// What the routes of all saved resources do alike, from one definition of each: they are found by identifier or slug, listed in pages with
// filters, and written with their entry of the audit log in one transaction, under `If-Match` or the revision that was read.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { chooseWorkspace } from '../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest } from '../core/api-request.ts'
import { type Change, commitChange } from '../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../core/control-sources.ts'
import { findNamed, findResourceNamed } from '../core/find-named.ts'
import {
  holdsEverywhere,
  linkListing,
  type SelectedLists,
  type StoredLists,
  workspacesOf,
} from '../core/listing.ts'
import { pageReply, type Slices } from '../core/pages.ts'
import type { Requester } from '../core/principal.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import type { Resource, ResourceWrite } from '../core/resource-store.ts'
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
  /** The parts with separate routes: the audit log has them too, except of one that is deleted. */
  readonly showApart?: (saved: Saved) => JsonObject
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
  /** All of them, in the order of lists: only for kinds of which there are few. */
  readonly all?: (context: Context) => readonly Found<Saved>[]
  /** Those that the manifest defines, or that are built in. One of the store that has the identifier of one of them does not count. */
  readonly own?: (context: Context) => readonly Found<Saved>[]
  /** Whether lists have `own` between those of the store, by their identifiers, and not before them. */
  readonly isMerged?: true
  /** Those of the store by indexes. */
  readonly stored?: StoredLists
  /** Those of the store that have a slug, where their identifiers are not their slugs: several workspaces may have one. */
  readonly bySlug?: ResourceIndex
  /** Whether the caller sees all, where that is not decided by workspaces. */
  readonly seesAll?: (request: Requester) => boolean
  /** The names by which paths find it, where those are not its identifier in the store. */
  readonly named?: (saved: Saved) => { readonly id: string; readonly slug: string }
  /**
   * Finds one by such a name, where that is not by its identifier in the store, or `id`; a failure if none can be read. Of several, it is
   * one that the caller sees.
   */
  readonly find?: (
    context: Context,
    name: string,
    isSeen?: (saved: Saved) => boolean,
  ) => Found<Saved> | Failure | undefined
  /** Which of them a caller sees; the others do not exist for it. */
  readonly sees: (request: Requester, context: Context) => (saved: Saved) => boolean
  /** Why one that the caller sees cannot be changed here, or not by the caller. */
  readonly changeFault?: (saved: Saved, request: Requester, context: Context) => Failure | undefined
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
    readonly [query: string]: (
      saved: Saved,
      wanted: QueryValue,
      request: Requester,
      context: Context,
    ) => boolean
  }
  /** Whether a list of one workspace has it: `workspace_id` of lists. */
  readonly isIn?: (saved: Saved, workspace: string, context: Context) => boolean
}

/** A request, or another process that changes something. */
type ChangeRequest = Parameters<typeof commitChange>[1]
type QueryValue = NonNullable<ApiRequest['query'][string]>
type Reply = Promise<ApiReply | Failure>
export type MaybeLater<Value> = Value | Promise<Value>

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

/** Whether git defines a resource of workspaces: then it is in all of them, and belongs to none. */
export const isDefinedByGit = ({ workspace }: { readonly workspace: string }): boolean => workspace === ''

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
  const { parameter, noun, sees, find } = resource
  const name = request.path[parameter] ?? ''
  const isSeen = sees(request, context)
  const found = find === undefined ? findByName(resource, context, name, isSeen) : find(context, name, isSeen)
  if (isFailure(found)) return found
  return found !== undefined && isSeen(found.saved) ? found : noSuch(noun, name)
}

function findByName<Saved extends object, Context extends WriteSources>(
  { all, own = all, stored, bySlug, form, keyOf, named = idOnly(keyOf) }: SavedResource<Saved, Context>,
  context: Context,
  name: string,
  isSeen: (saved: Saved) => boolean,
): Found<Saved> | undefined {
  const others = own?.(context) ?? []
  const known = findNamed(
    others.filter(({ saved }) => isSeen(saved)),
    name,
    ({ saved }) => named(saved),
  )
  const { replica } = context
  if (known !== undefined || stored === undefined || replica === undefined) return known
  const resource =
    bySlug === undefined
      ? findResourceNamed(replica, form.kind, name)
      : (replica.get(form.kind, name) ??
        replica.find(bySlug, name).find(each => {
          const saved = form.read(each)
          return named(saved).slug === name && isSeen(saved)
        }))
  // One owner per object: where the manifest has an identifier too, the manifest's counts.
  return resource === undefined || others.some(({ saved }) => keyOf(saved) === resource.id)
    ? undefined
    : { saved: form.read(resource), revision: resource.revision }
}

const idOnly =
  <Saved>(keyOf: (saved: Saved) => string) =>
  (saved: Saved) => ({ id: keyOf(saved), slug: keyOf(saved) })

/** The same for callers who may change it. */
export function findWritable<Saved extends object, Context extends WriteSources>(
  resource: SavedResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
): Found<Saved> | Failure {
  const found = findVisible(resource, request, context)
  return isFailure(found) ? found : (resource.changeFault?.(found.saved, request, context) ?? found)
}

export interface ResourceChange<Saved> extends Pick<Change, 'differences'> {
  /** `create`, `update` or `delete`, where no other verb is meant. */
  readonly action?: string | undefined
  readonly before: Found<Saved> | undefined
  readonly after: Saved
  /** What is written with it. */
  readonly writes?: readonly ResourceWrite[]
}

/** Writes a change with its entry of the audit log: the revision, or why it was not made. */
export const commitResource = async <Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: ChangeRequest,
  context: Context,
  change: ResourceChange<Saved>,
): Promise<number | Failure> =>
  await commitChange(context, request, await toChange(resource, request, context, change))

/** The writes of a change, with what the audit log has of it. */
export async function toChange<Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: Pick<ChangeRequest, 'expects'>,
  context: Context,
  change: ResourceChange<Saved>,
): Promise<Change> {
  const { before, after, writes = [], differences } = change
  const { action = before === undefined ? 'create' : 'update' } = change
  const { record = resource.show, showApart } = resource
  const recorded = (saved: Saved): JsonObject => ({ ...record(saved, context), ...showApart?.(saved) })
  const isMatched = before !== undefined || resource.matchesNew === true
  return {
    ...recordedFacts(resource, after),
    action,
    before: before === undefined ? null : recorded(before.saved),
    after: recorded(after),
    ...(differences && { differences }),
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
  }
}

export interface ResourceDeletion {
  /** Where another verb is meant. */
  readonly action?: string
  /** What is written with it. */
  readonly writes?: readonly ResourceWrite[]
  /** It is deleted even if it was changed meanwhile, unless the request has an If-Match. */
  readonly isUnconditional?: boolean
}

/** Deletes one with its entry of the audit log. */
export const commitDeletion = async <Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: ChangeRequest,
  context: Context,
  found: Found<Saved>,
  deletion?: ResourceDeletion,
): Promise<number | Failure> =>
  await commitChange(context, request, await toDeletion(resource, request, context, found, deletion))

/** The writes of a deletion, with what the audit log has of it. */
export async function toDeletion<Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: Pick<ChangeRequest, 'expects'>,
  context: Context,
  { saved, revision }: Found<Saved>,
  { action = 'delete', writes = [], isUnconditional = false }: ResourceDeletion = {},
): Promise<Change> {
  const { record = resource.show } = resource
  const expects = request.expects ?? (isUnconditional ? undefined : (revision ?? 'absent'))
  return {
    ...recordedFacts(resource, saved),
    action,
    before: record(saved, context),
    after: null,
    writes: [
      {
        kind: resource.form.kind,
        id: resource.keyOf(saved),
        value: undefined,
        ...(expects !== undefined && { expects }),
      },
      ...writes,
      ...((await resource.besides?.(context, saved, undefined)) ?? []),
    ],
  }
}

/** The same, with an empty reply. */
export const deleteResource = async <Saved extends object, Context extends WriteSources>(
  ...change: Parameters<typeof commitDeletion<Saved, Context>>
): Reply => emptyReply(await commitDeletion(...change))

/** An empty reply to what was done, whatever it has brought. */
const emptyReply = <Result extends number | ApiReply>(result: Result | Failure): ApiReply | Failure =>
  isFailure(result) ? result : { body: {} }

const recordedFacts = <Saved extends object, Context extends WriteSources>(
  { noun, recordedAs = noun, keyOf, recordedId = keyOf, workspaceOf }: WrittenResource<Saved, Context>,
  saved: Saved,
) => ({ resource: recordedAs, id: recordedId(saved), workspace: workspaceOf(saved) })

/** What a reply has in place of what readers see. */
type ShowInstead<Saved, Context> = (after: Saved, request: ApiRequest, context: Context) => MaybeLater<Json>

/** Writes a change; the reply shows what was written. */
export async function saveResource<Saved extends object, Context extends WriteSources>(
  resource: WrittenResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
  change: ResourceChange<Saved>,
  show?: ShowInstead<Saved, Context>,
): Reply {
  const { after } = change
  const revision = await commitResource(resource, request, context, change)
  if (isFailure(revision)) return revision
  const body = show === undefined ? resource.show(after, context) : await show(after, request, context)
  return { body, revision }
}

export interface UpdateOptions<Saved, Request, Context> {
  /** The verb in the audit log. */
  readonly action?: string
  /** What is written with it. */
  readonly writes?: (after: Saved, request: Request, context: Context) => readonly ResourceWrite[]
  /** What the reply has, where that is not what readers see. */
  readonly show?: ShowInstead<Saved, Context>
}

/** The same operation with an empty reply. */
export const withoutBody =
  <Request extends ApiRequest, Context>(answer: (request: Request, context: Context) => Reply) =>
  async (request: Request, context: Context): Reply =>
    emptyReply(await answer(request, context))

export type AnswerRoute<Request, Context> = (request: Request, context: Context) => Reply

/** Answers a request about one that was found. */
export type AnswerAbout<Saved, Request, Context> = (
  found: Found<Saved>,
  request: Request,
  context: Context,
) => MaybeLater<ApiReply | Failure>

/** The routes that all resources have; how one is made and changed is its own. */
export interface ResourceRoutes<Saved, Context> {
  readonly list: AnswerRoute<ApiRequest, Context>
  readonly read: AnswerRoute<ApiRequest, Context>
  readonly create: <Request extends ApiRequest>(
    plan: (request: Request, context: Context) => MaybeLater<Saved | Failure>,
    options?: Pick<UpdateOptions<Saved, Request, Context>, 'show' | 'writes'>,
  ) => AnswerRoute<Request, Context>
  /** `change` is given one that may be changed. */
  readonly update: <Request extends ApiRequest>(
    change: (saved: Saved, request: Request, context: Context) => MaybeLater<Saved | Failure>,
    options?: UpdateOptions<Saved, Request, Context>,
  ) => AnswerRoute<Request, Context>
  readonly remove: (request: ApiRequest, context: Context, deletion?: ResourceDeletion) => Reply
  /** Something else about one that the caller sees. */
  readonly visible: <Request extends ApiRequest>(
    answer: AnswerAbout<Saved, Request, Context>,
  ) => AnswerRoute<Request, Context>
  /** The same for one that the caller may change. */
  readonly writable: <Request extends ApiRequest>(
    answer: AnswerAbout<Saved, Request, Context>,
  ) => AnswerRoute<Request, Context>
}

/** What a resource of a list must meet; `isMet`: all that the indexes found do. */
interface ListTest<Saved> {
  readonly test: (saved: Saved) => boolean
  readonly isMet: boolean
}

const NONE: SelectedLists = { lists: [], meets: [] }

/** Those that the caller sees, of one workspace or of all, with the filters of the query. */
function listOf<Saved extends object, Context extends WriteSources>(
  resource: SavedResource<Saved, Context>,
  request: ApiRequest,
  context: Context,
  workspace: string | undefined,
): Slices<Found<Saved>> {
  const { all, own = all, stored, filters = {}, isIn, searched = () => '', form, keyOf, isMerged } = resource
  const { query } = request
  const { replica } = context
  const seesAll = resource.seesAll?.(request) ?? holdsEverywhere(request)
  const workspaces = workspace !== undefined ? [workspace] : seesAll ? undefined : workspacesOf(request)
  const selected = (replica && stored?.(replica.find, { workspaces, request })) ?? NONE
  const { lists, compare } = selected
  const meets = (name: string): boolean => selected.meets.includes(name)
  const part = searchedPart(request)
  const tests: readonly ListTest<Saved>[] = [
    // Where more than the workspace decides what callers of the organisation see, each is tested.
    {
      test: resource.sees(request, context),
      isMet: seesAll || (meets('workspace_id') && !holdsEverywhere(request)),
    },
    {
      test: saved => workspace === undefined || (isIn?.(saved, workspace, context) ?? true),
      isMet: workspace === undefined || meets('workspace_id'),
    },
    { test: saved => searched(saved).toLowerCase().includes(part), isMet: part === '' },
    ...Object.entries(filters).flatMap(([name, isWanted]) => {
      const wanted = query[name]
      if (wanted === undefined) return []
      return [{ test: (saved: Saved) => isWanted(saved, wanted, request, context), isMet: meets(name) }]
    }),
  ]
  const unmet = tests.filter(({ isMet }) => !isMet)
  const others = own?.(context) ?? []
  const hidden = new Set(
    others.map(({ saved }) => keyOf(saved)).filter(id => replica?.get(form.kind, id) !== undefined),
  )
  const { read, view = read } = form
  const isListed = (found: Resource): boolean => {
    if (hidden.has(found.id)) return false
    const saved = view(found)
    return unmet.every(({ test }) => test(saved))
  }
  return linkListing({
    own: others.filter(({ saved }) => tests.every(({ test }) => test(saved))),
    lists: unmet.length === 0 && hidden.size === 0 ? lists : lists.map(list => list.filter(isListed)),
    compare,
    read,
    ...(isMerged === true && { idOf: keyOf }),
  })
}

export const linkResource = <Saved extends object, Context extends WriteSources>(
  resource: SavedResource<Saved, Context>,
): ResourceRoutes<Saved, Context> => ({
  list: async (request, context) => {
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const listed = listOf(resource, request, context, workspace)
    return pageReply(listed, request, ({ saved }) => resource.show(saved, context))
  },
  read: async (request, context) => {
    const found = findVisible(resource, request, context)
    return isFailure(found) ? found : { body: resource.show(found.saved, context), revision: found.revision }
  },
  create:
    (plan, { show, writes = () => [] } = {}) =>
    async (request, context) => {
      const after = await plan(request, context)
      if (isFailure(after)) return after
      const change = { before: undefined, after, writes: writes(after, request, context) }
      return await saveResource(resource, request, context, change, show)
    },
  update:
    (change, { action, writes, show } = {}) =>
    async (request, context) => {
      const before = findWritable(resource, request, context)
      if (isFailure(before)) return before
      const after = await change(before.saved, request, context)
      if (isFailure(after)) return after
      const besides = writes?.(after, request, context) ?? []
      const written = { action, before, after, writes: besides }
      return await saveResource(resource, request, context, written, show)
    },
  remove: async (request, context, deletion) => {
    const found = findWritable(resource, request, context)
    if (isFailure(found)) return found
    const fault = await resource.deleteFault?.(found.saved, request, context)
    return fault ?? (await deleteResource(resource, request, context, found, deletion))
  },
  visible: answer => async (request, context) => {
    const found = findVisible(resource, request, context)
    return isFailure(found) ? found : await answer(found, request, context)
  },
  writable: answer => async (request, context) => {
    const found = findWritable(resource, request, context)
    return isFailure(found) ? found : await answer(found, request, context)
  },
})
