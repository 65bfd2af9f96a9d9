// The list of requests: filters of the server in the address, pages by cursor, and a tail that follows what comes, until the pointer or
// the focus is on it.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { LogEntry, LogFacets, LogList } from '../../../../../schemas/generated/control-types.ts'
import { address, changeQuery, queryOf } from '../../address.ts'
import { type ApiQuery, api } from '../../api/client.ts'
import { type Loaded, useLoaded, useRead } from '../../api/use-request.ts'
import { formatCount } from '../../format.ts'
import { periodQuery, usePeriod } from '../../parts/period.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Duration, Money, Status, Text, Time } from '../../parts/values.tsx'
import { FILTERS, RequestFilters } from './request-filters.tsx'
import { type RecordedValues, readSearch, type SearchMeaning } from './request-search.ts'
import { listed, requestHref } from './request-view.ts'

const PAGE = 100
/** Milliseconds between two looks of the tail, and two counts. */
const LOOK = 2_000
const COUNT = 15_000
const DAY = 86_400_000
/** Clocks of clients that report requests may be ahead. */
const AHEAD = 60_000

export function RequestList({ open }: { readonly open: string | undefined }) {
  const period = usePeriod('1h')
  const meaning = useMeaning()
  const { query } = address.value
  const cursor = queryOf('cursor')
  const filters: ApiQuery = {
    ...Object.fromEntries(Object.keys(FILTERS).map(name => [name, query[name]])),
    ...meaning.filters,
  }
  const isTail = period.length !== undefined && cursor === undefined
  const follows = isTail && queryOf('live') !== 'off'
  /** A period that ends now moves on with each look, and the list stays the same. */
  const periodNow = () => {
    if (period.length === undefined) return periodQuery(period)
    const to = Date.now() + AHEAD
    return periodQuery({ from: to - AHEAD - (period.to - period.from), to })
  }
  const view = JSON.stringify([
    filters,
    period.length ?? [period.from, period.to],
    cursor ?? '',
    period.length === undefined ? '' : period.to - period.from,
  ])
  const page = useLoaded<LogList>(
    `requests ${view}`,
    signal => api.get('/v1/logs', { ...periodNow(), ...filters, cursor, page_size: PAGE }, signal),
    { every: follows ? LOOK : undefined },
  )
  const total = useLoaded<LogList>(
    `requests counted ${view}`,
    signal => api.get('/v1/logs', { ...periodNow(), ...filters, page_size: 1, include_total: true }, signal),
    { every: period.length === undefined || period.to - period.from > DAY ? undefined : COUNT },
  )
  return (
    <>
      <RequestFilters period={period} meaning={meaning} isCompact={open !== undefined} />
      <Remote loaded={page} lines={10}>
        {data => (
          <Rows
            key={view}
            latest={data}
            total={total}
            follows={follows}
            isTail={isTail}
            open={open}
            isFiltered={Object.values(filters).some(value => value !== undefined)}
          />
        )}
      </Remote>
    </>
  )
}

/** Values that records have, for recognising words; read when something is searched. */
function useMeaning(): SearchMeaning {
  const text = queryOf('q') ?? ''
  const isWanted = text !== ''
  const facet = (name: string): Loaded<LogFacets> =>
    useRead<LogFacets>(isWanted ? `/v1/logs/facets/${name}` : undefined, {
      workspace_id: queryOf('workspace_slug'),
    })
  const [models, providers, configs, keys] = [
    facet('model'),
    facet('provider'),
    facet('config'),
    facet('api_key'),
  ]
  return useMemo(() => {
    const valuesOf = ({ data }: Loaded<LogFacets>): readonly string[] =>
      data?.data.map(({ value }) => value) ?? []
    const known: RecordedValues = {
      models: valuesOf(models),
      providers: valuesOf(providers),
      configs: valuesOf(configs),
      keys: valuesOf(keys),
    }
    return readSearch(text, known)
  }, [text, models.data, providers.data, configs.data, keys.data])
}

interface RowsProps {
  readonly latest: LogList
  readonly total: Loaded<LogList>
  readonly follows: boolean
  readonly isTail: boolean
  readonly open: string | undefined
  readonly isFiltered: boolean
}

