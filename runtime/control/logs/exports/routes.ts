// The routes of exports: created as drafts, started, counted in the background, and stopped. A download has the records as JSON Lines, read page
// by page as fast as the client takes them.
import { asList, asObject, asText, escapeControls, type JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import type { ByteSink, ByteStream } from '../../../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, RequestOf, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { mayIn } from '../../core/principal.ts'
import { StoreError } from '../../core/store-error.ts'
import type { Found } from '../../core/stored-form.ts'
import {
  type AnswerRoute,
  commitResource,
  linkResource,
  nowOf,
  type SavedResource,
} from '../../resources/saved-resource.ts'
import type { LogFilter, LoggedBodies, LogSources, LogStore, StoredRecord } from '../log-store.ts'
import { LOG_STORE_REQUIRED, openView } from '../log-view.ts'
import { type NameSources, readNamedFilter } from '../named-filter.ts'
import { readFilterObject } from '../read-log-filter.ts'
import { chooseFields, hasBodyFields, showLine } from './export-fields.ts'
import { EXPORT_FORM, exportOf, LOG_EXPORT, type SavedExport } from './log-export.ts'

type Context = WriteSources & LogSources & NameSources

/** One of all workspaces is that of its creator, and of callers of the organisation; each gets what the caller itself sees. */
const EXPORT: SavedResource<SavedExport, Context> = {
  form: EXPORT_FORM,
  noun: 'export',
  parameter: 'exportId',
  all: ({ replica, clock }) =>
    (replica?.all(LOG_EXPORT).toArray() ?? [])
      .map(resource => exportOf(resource, clock.now()))
      .sort((left, right) => (left.saved.createdAt > right.saved.createdAt ? -1 : 1)),
  find: ({ replica, clock }, name) => {
    const resource = replica?.get(LOG_EXPORT, name)
    return resource && exportOf(resource, clock.now())
  },
  sees:
    ({ principal, may, mayOrganise }) =>
    ({ workspace, createdBy }) =>
      workspace === null ? mayOrganise || createdBy === principal.id : may(workspace),
  isIn: ({ workspace }, wanted) => workspace === wanted,
  keyOf: ({ id }) => id,
  workspaceOf: ({ workspace }) => workspace,
  show: showExport,
  record: EXPORT_FORM.write,
  matchesNew: true,
}

const { list, read, create, update, writable, visible } = linkResource(EXPORT)

/** Without a log store there is nothing to export. */
const withLogs =
  <Request>(answer: AnswerRoute<Request, Context>): AnswerRoute<Request, Context> =>
  async (request, context) =>
    context.logs === undefined ? LOG_STORE_REQUIRED : await answer(request, context)

export const exportHandlers = {
  createLogExport: create(
    (request, context) => {
      const { body, principal } = request
      const workspace =
        body['workspace_id'] === null
          ? widestWorkspace(request, context)
          : chooseWorkspace(request, context, asText(body['workspace_id']), ', or null for all records')
      if (workspace !== null && isFailure(workspace)) return workspace
      const time = nowOf(context)
      return completeDraft(request, context, {
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
      })
    },
    { show: showDraft },
  ),
  listLogExports: withLogs(list),
  readLogExport: withLogs(read),
  updateLogExport: withLogs(
    update<RequestOf<'updateLogExport'>>(
      (before, request, context) => {
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
        return completeDraft(request, context, {
          ...before,
          ...('description' in body && { description: asText(body['description']) ?? null }),
          ...('filters' in body && { filters: asObject(body['filters']) }),
          ...('requested_data' in body && { fields: asList(body['requested_data']).map(String) }),
        })
      },
      { show: showDraft },
    ),
  ),
  startLogExport: withLogs(
    writable(async (before, request, context) => {
      const { saved } = before
      if (saved.status !== 'draft' && saved.status !== 'failed')
        return failure('conflict', `The export is ${saved.status}: only a draft is started.`)
      const open = openExport(request, context, saved)
      if (isFailure(open)) return open
      const startedAt = context.clock.now()
      const started: SavedExport = { ...saved, status: 'in_progress', startedAt, total: null }
      const revision = await commit(request, context, 'start', before, started)
      if (isFailure(revision)) return revision
      // In the background: the reply is sent when it has begun.
      void finishExport(request, context, { saved: started, revision }, open)
      return moved('The export was started.')
    }),
  ),
  cancelLogExport: withLogs(
    writable(async (before, request, context) => {
      const stopped = await stopExport(before, request, context)
      if (!isFailure(stopped) || stopped.code !== 'conflict' || request.expects !== undefined) return stopped
      // Its records were counted meanwhile.
      const now = EXPORT.find?.(context, before.saved.id)
      return now === undefined || isFailure(now) ? stopped : await stopExport(now, request, context)
    }),
  ),
  downloadLogExport: withLogs(
    visible(async ({ saved }, request, context) => {
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
    }),
  ),
} satisfies SomeHandlers<Context>

async function stopExport(
  before: Found<SavedExport>,
  request: ApiRequest,
  context: Context,
): Promise<ApiReply | Failure> {
  if (before.saved.status === 'stopped') return moved('The export is stopped already.')
  const after: SavedExport = { ...before.saved, status: 'stopped' }
  const revision = await commit(request, context, 'cancel', before, after)
  return isFailure(revision) ? revision : moved('The export was stopped.')
}

const moved = (message: string): ApiReply => ({ body: { message, object: 'export' } })

/** null for all that the caller sees; its workspace where that is one, so that the export is seen by others there. */
function widestWorkspace(request: ApiRequest, context: Context): string | null | Failure {
  const open = openView(request, context)
  if (isFailure(open)) return open
  const { scope } = open.view
  const [only] = scope
  return scope !== 'all' && only !== undefined && scope.length === 1 ? only : null
}

/** The store and the filter of an export, within what the caller may see. */
interface OpenExport {
  readonly logs: LogStore
  readonly filter: LogFilter
}

function openExport(
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

/** The draft with the fields of its lines, or why it could not be read. */
function completeDraft(request: ApiRequest, context: Context, draft: SavedExport): SavedExport | Failure {
  const fields = chooseFields(draft.fields)
  if (isFailure(fields)) return fields
  const after = { ...draft, fields, updatedAt: nowOf(context) }
  const open = openExport(request, context, after)
  return isFailure(open) ? open : after
}

const commit = (
  request: ApiRequest,
  context: Context,
  action: string,
  before: Found<SavedExport>,
  after: SavedExport,
): Promise<number | Failure> =>
  commitResource(EXPORT, request, context, {
    action,
    before,
    after: { ...after, updatedAt: nowOf(context) },
  })

/** A process that stops meanwhile leaves it in progress, which counts as failed after a while. */
async function finishExport(
  request: ApiRequest,
  context: Context,
  started: Found<SavedExport>,
  { logs, filter }: OpenExport,
): Promise<void> {
  const again = { ...request, expects: undefined }
  const { saved } = started
  try {
    const total = await logs.count(until(filter, saved.startedAt ?? filter.to))
    await commit(again, context, 'finish', started, { ...saved, status: 'success', total })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    await commit(again, context, 'finish', started, { ...saved, status: 'failed' }).catch(() => {})
  }
}

function showDraft({ id }: SavedExport): JsonObject {
  return { id, total: null, object: 'export' }
}

function showExport(saved: SavedExport, context: Context): JsonObject {
  return {
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
  }
}

const PAGE = 200

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
    yield encoder.encode(escapeControls(lines.join('')))
    if (next === undefined) return
    if (replica?.get(LOG_EXPORT, id)?.value['status'] === 'stopped') throw STOPPED
    after = next
  }
}

const STOPPED = failure('conflict', 'The export was stopped.')

/** A generator that throws a `Failure` or a `StoreError` breaks the stream. */
function streamPages(pages: AsyncGenerator<Uint8Array>): ByteStream {
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
