// Traffic, latency, errors, cost, cache and limits of a period: every figure is over all records of it, and a link to them.
import type { AnalyticsGraph, AnalyticsGroups } from '../../../../../schemas/generated/control-types.ts'
import { asObject, type JsonObject } from '../../../../../schemas/values/json.ts'
import { address, changeQuery, hrefOf, type QueryChange, queryOf } from '../../address.ts'
import { session } from '../../api/session.ts'
import { type Loaded, useRead } from '../../api/use-request.ts'
import { formatCompact, formatDuration, formatMoney, formatShare, timeZone } from '../../format.ts'
import { Chart, type Series } from '../../parts/chart.tsx'
import { FilterBar, FilterMarks } from '../../parts/filter-bar.tsx'
import { type Period, PeriodFilter, periodQuery, stepOf, usePeriod } from '../../parts/period.tsx'
import { Empty, Failed, NoRecords, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Count, Duration, Money, Share, Text, Zone } from '../../parts/values.tsx'

/** Filters of records that the view can be restricted to, by their names in the address. */
const FILTERS: Readonly<Record<string, string>> = {
  workspace_slug: 'Workspace',
  ai_org_model: 'Model',
  virtual_keys: 'Provider',
  api_key_ids: 'Key',
  configs: 'Config',
  status_code: 'Status',
}

type Totals = Readonly<Record<string, number | null>>

export default function Overview() {
  const period = usePeriod('24h')
  const { query } = address.value
  const filters = Object.fromEntries(Object.keys(FILTERS).map(name => [name, query[name]]))
  if (session.value?.gateway.has.logs === false)
    return (
      <div class="stack">
        <h1>Overview</h1>
        <NoRecords>traffic, latency, errors and cost of every request appear here.</NoRecords>
      </div>
    )
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Overview</h1>
        <Zone />
      </header>
      <FilterBar label="Period and filters">
        <PeriodFilter period={period} />
      </FilterBar>
      <FilterMarks
        marks={Object.entries(FILTERS).flatMap(([name, title]) => {
          const value = queryOf(name)
          return value === undefined ? [] : [{ name, title, value }]
        })}
      />
      <Traffic period={period} filters={filters} />
    </div>
  )
}

interface ViewProps {
  readonly period: Period
  readonly filters: QueryChange
}

/** The address of the records that a figure is of. */
const recordsHref = ({ period, filters }: ViewProps, more: QueryChange = {}): string =>
  hrefOf(['requests'], {
    ...filters,
    ...(period.length === undefined
      ? { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() }
      : { period: period.length }),
    ...more,
  })

function useGraph(graph: string, { period, filters }: ViewProps): Loaded<AnalyticsGraph> {
  return useRead<AnalyticsGraph>(`/v1/analytics/graphs/${graph}`, {
    ...periodQuery(period),
    ...filters,
    step: stepOf(period),
    time_zone: timeZone,
  })
}

