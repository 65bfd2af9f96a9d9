// The routes that read records: lists, one record with its bodies, traces, and the values that filters may have.
import { asText } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest, Handlers } from '../core/api-request.ts'
import { commitChange } from '../core/commit-change.ts'
import type { WriteSources } from '../core/control-sources.ts'
import { computeFacets } from './compute-facets.ts'
import { isLogGroup } from './log-group.ts'
import type { LoggedBodies, LogSources, StoredRecord } from './log-store.ts'
import { isVisible, type OpenView, openView } from './log-view.ts'
import { type NameSources, readNamedFilter } from './named-filter.ts'
import { showLog, showLogEntry } from './show-log.ts'

type Context = WriteSources & LogSources & NameSources

export const logHandlers: Handlers<'listLogs' | 'readLog' | 'readLogTrace' | 'readLogFacets', Context> = {
  listLogs: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const filter = readNamedFilter(request.query, open.view, context)
    if (isFailure(filter)) return filter
    const { page_size: size, cursor, include_total: counts } = request.query
    const [page, total] = await Promise.all([
      open.logs.list(filter, Number(size), asText(cursor)),
      counts === true ? open.logs.count(filter) : undefined,
    ])
    return {
      body: {
        object: 'list',
        ...(total !== undefined && { total }),
        has_more: page.next !== undefined,
        next_cursor: page.next ?? null,
        data: page.records.map(record => showLogEntry(record)),
      },
    }
  },
  readLog: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const found = await findLog(request, open)
    if (isFailure(found)) return found
    const wanted = request.query['bodies'] === true && found.hasBodies
    const bodies = wanted ? await readBodiesOf(request, context, open, found) : undefined
    if (bodies !== undefined && isFailure(bodies)) return bodies
    return { body: showLog(found, request.query['log_format'], bodies) }
  },
  readLogTrace: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const trace = request.path['traceId'] ?? ''
    const all = await open.logs.findTrace(trace, open.view.scope)
    const found = all.filter(each => isVisible(open.view, each))
    if (found.length === 0) return failure('not_found', `There is no trace ${quoted(trace)}.`)
    const format = request.query['log_format']
    return {
      body: {
        object: 'list',
        total: found.length,
        data: found.map(each => showLog(each, format, undefined)),
      },
    }
  },
  readLogFacets: async (request, context) => {
    const open = openView(request, context)
    if (isFailure(open)) return open
    const facet = request.path['facet'] ?? ''
    if (facet !== 'metadata' && !isLogGroup(facet))
      return failure('not_found', `There are no values of ${quoted(facet)}.`)
    const { scope, keys } = open.view
    const now = context.clock.now()
    const from = now - (context.gateway.telemetry?.store?.records ?? now)
    const facets =
      keys === undefined
        ? await open.logs.facets(facet, scope)
        : await computeFacets(open.logs, facet, { scope, keys, from, to: now + 1 })
    const values = facets.map(({ value, lastSeen }) => ({
      value,
      last_seen: new Date(lastSeen).toISOString(),
    }))
    return { body: { object: 'list', total: values.length, data: values } }
  },
}

/** The record that the path names, if the caller sees it. */
export async function findLog(
  { path }: Pick<ApiRequest, 'path'>,
  { logs, view }: OpenView,
): Promise<StoredRecord | Failure> {
  const id = path['logId'] ?? ''
  const found = await logs.find(id, view.scope)
  return found !== undefined && isVisible(view, found)
    ? found
    : failure('not_found', `There is no log ${quoted(id)}.`)
}

/** Who reads what was said to a model is recorded before it is read. */
export async function readBodiesOf(
  request: ApiRequest,
  context: Context,
  { logs, view }: OpenView,
  { record }: StoredRecord,
): Promise<LoggedBodies | undefined | Failure> {
  const recorded = await commitChange(context, request, {
    action: 'read_bodies',
    resource: 'log',
    id: record.id,
    workspace: record.workspace ?? null,
    before: null,
    after: null,
    writes: [],
  })
  return isFailure(recorded) ? recorded : await logs.bodies(record.id, view.scope)
}
