// What guards have found over time, and the requests that they refused.
import type { AnalyticsGraph, LogList } from '../../../../../schemas/generated/control-types.ts'
import { asObject, type JsonObject } from '../../../../../schemas/values/json.ts'
import { changeQuery, hrefOf } from '../../address.ts'
import { session } from '../../api/session.ts'
import { type Loaded, useRead } from '../../api/use-request.ts'
import { formatCompact, timeZone } from '../../format.ts'
import { Chart, type Series } from '../../parts/chart.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { type Period, PeriodFilter, periodQuery, stepOf, usePeriod } from '../../parts/period.tsx'
import { Empty, NoRecords, Remote } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Count, Share, Status, Text, Time, Zone } from '../../parts/values.tsx'
import { GuardTester } from './guard-tester.tsx'

/** Statuses of replies that a guard has refused, and of those that it would have. */
const REFUSED = '446'

export default function Guards() {
  const period = usePeriod('24h')
  const hasLogs = session.value?.gateway.has.logs !== false
  const graph = useRead<AnalyticsGraph>(hasLogs ? '/v1/analytics/graphs/guards' : undefined, {
    ...periodQuery(period),
    step: stepOf(period),
    time_zone: timeZone,
  })
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Guards</h1>
        <Zone />
      </header>
      {!hasLogs ? (
        <NoRecords>what guards find appears here.</NoRecords>
      ) : (
        <>
          <FilterBar label="Period">
            <PeriodFilter period={period} />
          </FilterBar>
          <Results graph={graph} />
          <Refused period={period} />
        </>
      )}
      <GuardTester known={guardNames(graph.data)} />
    </div>
  )
}

const guardNames = (graph: AnalyticsGraph | undefined): readonly string[] =>
  Object.keys(asObject(asObject(graph?.summary)['guards']))

function Results({ graph }: { readonly graph: Loaded<AnalyticsGraph> }) {
  return (
    <Remote loaded={graph} lines={8}>
      {({ summary, data_points: points, exact }) => {
        const { guards, failed, denied } = summary as JsonObject
        const names = Object.keys(asObject(guards))
        if (names.length === 0)
          return (
            <Empty title="No guard ran in this period">
              <p>
                Guards are written as <code>input_guardrails</code> and <code>output_guardrails</code> of
                configs, of the gateway, and of keys.
              </p>
            </Empty>
          )
        return (
          <>
            {!exact && <p class="stale">Only the newest records of this period were read.</p>}
            <section class="panel" aria-labelledby="failed">
              <h2 id="failed">Checks that failed</h2>
              <Chart
                label="Failed checks over time"
                form="bars"
                times={points.map(({ timestamp }) => Date.parse(timestamp))}
                series={seriesOf(Object.keys(asObject(failed)), points)}
                format={formatCompact}
                onSelect={(from, to) =>
                  changeQuery(
                    { period: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
                    { replace: false },
                  )
                }
              />
            </section>
            <Table
              label="Guards"
              rows={names.map(name => ({
                name,
                runs: Number(asObject(guards)[name] ?? 0),
                failed: Number(asObject(failed)[name] ?? 0),
                denied: Number(asObject(denied)[name] ?? 0),
              }))}
              keyOf={({ name }) => name}
              columns={[
                { id: 'name', title: 'Guard', isMain: true, show: ({ name }) => <Text of={name} /> },
                {
                  id: 'runs',
                  title: 'Ran',
                  isNumber: true,
                  isMain: true,
                  show: ({ runs }) => <Count of={runs} />,
                },
                {
                  id: 'failed',
                  title: 'Failed',
                  isNumber: true,
                  isMain: true,
                  show: row => <Count of={row.failed} />,
                },
                {
                  id: 'denied',
                  title: 'Refused',
                  isNumber: true,
                  isMain: true,
                  show: row => <Count of={row.denied} />,
                },
                {
                  id: 'share',
                  title: 'Failed of all',
                  isNumber: true,
                  show: row => <Share of={row.failed / row.runs} />,
                },
              ]}
            />
          </>
        )
      }}
    </Remote>
  )
}

const COLOURS = ['--series-5', '--series-2', '--series-4', '--series-1', '--series-3', '--series-6'] as const

const seriesOf = (names: readonly string[], points: AnalyticsGraph['data_points']): readonly Series[] =>
  names.map((name, at) => ({
    title: name,
    colour: COLOURS[at % COLOURS.length] ?? '--series-6',
    values: points.map(point => Number(asObject((point as JsonObject)['failed'])[name] ?? 0)),
  }))

function Refused({ period }: { readonly period: Period }) {
  const refused = useRead<LogList>('/v1/logs', {
    ...periodQuery(period),
    status_code: REFUSED,
    page_size: 20,
  })
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Refused requests, the newest first</h2>
      <Remote loaded={refused} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No guard refused a request in this period.</p>
          ) : (
            <Table
              label="Refused requests"
              rows={data}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => hrefOf(['requests', id])}
              columns={[
                { id: 'time', title: 'Time', isMain: true, show: ({ created_at: at }) => <Time at={at} /> },
                {
                  id: 'status',
                  title: 'Status',
                  isMain: true,
                  show: ({ status_code: status }) => <Status of={status} />,
                },
                { id: 'model', title: 'Model', isMain: true, show: ({ model }) => <Text of={model} /> },
                { id: 'config', title: 'Config', show: ({ config }) => <Text of={config} /> },
                { id: 'key', title: 'Key', show: ({ api_key_id: key }) => <Text of={key} /> },
              ]}
            />
          )
        }
      </Remote>
    </section>
  )
}
