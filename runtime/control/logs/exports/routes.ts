// The routes of exports: created as drafts, started, counted in the background, and stopped. A download has the records as JSON Lines, read page
// by page as fast as the client takes them.
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import type { ByteSink, ByteStream } from '../../../values/byte-stream.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import { mayIn } from '../../core/principal.ts'
import { StoreError } from '../../core/store-error.ts'
import type { LogFilter, LoggedBodies, LogSources, LogStore, StoredRecord } from '../log-store.ts'
import { LOG_STORE_REQUIRED, openView } from '../log-view.ts'
import { type NameSources, readNamedFilter } from '../named-filter.ts'
import { readFilterObject } from '../read-log-filter.ts'
import { chooseFields, hasBodyFields, showLine } from './export-fields.ts'
import { exportValue, LOG_EXPORT, type SavedExport, savedExportOf } from './log-export.ts'

type Context = WriteSources & LogSources & NameSources

export const exportHandlers = {
  createLogExport: async (request, context) => {
    const { body, principal } = request
    const workspace =
      body['workspace_id'] === null
        ? widestWorkspace(request, context)
        : chooseWorkspace(request, context, asText(body['workspace_id']), ', or null for all records')
    if (workspace !== null && isFailure(workspace)) return workspace
    const time = new Date(context.clock.now()).toISOString()
    const draft: SavedExport = {
      id: randomUuid(context.randomId()),
      workspace,
      description: asText(body['description']) ?? null,
      filters: asObject(body['filters']),
      fields: asList(body['requested_data']).map(String),
      status: 'draft',
      total: null,
      startedAt: null,
      createdAt: time,
      updatedAt: time,
      createdBy: principal.id,
      revision: undefined,
    }
    return await writeDraft(request, context, 'create', undefined, draft)
  },
  listLogExports: async (request, context) => {
    if (context.logs === undefined) return LOG_STORE_REQUIRED
    const wanted = asText(request.query['workspace_id'])
    const workspace = wanted === undefined ? undefined : chooseWorkspace(request, context, wanted)
    if (isFailure(workspace)) return workspace
    const now = context.clock.now()
    const found = (context.replica?.all(LOG_EXPORT).toArray() ?? [])
      .map(each => savedExportOf(each, now))
      .filter(each => isShown(request, each) && (workspace ?? each.workspace) === each.workspace)
      .sort((left, right) => (left.createdAt > right.createdAt ? -1 : 1))
    return pageReply(found, request, each => showExport(each, context))
  },
  readLogExport: async (request, context) => {
    const found = findExport(request, context)
    return isFailure(found) ? found : { body: showExport(found, context), revision: found.revision }
  },
  updateLogExport: async (request, context) => {
    const before = findExport(request, context)
    if (isFailure(before)) return before
    const { body } = request
    const named = asText(body['workspace_id'])
    const workspace =
      body['workspace_id'] === null
        ? null
        : named === undefined
          ? before.workspace
          : chooseWorkspace(request, context, named)
    if (workspace !== null && isFailure(workspace)) return workspace
    if (workspace !== before.workspace)
      return failure('invalid_request', 'The workspace of an export cannot be changed.', {
        param: 'workspace_id',
      })
    if (before.status !== 'draft')
      return failure('conflict', `The export is ${before.status}: only a draft is changed.`)
    return await writeDraft(request, context, 'update', before, {
      ...before,
      ...('description' in body && { description: asText(body['description']) ?? null }),
      ...('filters' in body && { filters: asObject(body['filters']) }),
      ...('requested_data' in body && { fields: asList(body['requested_data']).map(String) }),
    })
  },
  startLogExport: async (request, context) => {
    const before = findExport(request, context)
    if (isFailure(before)) return before
    if (before.status !== 'draft' && before.status !== 'failed')
      return failure('conflict', `The export is ${before.status}: only a draft is started.`)
    const open = openExport(request, context, before)
    if (isFailure(open)) return open
    const startedAt = context.clock.now()
    const started: SavedExport = { ...before, status: 'in_progress', startedAt, total: null }
    const revision = await writeExport(request, context, 'start', before, started)
    if (isFailure(revision)) return revision
    // Beside requests: the reply says that it has begun.
    void finishExport(request, context, { ...started, revision }, open)
    return moved('The export was started.')
  },
  cancelLogExport: async (request, context) => {
    const before = findExport(request, context)
    if (isFailure(before)) return before
    if (before.status === 'stopped') return moved('The export is stopped already.')
    const revision = await writeExport(request, context, 'cancel', before, { ...before, status: 'stopped' })
    return isFailure(revision) ? revision : moved('The export was stopped.')
  },
} satisfies SomeHandlers<Context>

