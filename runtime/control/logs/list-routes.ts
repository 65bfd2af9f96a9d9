// The list of records. It needs nothing of what other routes of records need, so commands list with it at once.
import { asList, asObject, asText, type JsonObject, toJson } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../core/api-request.ts'
import type { LogFilter, LogSources, LogStore } from './log-store.ts'
import { noRecord } from './log-view.ts'
import { type NameSources, openFilter } from './named-filter.ts'
import { showLogEntry } from './show-log.ts'

export const listHandlers = {
  listLogs: async (request, context) => {
    const open = openFilter(request, context)
    if (isFailure(open)) return open
    const reply = await listRecords(request, open)
    return asList(asObject(reply.body)['data']).length === 0 ? noRecord(open.logs, reply) : reply
  },
} satisfies SomeHandlers<LogSources & NameSources>

export async function listRecords(
  { query }: Pick<ApiRequest, 'query'>,
  { logs, filter }: { readonly logs: Pick<LogStore, 'list' | 'count'>; readonly filter: LogFilter },
): Promise<ApiReply> {
  const [page, total] = await Promise.all([
    logs.list(filter, Number(query['page_size']), asText(query['cursor'])),
    query['include_total'] === true ? logs.count(filter) : undefined,
  ])
  return {
    body: {
      object: 'list',
      ...(total !== undefined && { total }),
      has_more: page.next !== undefined,
      next_cursor: page.next ?? null,
      data: page.records.map(stored => ({
        ...showLogEntry(stored),
        ...(query['records'] === true && { record: toJson(stored.record) as JsonObject }),
      })),
    },
  }
}
