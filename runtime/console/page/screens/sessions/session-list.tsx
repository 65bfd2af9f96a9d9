// The sessions of a period with their totals, which the server counts and sorts.
import type { AnalyticsGroups } from '../../../../../schemas/generated/control-types.ts'
import { address, changeQuery, hrefOf, queryOf } from '../../address.ts'
import { api } from '../../api/client.ts'
import { useLoaded } from '../../api/use-request.ts'
import { formatCount } from '../../format.ts'
import { FilterBar, FilterMarks, TextFilter } from '../../parts/filter-bar.tsx'
import { PeriodFilter, periodQuery, usePeriod } from '../../parts/period.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Money, Share, Text, Time } from '../../parts/values.tsx'

const PAGE = 50
/** Milliseconds between two looks at a period that ends now. */
const REFRESH = 10_000

/** Filters besides those with fields, which links of other screens set. */
const OTHERS: Readonly<Record<string, string>> = {
  workspace_slug: 'Workspace',
  api_key_ids: 'Key',
  ai_org_model: 'Model',
  virtual_keys: 'Provider',
  configs: 'Config',
}
const DROPS = ['page']
const SORTS = ['requests', 'cost', 'total_tokens', 'last_seen'] as const

/** A group as the columns that are requested. */
interface SessionRow {
  readonly session: string
  readonly requests: number
  readonly error_count: number
  readonly total_tokens: number
  readonly cached_share: number | null
  readonly cost: number | null
  readonly first_seen: string | null
  readonly last_seen: string | null
  readonly users: readonly string[]
  readonly api_keys: readonly string[]
  readonly models: readonly string[]
  readonly tools: readonly string[]
}

const REQUESTED =
  'cost,total_tokens,cached_share,error_count,first_seen,last_seen,users,api_keys,models,tools'

export function SessionList() {
  const period = usePeriod('24h')
  const { query } = address.value
  const user = queryOf('user')
  const page = Math.max(0, Number(queryOf('page') ?? '0') || 0)
  const sort = SORTS.find(each => each === queryOf('sort')) ?? 'last_seen'
  const isAscending = queryOf('direction') === 'asc'
  const filters = {
    ...Object.fromEntries(Object.keys(OTHERS).map(name => [name, query[name]])),
    session: queryOf('session'),
    metadata: user === undefined ? undefined : JSON.stringify({ _user: user }),
    order_by: sort,
    order_by_type: isAscending ? 'asc' : 'desc',
    current_page: page,
    page_size: PAGE,
    columns: REQUESTED,
  }
  const moves = period.length !== undefined
  const loaded = useLoaded<AnalyticsGroups>(
    `sessions ${JSON.stringify([filters, period.length ?? [period.from, period.to]])}`,
    signal => {
      const to = moves ? Date.now() : period.to
      const span = periodQuery({ from: to - (period.to - period.from), to })
      return api.get('/v1/analytics/groups/session', { ...span, ...filters }, signal)
    },
    { every: moves ? REFRESH : undefined },
  )
  return (
    <>
      <FilterBar label="Period and filters">
        <TextFilter name="session" label="Session" placeholder="the whole name" drops={DROPS} />
        <TextFilter name="user" label="User" placeholder="the whole name" drops={DROPS} />
        <PeriodFilter period={period} drops={DROPS} />
      </FilterBar>
      <FilterMarks
        marks={Object.entries(OTHERS).flatMap(([name, title]) => {
          const value = query[name]
          return value === undefined ? [] : [{ name, title, value }]
        })}
      />
      <Remote loaded={loaded} lines={8}>
        {({ data, total = data.length }) =>
          data.length === 0 ? (
            <Empty title="No sessions in this period">
              <p>
                Agents name their session themselves, and programs in the header <code>session</code> of the
                gateway or as <code>_session</code> of the metadata.
              </p>
              <p>
                <a href={hrefOf(['requests'])}>All requests</a>
              </p>
            </Empty>
          ) : (
            <>
              <p class="quiet" role="status">
                {formatCount(total)} {total === 1 ? 'session' : 'sessions'}
              </p>
              <Table
                label="Sessions"
                columns={COLUMNS}
                rows={data as unknown as readonly SessionRow[]}
                keyOf={({ session }) => session}
                hrefOf={({ session }) =>
                  hrefOf(['sessions', session], {
                    period: query['period'],
                    from: query['from'],
                    to: query['to'],
                  })
                }
                sort={{
                  by: sort,
                  isAscending,
                  change: column =>
                    changeQuery({
                      page: undefined,
                      sort: column === 'last_seen' ? undefined : column,
                      direction: column === sort && !isAscending ? 'asc' : undefined,
                    }),
                }}
                sortable={SORTS}
              />
              <Pages page={page} total={total} />
            </>
          )
        }
      </Remote>
    </>
  )
}

function Pages({ page, total }: { readonly page: number; readonly total: number }) {
  if (total <= PAGE && page === 0) return null
  const go = (to: number): void =>
    changeQuery({ page: to === 0 ? undefined : String(to) }, { replace: false })
  return (
    <nav class="row" aria-label="Pages">
      <button type="button" disabled={page === 0} onClick={() => go(page - 1)}>
        Previous
      </button>
      <span class="quiet">
        Page {page + 1} of {Math.max(1, Math.ceil(total / PAGE))}
      </span>
      <button type="button" disabled={(page + 1) * PAGE >= total} onClick={() => go(page + 1)}>
        Next
      </button>
    </nav>
  )
}

/** The first of some names, and how many more there are. */
const Names = ({ of: names }: { readonly of: readonly string[] }) => (
  <>
    <Text of={names.slice(0, 2).join(', ')} />
    {names.length > 2 && (
      <span class="quiet" title={names.join(', ')}>
        {' '}
        and {names.length - 2} more
      </span>
    )}
  </>
)

const COLUMNS: readonly Column<SessionRow>[] = [
  { id: 'session', title: 'Session', isMain: true, show: ({ session }) => <Text of={session} /> },
  {
    id: 'last_seen',
    title: 'Last seen',
    isMain: true,
    show: ({ last_seen: at }) => <Time at={at} isRelative />,
  },
  {
    id: 'who',
    title: 'Who',
    show: ({ users, api_keys: keys }) => <Names of={users.length > 0 ? users : keys} />,
  },
  { id: 'models', title: 'Models', show: ({ models }) => <Names of={models} /> },
  { id: 'tools', title: 'Tools', show: ({ tools }) => <Names of={tools} /> },
  {
    id: 'requests',
    title: 'Requests',
    isNumber: true,
    isMain: true,
    show: ({ requests }) => <Count of={requests} />,
  },
  {
    id: 'errors',
    title: 'Errors',
    isNumber: true,
    show: ({ error_count: errors }) =>
      errors === 0 ? <span class="none">0</span> : <Badge tone="bad">{formatCount(errors)}</Badge>,
  },
  {
    id: 'total_tokens',
    title: 'Tokens',
    isNumber: true,
    show: ({ total_tokens: tokens }) => <Count of={tokens} />,
  },
  {
    id: 'cached',
    title: 'Cached',
    isNumber: true,
    show: ({ cached_share: share }) => <Share of={share} />,
  },
  { id: 'cost', title: 'Cost', isNumber: true, isMain: true, show: ({ cost }) => <Money dollars={cost} /> },
]
