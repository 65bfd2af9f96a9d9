// One session: its requests as a tree in the order of their times, as `portolan logs session` has it, with totals that are the sums of
// these rows.
import {
  callDenials,
  fallbacksOf,
  modelsOf,
  retriesOf,
  type SessionCall,
  sessionTotals,
  sessionTree,
  toolsOf,
} from '../../../../../compiler/plan/agent-session.ts'
import type { LogList } from '../../../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../../../schemas/generated/types.ts'
import { pluralize } from '../../../../../schemas/values/format-names.ts'
import { address, hrefOf } from '../../address.ts'
import { type ApiResult, api } from '../../api/client.ts'
import { useLoaded } from '../../api/use-request.ts'
import { formatDuration } from '../../format.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PeriodFilter, periodQuery, usePeriod } from '../../parts/period.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Duration, Money, Share, Status, Text, Time } from '../../parts/values.tsx'

/** Records of a page, and of a session that are read: the newest. */
const PAGE = 500
const MOST = 2_000
/** Milliseconds between two looks at a session that may go on. */
const REFRESH = 5_000

interface Run {
  readonly records: readonly LogRecord[]
  /** There are more than are read. */
  readonly isCut: boolean
}

export function SessionRun({ id }: { readonly id: string }) {
  const period = usePeriod('7d')
  const moves = period.length !== undefined
  const loaded = useLoaded<Run>(
    `session ${JSON.stringify([id, period.length ?? [period.from, period.to]])}`,
    signal => {
      const to = moves ? Date.now() + REFRESH : period.to
      return readRun(id, periodQuery({ from: to - (period.to - period.from), to }), signal)
    },
    { every: moves ? REFRESH : undefined },
  )
  const { period: length, from, to } = address.value.query
  return (
    <>
      <nav class="row">
        <a class="button" href={hrefOf(['sessions'], { period: length, from, to })}>
          ← All sessions
        </a>
        <a class="button" href={hrefOf(['requests'], { session: id, period: length ?? '7d', from, to })}>
          Search its requests
        </a>
      </nav>
      <h2 class="session-name">
        <bdi>{id}</bdi>
      </h2>
      <FilterBar label="Period">
        <PeriodFilter period={period} />
      </FilterBar>
      <Remote loaded={loaded} lines={10}>
        {run =>
          run.records.length === 0 ? (
            <Empty title="No requests of this session in this period">
              <p>Choose a longer period.</p>
            </Empty>
          ) : (
            <Calls run={run} id={id} />
          )
        }
      </Remote>
    </>
  )
}

async function readRun(
  session: string,
  span: ReturnType<typeof periodQuery>,
  signal: AbortSignal,
): Promise<ApiResult<Run>> {
  const records: LogRecord[] = []
  let cursor: string | undefined
  do {
    const page = await api.get<LogList>(
      '/v1/logs',
      { ...span, session, records: true, page_size: PAGE, cursor },
      signal,
    )
    if (!page.ok) return page
    records.push(...page.data.data.map(({ record }) => record as unknown as LogRecord))
    cursor = page.data.next_cursor ?? undefined
  } while (cursor !== undefined && records.length < MOST)
  return { ok: true, data: { records, isCut: cursor !== undefined } }
}

function Calls({ run: { records, isCut }, id }: { readonly run: Run; readonly id: string }) {
  const tree = sessionTree(records)
  const totals = sessionTotals(tree)
  const users = [...new Set(records.flatMap(({ metadata }) => metadata?.['_user'] ?? []).map(String))]
  const keys = [...new Set(records.flatMap(({ key }) => key ?? []))]
  const start = Math.min(...tree.map(call => call.start))
  const tools = Object.entries(totals.tools).sort(([, a], [, b]) => b - a)
  return (
    <>
      {isCut && (
        <p class="warns" role="status">
          These are the newest {records.length} requests of the session, and the totals are of these.
        </p>
      )}
      <dl class="figures">
        <Figure title="Requests" note={totals.errors === 0 ? 'no errors' : `${totals.errors} failed`}>
          <Count of={totals.calls} />
        </Figure>
        <Figure
          title="Cost"
          note={totals.unpriced === 0 ? undefined : `${totals.unpriced} not priced in full`}
        >
          <Money dollars={totals.cost} />
        </Figure>
        <Figure title="Input tokens">
          <Count of={totals.input_tokens} />
        </Figure>
        <Figure title="From the cache" note="of the input">
          <Share of={totals.input_tokens === 0 ? null : totals.cached_tokens / totals.input_tokens} />
        </Figure>
        <Figure title="Output tokens">
          <Count of={totals.output_tokens} />
        </Figure>
        <Figure title="Duration" note={`idle for ${formatDuration(totals.idle_time)}`}>
          <Duration ms={totals.duration} />
        </Figure>
      </dl>
      <dl class="facts">
        <dt>Who</dt>
        <dd>
          {users.length > 0 && <bdi>{users.join(', ')}</bdi>}
          {keys.map(key => (
            <span key={key}>
              {' '}
              <span class="quiet">key</span>{' '}
              <a href={hrefOf(['keys', key])}>
                <bdi>{key}</bdi>
              </a>
            </span>
          ))}
        </dd>
        <dt>Began</dt>
        <dd>
          <Time at={start} />
        </dd>
        {tools.length > 0 && (
          <>
            <dt>Tools</dt>
            <dd class="row">
              {tools.map(([name, times]) => (
                <Badge key={name}>
                  {name} × {times}
                </Badge>
              ))}
            </dd>
          </>
        )}
        {totals.retries + totals.fallbacks + totals.denied > 0 && (
          <>
            <dt>Trouble</dt>
            <dd>
              {[
                ...(totals.retries === 0
                  ? []
                  : [totals.retries === 1 ? '1 retry' : `${totals.retries} retries`]),
                ...(totals.fallbacks === 0 ? [] : [pluralize(totals.fallbacks, 'fallback')]),
                ...(totals.denied === 0 ? [] : [`${totals.denied} denied`]),
              ].join(', ')}
            </dd>
          </>
        )}
      </dl>
      <Table
        label="Requests of the session in their order"
        columns={columnsOf(start, Math.max(1, totals.duration))}
        rows={tree}
        keyOf={({ record }) => record.id}
        hrefOf={({ record }) => hrefOf(['requests', record.id], { session: id, period: '7d' })}
      />
    </>
  )
}

