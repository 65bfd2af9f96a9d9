// The plan: what each config compiles to, as a live graph with circuits, pools and outcomes of targets; and releases with their moves.
import type { PlanList, ServedPlan } from '../../../../../schemas/generated/control-types.ts'
import { hrefOf, queryOf, route } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Pages, pageOfAddress } from '../../parts/pages.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Text, Zone } from '../../parts/values.tsx'
import { LIVE, PlanView } from './plan-view.tsx'
import { PoolTables } from './pool-tables.tsx'
import { Releases } from './releases.tsx'

export default function Plans() {
  const [slug] = route.value.open
  const isReleases = queryOf('view') === 'releases'
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>{slug === undefined ? 'Plans and releases' : <bdi>{slug}</bdi>}</h1>
        <Zone />
      </header>
      {slug !== undefined ? (
        <PlanView key={slug} slug={slug} />
      ) : (
        <>
          <nav class="tabs" aria-label="Parts of this screen">
            <a href={hrefOf(['plan'])} aria-current={isReleases ? undefined : 'page'}>
              Plans and pools
            </a>
            <a href={hrefOf(['plan'], { view: 'releases' })} aria-current={isReleases ? 'page' : undefined}>
              Releases
            </a>
          </nav>
          {isReleases ? <Releases /> : <PlanTable />}
        </>
      )}
    </div>
  )
}

const COLUMNS: readonly Column<ServedPlan>[] = [
  { id: 'slug', title: 'Config', isMain: true, show: ({ slug }) => <Text of={slug} /> },
  {
    id: 'status',
    title: 'State',
    isMain: true,
    show: ({ status, open_circuits: open }) =>
      status === 'failed' ? (
        <Badge tone="bad">does not compile</Badge>
      ) : status === 'archived' ? (
        <Badge>archived</Badge>
      ) : open !== null && open > 0 ? (
        <Badge tone="bad">{open === 1 ? 'a circuit is open' : `${open} circuits are open`}</Badge>
      ) : (
        <Badge tone="good">serving</Badge>
      ),
  },
  { id: 'targets', title: 'Targets', isNumber: true, show: ({ targets }) => <Count of={targets} /> },
  {
    id: 'pools',
    title: 'Pools',
    show: ({ pools }) => <Text of={pools.map(pool => `@${pool}`).join(', ')} />,
  },
  {
    id: 'reads',
    title: 'Conditions read',
    show: ({ requires: { reads } }) => <Text of={reads.join(', ')} />,
  },
  { id: 'version', title: 'Version', isNumber: true, show: ({ version }) => <Count of={version} /> },
  {
    id: 'owner',
    title: 'Defined in',
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
]

const SIZE = 50

function PlanTable() {
  const page = pageOfAddress()
  const plans = useRead<PlanList>(
    '/v1/plans',
    { name: queryOf('name'), owner: queryOf('owner'), page_size: SIZE, current_page: page },
    { every: LIVE },
  )
  const isFiltered = queryOf('name') !== undefined || queryOf('owner') !== undefined
  return (
    <>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <FilterBar label="Filters of plans">
          <TextFilter name="name" label="Config" drops={['page']} />
          <ChoiceFilter
            name="owner"
            label="Defined in"
            drops={['page']}
            choices={[
              { value: '', title: 'git or API' },
              { value: 'git', title: 'git' },
              { value: 'api', title: 'API' },
            ]}
          />
        </FilterBar>
        <Remote loaded={plans}>
          {({ data, total }) =>
            data.length === 0 ? (
              <Empty title={isFiltered ? 'No config matches' : 'No configs yet'}>
                <p>
                  A config routes requests to providers: a file in the folder <code>configs</code> of the
                  project, or one that is saved by API. Calls that name a provider need none.
                </p>
              </Empty>
            ) : (
              <>
                <Table
                  label="Plans"
                  columns={COLUMNS}
                  rows={data}
                  keyOf={({ id }) => id}
                  hrefOf={({ slug }) => hrefOf(['plan', slug])}
                />
                <Pages page={page} size={SIZE} shown={data.length} total={total} />
              </>
            )
          }
        </Remote>
      </section>
      {plans.data !== undefined && (
        <>
          <PoolTables pools={plans.data.pools} />
          <p class="quiet" dir="auto">
            {plans.data.process.note}
          </p>
        </>
      )}
    </>
  )
}