const moved = (message: string): ApiReply => ({ body: { message, object: 'export' } })

/** null for all that the caller sees; its workspace where that is one, so that the export is seen by others there. */
function widestWorkspace(request: ApiRequest, context: Context): string | null | Failure {
  const open = openView(request, context)
  if (isFailure(open)) return open
  const { scope } = open.view
  const [only] = scope
  return scope !== 'all' && only !== undefined && scope.length === 1 ? only : null
}

/** One of all workspaces is that of its creator, and of callers of the organisation; each gets what the caller itself sees. */
const isShown = (
  { principal, may, mayOrganise }: ApiRequest,
  { workspace, createdBy }: SavedExport,
): boolean => (workspace === null ? mayOrganise || createdBy === principal.id : may(workspace))

/** The export that the path names, if the caller sees it. */
export function findExport(request: ApiRequest, context: Context): SavedExport | Failure {
  if (context.logs === undefined) return LOG_STORE_REQUIRED
  const id = request.path['exportId'] ?? ''
  const resource = context.replica?.get(LOG_EXPORT, id)
  const found = resource && savedExportOf(resource, context.clock.now())
  return found !== undefined && isShown(request, found)
    ? found
    : failure('not_found', `There is no export ${quoted(id)}.`)
}

/** The store and the filter of an export, within what the caller may see. */
export interface OpenExport {
  readonly logs: LogStore
  readonly filter: LogFilter
}

export function openExport(
  request: ApiRequest,
  context: Context,
  { filters, fields, startedAt, workspace }: SavedExport,
): OpenExport | Failure {
  const open = openView(request, context, workspace ?? undefined)
  if (isFailure(open)) return open
  const { scope } = open.view
  const places = scope === 'all' ? [''] : scope
  if (hasBodyFields(fields) && !places.every(place => mayIn(request.principal, 'logs.view', place)))
    return failure('forbidden', 'Exporting bodies requires the scope logs.view.', {
      param: 'requested_data',
    })
  const query = readFilterObject(filters)
  if (isFailure(query)) return query
  const other = asText(query['workspace_slug']) ?? asText(query['workspace_id'])
  if (other !== undefined && chooseWorkspace(request, context, other) !== workspace)
    return failure('invalid_request', 'The workspace of an export is named in its workspace_id.', {
      param: 'filters',
    })
  const filter = readNamedFilter(query, open.view, context)
  if (isFailure(filter)) return filter
  // What arrives later is not part of it, so that every download has the same records.
  return { logs: open.logs, filter: startedAt === null ? filter : until(filter, startedAt) }
}

const until = (filter: LogFilter, time: number): LogFilter => ({ ...filter, to: Math.min(filter.to, time) })

async function writeDraft(
  request: ApiRequest,
  context: Context,
  action: string,
  before: SavedExport | undefined,
  draft: SavedExport,
): Promise<ApiReply | Failure> {
  const fields = chooseFields(draft.fields)
  if (isFailure(fields)) return fields
  const after = { ...draft, fields }
  const open = openExport(request, context, after)
  if (isFailure(open)) return open
  const revision = await writeExport(request, context, action, before, after)
  return isFailure(revision) ? revision : { body: { id: after.id, total: null, object: 'export' }, revision }
}

const writeExport = (
  request: ApiRequest,
  context: Context,
  action: string,
  before: SavedExport | undefined,
  after: SavedExport,
): Promise<number | Failure> => {
  const updated = { ...after, updatedAt: new Date(context.clock.now()).toISOString() }
  return commitChange(context, request, {
    action,
    resource: 'export',
    id: after.id,
    workspace: after.workspace,
    before: before === undefined ? null : exportValue(before),
    after: exportValue(updated),
    writes: [
      {
        kind: LOG_EXPORT,
        id: after.id,
        value: exportValue(updated),
        expects: request.expects ?? before?.revision ?? 'absent',
      },
    ],
  })
}

