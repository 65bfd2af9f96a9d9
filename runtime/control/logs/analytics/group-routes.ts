// Requests counted by groups: the eight of the interface, users, and keys of the metadata.
import { asText } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { SESSION_KEY } from '../../../values/session.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { isLogGroup } from '../log-group.ts'
import {
  type GroupQuery,
  type GroupTotals,
  LOG_GROUPS,
  type LogFilter,
  type LogSources,
  type LogStore,
} from '../log-store.ts'
import { type NameSources, openFilter } from '../named-filter.ts'
import { chooseColumns } from './total-columns.ts'

type Context = LogSources & NameSources

/** Further groups, those of Portkey and sessions, by their paths: what they are grouped by, and the name of the value. */
const NAMED: Readonly<Record<string, readonly [GroupQuery['by'], string]>> = {
  users: [{ metadata: '_user' }, 'user'],
  'ai-models': ['model', 'ai_model'],
  workspaces: ['workspace', 'workspace'],
  session: [{ metadata: SESSION_KEY }, 'session'],
}

const SORTS = {
  requests: 'requests',
  cost: 'cost',
  total_tokens: 'tokens',
  last_seen: 'lastSeen',
} as const satisfies Readonly<Record<string, GroupQuery['sort']>>

const handleGroups = async (request: ApiRequest, context: Context): Promise<ApiReply | Failure> => {
  const open = openFilter(request, context)
  return isFailure(open) ? open : await countGroups(request, open)
}

export const groupHandlers = {
  readGroups: handleGroups,
  readMetadataGroups: handleGroups,
} satisfies SomeHandlers<Context>

/** The reply of both routes, whose paths name a group or a key of the metadata. */
export async function countGroups(
  { path, query }: Pick<ApiRequest, 'path' | 'query'>,
  { logs, filter }: { readonly logs: Pick<LogStore, 'groups' | 'list'>; readonly filter: LogFilter },
): Promise<ApiReply | Failure> {
  const { groupBy: name = '', metadataKey: key } = path
  const [by, column]: readonly [GroupQuery['by'] | undefined, string] =
    key !== undefined
      ? [{ metadata: key }, 'metadata_value']
      : (NAMED[name] ?? [isLogGroup(name) ? name : undefined, name])
  if (by === undefined)
    return failure(
      'not_found',
      `There is no group ${quoted(name)}: groups are ${LOG_GROUPS.join(', ')}, session, users and metadata/KEY.`,
    )
  const columns = chooseColumns(asText(query['columns']), column === 'session')
  if (isFailure(columns)) return columns
  const limit = Math.min(
    Number(query['page_size']),
    columns.ofRecords === undefined ? MAX_PAGE : MAX_SESSIONS,
  )
  const { groups, total, exact } = await logs.groups({
    filter,
    by,
    sort: SORTS[query['order_by'] as keyof typeof SORTS],
    descending: query['order_by_type'] === 'desc',
    offset: Number(query['current_page']) * limit,
    limit,
    percentiles: columns.percentiles,
    ...(columns.cachedTokens && { cachedTokens: true }),
  })
  const { ofRecords } = columns
  const more = await Promise.all(
    groups.map(async ({ value }) => {
      if (ofRecords === undefined) return {}
      const metadata = { ...filter.metadata, [SESSION_KEY]: value }
      return ofRecords((await logs.list({ ...filter, metadata }, NEWEST)).records)
    }),
  )
  return {
    body: {
      object: 'list',
      ...(query['include_total'] === true && { total }),
      exact,
      data: groups.map((group, at) => ({
        [column]: showValue(group, by),
        ...columns.show(group.totals),
        ...more[at],
        object: 'analytics-group',
      })),
    },
  }
}

const MAX_PAGE = 1_000
/** Sessions of a page whose records are read. */
const MAX_SESSIONS = 100
/** Records of a session that are read for its keys, users, models and tools. */
const NEWEST = 50

/** Empty where the records have no such value. */
const showValue = ({ value }: GroupTotals, by: GroupQuery['by']): string | number | null =>
  value === '' ? null : by === 'status_code' && /^\d+$/.test(value) ? Number(value) : value