function Traffic(view: ViewProps) {
  const requests = useGraph('requests', view)
  const errors = useGraph('errors', view)
  const latency = useGraph('latency', view)
  const firstToken = useGraph('first-token', view)
  const cost = useGraph('cost', view)
  const tokens = useGraph('tokens', view)
  const cache = useGraph('cache-hit-rate', view)
  const statuses = useGraph('errors-status-code', view)
  const limits = useGraph('limits', view)
  if (requests.data === undefined && requests.refusal !== undefined)
    return <Failed refusal={requests.refusal} retry={requests.reload} />
  const total = totalsOf(requests)['total'] ?? 0
  if (requests.data !== undefined && total === 0)
    return (
      <Empty title="No requests in this period">
        <p>
          Choose a longer period, or <a href={hrefOf(['connect'])}>connect an agent or a program</a>.
        </p>
      </Empty>
    )
  return (
    <>
      <dl class="figures">
        <Figure title="Requests" href={recordsHref(view)}>
          <Count of={totalsOf(requests)['total']} />
        </Figure>
        <Figure
          title="Errors"
          href={recordsHref(view, { is_success: 'false' })}
          note={shareOf(totalsOf(errors)['total'], total)}
        >
          <Count of={totalsOf(errors)['total']} />
        </Figure>
        <Figure title="Latency, median" href={recordsHref(view)} note={note99(totalsOf(latency)['p99'])}>
          <Duration ms={totalsOf(latency)['p50']} />
        </Figure>
        <Figure
          title="First token, median"
          href={recordsHref(view)}
          note={note99(totalsOf(firstToken)['p99'])}
        >
          <Duration ms={totalsOf(firstToken)['p50']} />
        </Figure>
        <Figure title="Cost" href={recordsHref(view)} note={unpricedNote(totalsOf(cost)['unpriced'])}>
          <Money dollars={totalsOf(cost)['total']} />
        </Figure>
        <Figure title="Tokens" href={recordsHref(view)}>
          <Count of={totalsOf(tokens)['total']} />
        </Figure>
        <Figure
          title="Cache hits"
          href={recordsHref(view, { cache_status: 'HIT,SEMANTIC HIT' })}
          note={cacheNote(totalsOf(cache))}
        >
          <Count of={totalsOf(cache)['hits']} />
        </Figure>
      </dl>
      <div class="panels">
        <Panel title="Requests" loaded={requests}>
          {graph => (
            <Chart
              {...chartOf(graph, [['Requests', '--series-1', 'total']])}
              form="bars"
              label="Requests over time"
              format={formatCompact}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Errors by status" loaded={statuses}>
          {graph => (
            <Chart
              {...chartOf(graph, statusSeries(graph), point => asObject(point['status_codes']))}
              form="bars"
              label="Errors by status over time"
              format={formatCompact}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Latency" loaded={latency}>
          {graph => (
            <Chart
              {...chartOf(graph, PERCENTILES)}
              label="Latency over time"
              format={formatDuration}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Time to first token" loaded={firstToken}>
          {graph => (
            <Chart
              {...chartOf(graph, PERCENTILES)}
              label="Time to first token"
              format={formatDuration}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Cost" loaded={cost}>
          {graph => (
            <Chart
              {...chartOf(graph, [['US dollars', '--series-3', 'total']])}
              form="bars"
              label="Cost over time"
              format={formatMoney}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Tokens" loaded={tokens}>
          {graph => (
            <Chart
              {...chartOf(graph, [
                ['Output', '--series-2', 'output'],
                ['Input', '--series-1', 'input'],
              ])}
              form="bars"
              label="Tokens over time"
              format={formatCompact}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Cache hits" loaded={cache}>
          {graph => (
            <Chart
              {...chartOf(graph, [['Share of lookups', '--series-4', 'rate']])}
              label="Share of lookups that the cache answered"
              format={formatShare}
              onSelect={select}
            />
          )}
        </Panel>
        <Panel title="Refused by limits" loaded={limits}>
          {graph =>
            limitNames(graph).length === 0 ? (
              <p class="quiet">No limit refused a request in this period.</p>
            ) : (
              <Chart
                {...chartOf(graph, seriesOf(limitNames(graph)), point => asObject(point['limits']))}
                form="bars"
                label="Requests that limits refused"
                format={formatCompact}
                onSelect={select}
              />
            )
          }
        </Panel>
      </div>
      <div class="panels">
        {GROUPS.map(group => (
          <Groups key={group.id} {...group} view={view} />
        ))}
      </div>
    </>
  )
}

const PERCENTILES = [
  ['Median', '--series-1', 'p50'],
  ['90 %', '--series-2', 'p90'],
  ['99 %', '--series-5', 'p99'],
] as const

const select = (from: number, to: number): void =>
  changeQuery(
    { period: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    { replace: false },
  )

const totalsOf = ({ data }: Loaded<AnalyticsGraph>): Totals => (data?.summary ?? {}) as Totals

const shareOf = (part: number | null | undefined, whole: number): string | undefined =>
  typeof part === 'number' && whole > 0 ? `${formatShare(part / whole)} of requests` : undefined

const note99 = (milliseconds: number | null | undefined): string | undefined =>
  typeof milliseconds === 'number' ? `99 % within ${formatDuration(milliseconds)}` : undefined

const unpricedNote = (unpriced: number | null | undefined): string | undefined =>
  typeof unpriced === 'number' && unpriced > 0 ? `without ${unpriced} requests of unknown price` : undefined

const cacheNote = ({ rate, lookups }: Totals): string | undefined =>
  typeof rate === 'number' && (lookups ?? 0) > 0 ? `${formatShare(rate)} of ${lookups} lookups` : 'no lookups'

interface FigureProps {
  readonly title: string
  readonly href: string
  readonly note?: string | undefined
  readonly children: preact.ComponentChildren
}

const Figure = ({ title, href, note, children }: FigureProps) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <a href={href}>
        {children}
        <span class="unseen"> – show the requests</span>
      </a>
      <small>{note}</small>
    </dd>
  </div>
)

interface PanelProps {
  readonly title: string
  readonly loaded: Loaded<AnalyticsGraph>
  readonly children: (graph: AnalyticsGraph) => preact.ComponentChildren
}

const Panel = ({ title, loaded, children }: PanelProps) => (
  <section class="panel">
    <h2>{title}</h2>
    <Remote loaded={loaded} lines={7}>
      {children}
    </Remote>
  </section>
)

type SeriesSource = readonly [title: string, colour: string, name: string]

/** `read` finds the values of a point, where they are not the point itself. */
function chartOf(
  { data_points: points }: AnalyticsGraph,
  sources: readonly SeriesSource[],
  read: (point: JsonObject) => JsonObject = point => point,
): { readonly times: readonly number[]; readonly series: readonly Series[] } {
  const values = points.map(point => read(point as JsonObject))
  return {
    times: points.map(({ timestamp }) => Date.parse(timestamp)),
    series: sources.map(([title, colour, name]) => ({
      title,
      colour,
      values: values.map(each => {
        const value = each[name]
        return typeof value === 'number' ? value : null
      }),
    })),
  }
}

const COLOURS = ['--series-5', '--series-2', '--series-4', '--series-1', '--series-3', '--series-6'] as const

/** Each name with a colour of its own as long as there are enough. */
const seriesOf = (names: readonly string[]): readonly SeriesSource[] =>
  names.map((name, at) => [name, COLOURS[at % COLOURS.length] ?? '--series-6', name])

const statusSeries = ({ summary }: AnalyticsGraph): readonly SeriesSource[] =>
  seriesOf(Object.keys(summary).sort())

const limitNames = ({ summary }: AnalyticsGraph): readonly string[] =>
  Object.keys(asObject((summary as JsonObject)['limits'])).sort()

interface Group {
  readonly id: string
  readonly title: string
  /** The filter of records that a value of the group is. */
  readonly filter: string
}

const GROUPS: readonly Group[] = [
  { id: 'model', title: 'Models', filter: 'ai_org_model' },
  { id: 'provider', title: 'Providers', filter: 'virtual_keys' },
  { id: 'api_key', title: 'Keys', filter: 'api_key_ids' },
  { id: 'config', title: 'Configs', filter: 'configs' },
]

type GroupRow = Readonly<Record<string, unknown>>

const numberOf = (row: GroupRow, name: string): number | null => {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

function Groups({ id, title, filter, view }: Group & { readonly view: ViewProps }) {
  const { period, filters } = view
  const groups = useRead<AnalyticsGroups>(`/v1/analytics/groups/${id}`, {
    ...periodQuery(period),
    ...filters,
    columns: 'cost,p95_latency,success_rate',
    page_size: 8,
    include_total: true,
  })
  const nameOfRow = (row: GroupRow): string | undefined => {
    const value = row[id]
    return value === null || value === undefined ? undefined : String(value)
  }
  const columns: readonly Column<GroupRow>[] = [
    { id: 'name', title: title.replace(/s$/, ''), isMain: true, show: row => <Text of={nameOfRow(row)} /> },
    {
      id: 'requests',
      title: 'Requests',
      isNumber: true,
      isMain: true,
      show: row => <Count of={numberOf(row, 'requests')} />,
    },
    {
      id: 'cost',
      title: 'Cost',
      isNumber: true,
      isMain: true,
      show: row => <Money dollars={numberOf(row, 'cost')} />,
    },
    {
      id: 'p95',
      title: '95 % within',
      isNumber: true,
      show: row => <Duration ms={numberOf(row, 'p95_latency')} />,
    },
    {
      id: 'success',
      title: 'Success',
      isNumber: true,
      show: row => <Share of={numberOf(row, 'success_rate')} />,
    },
  ]
  return (
    <section class="panel">
      <h2>{title}</h2>
      <Remote loaded={groups} lines={5}>
        {({ data, total = data.length }) => (
          <>
            <Table
              label={`${title} by requests`}
              columns={columns}
              rows={data as readonly GroupRow[]}
              keyOf={row => nameOfRow(row) ?? ''}
              hrefOf={row => recordsHref(view, { [filter]: nameOfRow(row) })}
            />
            {total > data.length && <p class="quiet">and {total - data.length} more</p>}
          </>
        )}
      </Remote>
    </section>
  )
}