function Rows({ latest, total, follows, isTail, open, isFiltered }: RowsProps) {
  const [isHeld, setIsHeld] = useState(false)
  const [shown, setShown] = useState(latest)
  const current = isHeld ? shown : latest
  useEffect(() => {
    if (!isHeld) setShown(latest)
  }, [latest, isHeld])
  const ids = useMemo(() => current.data.map(({ id }) => id), [current])
  useEffect(() => {
    listed.value = ids
  }, [ids])
  const known = new Set(ids)
  const fresh = latest.data.filter(({ id }) => !known.has(id)).length
  const counted = total.data?.total
  return (
    <>
      <div class="list-head">
        <p class="quiet" role="status">
          {counted === undefined ? '' : `${formatCount(counted)} ${counted === 1 ? 'request' : 'requests'}`}
        </p>
        {isTail && (
          <button
            type="button"
            class="small"
            aria-pressed={follows}
            onClick={() => changeQuery({ live: follows ? 'off' : undefined })}
          >
            {!follows ? 'Live is off' : isHeld ? 'Live, held' : 'Live'}
          </button>
        )}
        {fresh > 0 && (
          <button type="button" class="small main" onClick={() => setShown(latest)}>
            Show {fresh} new
          </button>
        )}
      </div>
      {current.data.length === 0 ? (
        <Empty
          title={
            current.next_cursor !== null
              ? 'No match in the newest part of this period'
              : isFiltered
                ? 'No request matches'
                : 'No requests in this period'
          }
        >
          <p>
            {current.next_cursor !== null
              ? 'The older part has not been searched yet: choose Older, or a shorter period.'
              : isFiltered
                ? 'Remove a filter, or choose a longer period.'
                : 'Choose a longer period. New requests appear here as they end.'}
          </p>
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: what is pointed at must not move away
        <div
          onMouseEnter={() => setIsHeld(true)}
          onMouseLeave={() => setIsHeld(false)}
          onFocusCapture={() => setIsHeld(true)}
          onBlurCapture={() => setIsHeld(false)}
        >
          <Table
            label="Requests, the newest first"
            columns={open === undefined ? COLUMNS : COMPACT}
            rows={current.data}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => requestHref(id)}
            open={open}
          />
        </div>
      )}
      <Pages page={current} />
    </>
  )
}

function Pages({ page }: { readonly page: LogList }) {
  const cursor = queryOf('cursor')
  if (cursor === undefined && page.next_cursor === null) return null
  return (
    <nav class="row pages" aria-label="Pages">
      {cursor !== undefined && (
        <button type="button" onClick={() => changeQuery({ cursor: undefined }, { replace: false })}>
          Newest
        </button>
      )}
      {page.next_cursor !== null && (
        <button
          type="button"
          onClick={() => changeQuery({ cursor: page.next_cursor ?? undefined }, { replace: false })}
        >
          Older
        </button>
      )}
    </nav>
  )
}

const userOf = ({ metadata }: LogEntry): string | undefined => {
  const user = metadata?.['_user' as keyof typeof metadata] as unknown
  return user === undefined ? undefined : String(user)
}

/** What of a request is unusual, in few words. */
function Notes({ entry }: { readonly entry: LogEntry }) {
  const { cache_status: cache, retries, message, error, client_left: left, is_outside: outside } = entry
  return (
    <span class="notes">
      {cache !== null && /HIT/.test(cache) && <Badge tone="accent">cache {cache}</Badge>}
      {retries !== null && retries !== 0 && (
        <Badge tone="warning">{retries < 0 ? 'every try failed' : `${retries} retried`}</Badge>
      )}
      {left && <Badge tone="warning">client left</Badge>}
      {outside && <Badge>reported</Badge>}
      {(error ?? message) !== null && <bdi class="note-text">{message ?? error}</bdi>}
    </span>
  )
}

const Model = ({ entry }: { readonly entry: LogEntry }) => (
  <>
    <Text of={entry.model ?? entry.endpoint ?? entry.path} />
    {entry.answered_model !== null || entry.served_model !== null ? (
      <span class="quiet">
        {' '}
        → <bdi>{entry.answered_model ?? entry.served_model}</bdi>
      </span>
    ) : null}
  </>
)

const TIME: Column<LogEntry> = {
  id: 'time',
  title: 'Time',
  isMain: true,
  show: entry => <Time at={entry.created_at} />,
}
const STATUS: Column<LogEntry> = {
  id: 'status',
  title: 'Status',
  isMain: true,
  show: entry => (
    <>
      <Status of={entry.status_code} />
      {!entry.is_success && entry.status_code < 400 && <Badge tone="bad">broken</Badge>}
    </>
  ),
}
const MODEL: Column<LogEntry> = {
  id: 'model',
  title: 'Model',
  isMain: true,
  show: entry => <Model entry={entry} />,
}

const COLUMNS: readonly Column<LogEntry>[] = [
  TIME,
  STATUS,
  MODEL,
  { id: 'provider', title: 'Provider', show: entry => <Text of={entry.provider} /> },
  { id: 'who', title: 'Who', show: entry => <Text of={userOf(entry) ?? entry.api_key_id} /> },
  {
    id: 'input',
    title: 'Input',
    isNumber: true,
    show: entry => <Count of={entry.input_tokens} />,
  },
  { id: 'output', title: 'Output', isNumber: true, show: entry => <Count of={entry.output_tokens} /> },
  { id: 'cost', title: 'Cost', isNumber: true, isMain: true, show: entry => <Money dollars={entry.cost} /> },
  { id: 'latency', title: 'Took', isNumber: true, show: entry => <Duration ms={entry.latency} /> },
  { id: 'notes', title: 'Notes', show: entry => <Notes entry={entry} /> },
]

/** Beside a request that is open. */
const COMPACT: readonly Column<LogEntry>[] = [TIME, STATUS, MODEL]
