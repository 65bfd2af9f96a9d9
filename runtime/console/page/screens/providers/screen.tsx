// Stored providers and pools: where they are defined, whether calls can use them, and how the members of pools fare at this process.
import type {
  LivePool,
  LivePoolMember,
  PlanList,
  Provider,
  ProviderList,
} from '../../../../../schemas/generated/control-types.ts'
import { hrefOf, queryOf } from '../../address.ts'
import { hasScope } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Duration, Meter, Share, Text, Time, Zone } from '../../parts/values.tsx'

/** Milliseconds between two looks at members, whose state changes with each call. */
const REFRESH = 3000

export default function Providers() {
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Providers and pools</h1>
        <Zone />
      </header>
      <Stored />
      {hasScope('configs.list') && <Pools />}
    </div>
  )
}

const recordsOf = (slug: string): string => hrefOf(['requests'], { virtual_keys: slug, period: '24h' })

const COLUMNS: readonly Column<Provider>[] = [
  { id: 'slug', title: 'Slug', isMain: true, show: ({ slug }) => <Text of={`@${slug}`} /> },
  { id: 'provider', title: 'Provider', show: ({ ai_provider_id: id }) => <Text of={id} /> },
  {
    id: 'status',
    title: 'Status',
    isMain: true,
    show: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'bad'}>{status}</Badge>,
  },
  {
    id: 'owner',
    title: 'Defined in',
    isMain: true,
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
  { id: 'expires', title: 'Expires', show: ({ expires_at: at }) => <Time at={at} isRelative /> },
  { id: 'reset', title: 'Usage resets', show: ({ next_usage_reset_at: at }) => <Time at={at} isRelative /> },
]

function Stored() {
  const providers = useRead<ProviderList>('/v1/providers', { page_size: 200 })
  const search = (queryOf('search') ?? '').toLowerCase()
  return (
    <section aria-labelledby="stored">
      <h2 id="stored">Stored providers</h2>
      <FilterBar label="Filters of providers">
        <TextFilter name="search" label="Slug or provider" />
      </FilterBar>
      <Remote loaded={providers} lines={4}>
        {({ data, total }) => {
          const shown = data.filter(({ slug, ai_provider_id: id }) =>
            `${slug} ${id}`.toLowerCase().includes(search),
          )
          if (shown.length === 0)
            return (
              <Empty title={data.length === 0 ? 'No stored providers' : 'No provider matches'}>
                <p>Providers are written in gateway.yaml, or saved by the API as integrations.</p>
              </Empty>
            )
          return (
            <>
              <Table
                label="Stored providers"
                columns={COLUMNS}
                rows={shown}
                keyOf={({ id }) => id}
                hrefOf={({ slug }) => recordsOf(slug)}
              />
              {total > data.length && (
                <p class="quiet">
                  The first {data.length} of {total}.
                </p>
              )}
            </>
          )
        }}
      </Remote>
    </section>
  )
}

function Pools() {
  const plans = useRead<PlanList>('/v1/plans', { page_size: 1 }, { every: REFRESH })
  return (
    <section aria-labelledby="pools">
      <h2 id="pools">Pools</h2>
      <Remote loaded={plans} lines={3}>
        {({ pools, process }) =>
          pools.length === 0 ? (
            <Empty title="No pools">
              <p>
                A pool serves one slug by several keys, accounts, regions or vendors: <code>pools:</code> in
                gateway.yaml.
              </p>
            </Empty>
          ) : (
            <div class="stack">
              <p class="quiet">{process.note}</p>
              {pools.map(pool => (
                <Pool key={pool.slug} pool={pool} />
              ))}
            </div>
          )
        }
      </Remote>
    </section>
  )
}

const Pool = ({ pool: { slug, owner, pick, members, used } }: { readonly pool: LivePool }) => (
  <article class="panel" aria-label={`Pool ${slug}`}>
    <h3>
      <a href={recordsOf(slug)}>
        <bdi>@{slug}</bdi>
      </a>{' '}
      <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>{' '}
      <span class="quiet">picks by {pick.replaceAll('_', ' ')}</span>
    </h3>
    {!used && <p class="quiet">No call has used it since this process began.</p>}
    <Table label={`Members of ${slug}`} columns={MEMBERS} rows={members} keyOf={({ name }) => name} />
  </article>
)

const MEMBERS: readonly Column<LivePoolMember>[] = [
  { id: 'name', title: 'Member', isMain: true, show: ({ name }) => <Text of={name} /> },
  { id: 'provider', title: 'Provider', show: ({ provider }) => <Text of={`@${provider}`} /> },
  { id: 'tier', title: 'Tier', isNumber: true, show: ({ tier }) => <Count of={tier} /> },
  { id: 'state', title: 'State', isMain: true, show: member => <State member={member} /> },
  {
    id: 'share',
    title: 'Last minute',
    isNumber: true,
    isMain: true,
    show: ({ share }) => <Share of={share} />,
  },
  { id: 'flight', title: 'In flight', isNumber: true, show: ({ in_flight: calls }) => <Count of={calls} /> },
  { id: 'latency', title: 'To content', isNumber: true, show: ({ latency }) => <Duration ms={latency} /> },
  {
    id: 'quota',
    title: 'Quota left',
    show: ({ name, quota }) =>
      quota === null ? (
        <span class="none">–</span>
      ) : (
        <Meter used={1 - quota} limit={1} label={`Quota of ${name}`} />
      ),
  },
  { id: 'sessions', title: 'Sessions', isNumber: true, show: ({ sessions }) => <Count of={sessions} /> },
]

const State = ({
  member: { state, rests_until: until, resting_models: models },
}: {
  readonly member: LivePoolMember
}) => (
  <>
    {state === null ? (
      <span class="none">–</span>
    ) : (
      <Badge tone={until === null ? 'good' : 'warning'}>{state}</Badge>
    )}
    {until !== null && (
      <>
        {' '}
        until <Time at={until} />
      </>
    )}
    {models.length > 0 && <span class="quiet"> for {models.length} models</span>}
  </>
)
