// Reads the audit log. Its entries are named by their time, so a period is a range of the list; the newest come first.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { failure } from '../../values/failures.ts'
import type { ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { AUDIT, STORE_REQUIRED } from '../core/commit-change.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { pageOf } from '../core/pages.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'

type Context = Pick<ControlSources, 'store'>

const PAGE = 1_000
/** More entries are not read for one request: the period must be shorter. */
const MAX_READ = 100_000

export const auditHandlers = {
  listAuditLogs: async (request, { store }) => {
    if (store === undefined) return STORE_REQUIRED
    const { start_time: start, end_time: end } = request.query
    const [from, to] = [toIso(start), toIso(end)]
    if (from > to)
      return failure('invalid_request', 'start_time must be before end_time.', { param: 'start_time' })
    const entries = await readPeriod(store, from, to)
    if (entries === undefined)
      return failure(
        'invalid_request',
        `The period has more than ${MAX_READ} changes: choose a shorter one.`,
        {
          param: 'start_time',
        },
      )
    const found = entries.filter(({ value }) => isWanted(value, request.query))
    return {
      body: {
        object: 'list',
        total: found.length,
        records: pageOf(found, request).map(({ id, value }) => ({ id, ...value })),
      },
    }
  },
} satisfies SomeHandlers<Context>

const toIso = (time: ApiRequest['query'][string]): string => new Date(String(time)).toISOString()

async function readPeriod(
  store: ResourceStore,
  from: string,
  to: string,
): Promise<readonly Resource[] | undefined> {
  const entries: Resource[] = []
  // "~" sorts after every identifier that begins with this time.
  for (let after = `${to}~`; ; ) {
    const page = await store.list(AUDIT, { limit: PAGE, after, descending: true })
    const within = page.filter(({ id }) => id >= from)
    entries.push(...within)
    if (entries.length > MAX_READ) return undefined
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE || within.length < page.length) return entries
    after = last.id
  }
}

const isWanted = (value: JsonObject, query: ApiRequest['query']): boolean =>
  ['method', 'user', 'resource_type', 'action'].every(
    name => query[name] === undefined || asText(value[name]) === query[name],
  ) &&
  (query['uri'] === undefined || (asText(value['uri']) ?? '').includes(String(query['uri'])))