/** A process that stops meanwhile leaves it in progress, which counts as failed after a while. */
async function finishExport(
  request: ApiRequest,
  context: Context,
  started: SavedExport,
  { logs, filter }: OpenExport,
): Promise<void> {
  const again = { ...request, expects: undefined }
  try {
    const total = await logs.count(until(filter, started.startedAt ?? filter.to))
    await writeExport(again, context, 'finish', started, { ...started, status: 'success', total })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    await writeExport(again, context, 'finish', started, { ...started, status: 'failed' }).catch(() => {})
  }
}

const showExport = (saved: SavedExport, context: Context): JsonObject => ({
  id: saved.id,
  workspace_id: saved.workspace === null ? null : workspaceId(context, saved.workspace),
  description: saved.description,
  filters: saved.filters,
  requested_data: saved.fields,
  status: saved.status,
  total_records: saved.total,
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
  created_by: saved.createdBy,
  object: 'export',
})

const PAGE = 200

export const exportDownloadHandlers = {
  downloadLogExport: async (request, context) => {
    const saved = findExport(request, context)
    if (isFailure(saved)) return saved
    if (saved.status !== 'success')
      return failure('conflict', `The export is ${saved.status}: it is downloaded once it is a success.`)
    const open = openExport(request, context, saved)
    if (isFailure(open)) return open
    const recorded = await commitChange(context, request, {
      action: 'download',
      resource: 'export',
      id: saved.id,
      workspace: saved.workspace,
      before: null,
      after: { filters: saved.filters, requested_data: saved.fields },
      writes: [],
    })
    if (isFailure(recorded)) return recorded
    return {
      body: null,
      stream: { bytes: streamPages(pagesOf(saved, open, context)), type: 'application/jsonl' },
      headers: ['content-disposition', `attachment; filename="logs-${saved.id}.jsonl"`],
    }
  },
} satisfies SomeHandlers<Context>

const encoder = new TextEncoder()

async function* pagesOf(
  { id, fields }: SavedExport,
  { logs, filter }: OpenExport,
  { replica }: Pick<ControlSources, 'replica'>,
): AsyncGenerator<Uint8Array> {
  const withBodies = hasBodyFields(fields)
  const bodiesOf = async ({ record, hasBodies }: StoredRecord): Promise<LoggedBodies | undefined> =>
    withBodies && hasBodies ? await logs.bodies(record.id, filter.scope) : undefined
  for (let after: string | undefined; ; ) {
    const { records, next } = await logs.list(filter, PAGE, after)
    const bodies = await Promise.all(records.map(bodiesOf))
    const lines = records.map(
      (record, index) => `${JSON.stringify(showLine(record, fields, bodies[index]))}\n`,
    )
    yield encoder.encode(lines.join(''))
    if (next === undefined) return
    if (replica?.get(LOG_EXPORT, id)?.value['status'] === 'stopped') throw STOPPED
    after = next
  }
}

const STOPPED = failure('conflict', 'The export was stopped.')

/** A generator that throws a `Failure` or a `StoreError` breaks the stream. */
export function streamPages(pages: AsyncGenerator<Uint8Array>): ByteStream {
  let open = true
  let waiting: PromiseWithResolvers<void> | undefined
  const run = async (sink: ByteSink): Promise<void> => {
    try {
      for await (const page of pages) {
        if (!open) return
        if (page.length > 0) sink.chunk(page)
        await waiting?.promise
      }
      if (open) sink.end()
    } catch (error) {
      if (!open) return
      if (isFailure(error)) sink.fail(error)
      else if (error instanceof StoreError) sink.fail(failure('store_unavailable', error.message))
      else throw error
    } finally {
      open = false
    }
  }
  const resume = (): void => {
    waiting?.resolve()
    waiting = undefined
  }
  return {
    start: sink => void run(sink),
    pause: () => {
      waiting ??= Promise.withResolvers<void>()
    },
    resume,
    cancel: () => {
      open = false
      resume()
    },
  }
}
