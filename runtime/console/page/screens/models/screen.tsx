// The models that are used, which of them end and when, and what takes their place.
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { asList, asObject } from '../../../../../schemas/values/json.ts'
import { lifeSentence } from '../../../../../schemas/values/model-life.ts'
import { hrefOf, queryOf } from '../../address.ts'
import { session } from '../../api/session.ts'
import { useLoaded, useRead } from '../../api/use-request.ts'
import { formatDay } from '../../format.ts'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Empty, NoRecords, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Money, now, Text, Time, Zone } from '../../parts/values.tsx'
import { LOOKED_BACK, readUsedModels, type UsedModel } from './used-models.ts'

export default function Models() {
  const hasLogs = session.value?.gateway.has.logs !== false
  const used = useLoaded<readonly UsedModel[]>(hasLogs ? 'used models' : undefined, signal =>
    readUsedModels(now.peek(), signal),
  )
  const listed = useRead<JsonObject>(session.value?.gateway.has.calls === false ? undefined : '/v1/models')
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Models</h1>
        <Zone />
      </header>
      {!hasLogs ? (
        <NoRecords>
          the models that are called appear here; <code>portolan models</code> lists those that the project
          names.
        </NoRecords>
      ) : (
        <Remote loaded={used}>
          {rows =>
            rows.length === 0 ? (
              <Empty title={`No model was called in the last ${LOOKED_BACK} days`}>
                <p>
                  <a href={hrefOf(['connect'])}>Connect an agent or a program</a>
                </p>
              </Empty>
            ) : (
              <UsedModels rows={rows} terms={termsOf(listed.data)} />
            )
          }
        </Remote>
      )}
    </div>
  )
}

/** Prices for a million tokens and the context of a model, by its name without a slug. */
type Terms = ReadonlyMap<string, string>

function UsedModels({ rows, terms }: { readonly rows: readonly UsedModel[]; readonly terms: Terms }) {
  const search = (queryOf('search') ?? '').toLowerCase()
  const phase = queryOf('phase') ?? ''
  const shown = rows.filter(
    row =>
      (phase === '' || row.phase === phase) && `${row.provider} ${row.model}`.toLowerCase().includes(search),
  )
  const ends = rows.filter(row => row.phase !== 'living')
  return (
    <>
      {ends.length > 0 && <Endings rows={ends} terms={terms} />}
      <section aria-labelledby="used">
        <h2 id="used">Called in the last {LOOKED_BACK} days</h2>
        <FilterBar label="Filters of models">
          <TextFilter name="search" label="Model or provider" />
          <ChoiceFilter
            name="phase"
            label="Life"
            choices={[
              { value: '', title: 'All' },
              { value: 'ended', title: 'Has ended' },
              { value: 'ending', title: 'Ends soon' },
              { value: 'living', title: 'No end within 60 days' },
            ]}
          />
        </FilterBar>
        {shown.length === 0 ? (
          <Empty title="No model matches" />
        ) : (
          <Table
            label="Models that were called"
            columns={COLUMNS}
            rows={shown}
            keyOf={({ provider, model }) => `${provider}/${model}`}
            hrefOf={recordsOf}
          />
        )}
      </section>
    </>
  )
}

const recordsOf = ({ model }: UsedModel): string =>
  hrefOf(['requests'], { ai_org_model: model, period: '30d' })

const COLUMNS: readonly Column<UsedModel>[] = [
  { id: 'model', title: 'Model', isMain: true, show: ({ model }) => <Text of={model} /> },
  { id: 'provider', title: 'Provider', show: ({ provider }) => <Text of={provider} /> },
  { id: 'ends', title: 'Ends', isMain: true, show: row => <End row={row} /> },
  { id: 'next', title: 'Next', show: ({ life }) => <Text of={life?.answers ?? life?.successor} /> },
  {
    id: 'requests',
    title: 'Requests',
    isNumber: true,
    isMain: true,
    show: ({ requests }) => <Count of={requests} />,
  },
  { id: 'cost', title: 'Cost', isNumber: true, show: ({ cost }) => <Money dollars={cost} /> },
  { id: 'last', title: 'Last called', show: ({ lastSeen }) => <Time at={lastSeen} isRelative /> },
]

function End({ row: { life, phase, days } }: { readonly row: UsedModel }) {
  if (life === undefined) return <span class="quiet">not announced</span>
  if (life.ends === undefined)
    return (
      <span class="quiet">
        {life.notBefore === undefined ? 'not announced' : `not before ${formatDay(life.notBefore)}`}
      </span>
    )
  return (
    <>
      {formatDay(life.ends)}{' '}
      {phase === 'ended' ? (
        <Badge tone="bad">ended</Badge>
      ) : (
        phase === 'ending' && <Badge tone="warning">{days === 1 ? '1 day' : `${days} days`}</Badge>
      )}
    </>
  )
}

/** What has ended or ends within the days of notice: what happens, and how to change to what comes next. */
const Endings = ({ rows, terms }: { readonly rows: readonly UsedModel[]; readonly terms: Terms }) => (
  <section class="panel" aria-labelledby="endings">
    <h2 id="endings">To change soon</h2>
    <ul class="plain-list">
      {rows.map(row => (
        <Ending key={`${row.provider}/${row.model}`} row={row} terms={terms} />
      ))}
    </ul>
  </section>
)

function Ending({ row, terms }: { readonly row: UsedModel; readonly terms: Terms }) {
  const { provider, model, life, phase, requests } = row
  if (life === undefined) return null
  const next = life.answers ?? life.successor
  const today = new Date(now.peek()).toISOString().slice(0, 10)
  const prices = next === undefined ? undefined : [terms.get(model), terms.get(next)]
  return (
    <li>
      <p>
        <Badge tone={phase === 'ended' ? 'bad' : 'warning'}>
          {phase === 'ended' ? 'ended' : `${row.days} days`}
        </Badge>{' '}
        <bdi>{lifeSentence(provider, model, life, today)}</bdi>{' '}
        <span class="quiet">
          {requests} requests in {LOOKED_BACK} days.{' '}
          <a href={life.source.url} rel="noreferrer">
            Source
          </a>
          , read {formatDay(life.source.read)}
          {life.isReport === true && ', not a page of the provider'}.
        </span>
      </p>
      {prices?.[0] !== undefined && prices[1] !== undefined && (
        <p class="quiet">
          <bdi>{model}</bdi>: {prices[0]} → <bdi>{next}</bdi>: {prices[1]}
        </p>
      )}
      {next !== undefined && (
        <p>
          <a href={hrefOf(['compiler'], { replace: `${model}=${next}` })}>Prove the change</a>{' '}
          <span class="quiet">
            or{' '}
            <code>
              portolan diff --replace {model}={next}
            </code>{' '}
            in the project
          </span>
        </p>
      )}
    </li>
  )
}

function termsOf(list: JsonObject | undefined): Terms {
  const terms = new Map<string, string>()
  for (const entry of asList(list?.['data']).map(asObject)) {
    const { input, output } = asObject(entry['prices'])
    const { id, context_window: context } = entry
    if (typeof id !== 'string' || typeof input !== 'number' || typeof output !== 'number') continue
    const size = typeof context === 'number' ? `, ${Math.round(context / 1000)}k tokens` : ''
    terms.set(id.slice(id.indexOf('/') + 1), `$${input} in, $${output} out per million${size}`)
  }
  return terms
}