interface FigureProps {
  readonly title: string
  readonly note?: string | undefined
  readonly children: preact.ComponentChildren
}

const Figure = ({ title, note, children }: FigureProps) => (
  <div>
    <dt>{title}</dt>
    <dd>
      {children}
      <small>{note}</small>
    </dd>
  </div>
)

/** Beyond it, calls are not moved any further. */
const DEEPEST = 6

function columnsOf(start: number, duration: number): readonly Column<SessionCall>[] {
  return [
    {
      id: 'time',
      title: 'Time',
      isMain: true,
      show: ({ record, depth, wait }) => (
        <span class="call" style={{ paddingInlineStart: `${Math.min(depth, DEEPEST)}rem` }}>
          <Time at={record.time} />
          {wait >= 1000 && <small class="quiet">after {formatDuration(wait)} idle</small>}
        </span>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      isMain: true,
      show: ({ record }) => (
        <>
          <Status of={record.status} />
          {record.broken !== undefined && <Badge tone="bad">broken</Badge>}
        </>
      ),
    },
    {
      id: 'what',
      title: 'What',
      isMain: true,
      show: ({ record }) => (
        <>
          <Text of={whatOf(record)} />
          {record.span?.name !== undefined && (
            <span class="quiet">
              {' '}
              <bdi>{record.span.name}</bdi>
            </span>
          )}
        </>
      ),
    },
    { id: 'tools', title: 'Tools', show: ({ record }) => <Text of={toolsOf(record).join(', ')} /> },
    {
      id: 'input',
      title: 'Input',
      isNumber: true,
      show: ({ record }) => <Count of={record.tokens?.input} />,
    },
    {
      id: 'cached',
      title: 'Cached',
      isNumber: true,
      show: ({ record: { tokens } }) => (
        <Share of={tokens === undefined || tokens.input === 0 ? null : (tokens.cached ?? 0) / tokens.input} />
      ),
    },
    {
      id: 'output',
      title: 'Output',
      isNumber: true,
      show: ({ record }) => <Count of={record.tokens?.output} />,
    },
    {
      id: 'cost',
      title: 'Cost',
      isNumber: true,
      isMain: true,
      show: ({ record }) => <Money dollars={record.cost === undefined ? undefined : record.cost / 1e9} />,
    },
    {
      id: 'took',
      title: 'Took',
      isNumber: true,
      show: ({ record }) => <Duration ms={record.milliseconds} />,
    },
    {
      id: 'timeline',
      title: 'When',
      show: call => (
        <span class="timeline" aria-hidden="true">
          <span
            style={{
              insetInlineStart: `${Math.min(99, (100 * (call.start - start)) / duration)}%`,
              inlineSize: `${Math.max(1, (100 * call.record.milliseconds) / duration)}%`,
            }}
          />
        </span>
      ),
    },
    { id: 'notes', title: 'Notes', show: ({ record }) => <Notes record={record} /> },
  ]
}

const whatOf = (record: LogRecord): string =>
  record.mcp === undefined
    ? modelsOf(record).join(' → ') || record.path
    : `${record.mcp.server} ${record.mcp.method}`

function Notes({ record }: { readonly record: LogRecord }) {
  const [retries, fallbacks] = [retriesOf(record), fallbacksOf(record)]
  const message = record.message ?? record.broken ?? record.error
  return (
    <span class="notes">
      {retries > 0 && <Badge tone="warning">{retries} retried</Badge>}
      {fallbacks > 0 && (
        <Badge tone="warning">{fallbacks === 1 ? 'fallback' : `${fallbacks} fallbacks`}</Badge>
      )}
      {record.cache !== undefined && /HIT/.test(record.cache) && (
        <Badge tone="accent">cache {record.cache}</Badge>
      )}
      {callDenials(record).map(each => (
        <Badge key={each} tone="bad">
          {each}
        </Badge>
      ))}
      {message !== undefined && <bdi class="note-text">{message}</bdi>}
    </span>
  )
}
