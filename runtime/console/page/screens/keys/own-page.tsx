// The caller's own page: what it may do, and for people their keys and what they used this month.
import type {
  AnalyticsGroups,
  ApiKeyList,
  KeyPolicy,
} from '../../../../../schemas/generated/control-types.ts'
import { hrefOf } from '../../address.ts'
import { hasScope } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Count, Money, Text } from '../../parts/values.tsx'
import { KeyTable } from './key-table.tsx'
import { PolicyView } from './policy-view.tsx'

export function OwnPage() {
  const policy = useRead<KeyPolicy>('/v1/api-keys/self/policy', {}, { every: 10_000 })
  return (
    <Remote loaded={policy}>
      {data => (
        <>
          <p>
            You are <Text of={data.subject.name} />.
          </p>
          {data.subject.user_id !== null && <OwnKeys person={data.subject.user_id} />}
          <PolicyView policy={data} />
        </>
      )}
    </Remote>
  )
}

function OwnKeys({ person }: { readonly person: string }) {
  const keys = useRead<ApiKeyList>('/v1/api-keys', { user_id: person, page_size: 25 })
  const ids = keys.data?.data.map(({ id }) => id) ?? []
  return (
    <>
      <section aria-labelledby="own-keys">
        <h2 id="own-keys">My keys</h2>
        <Remote loaded={keys} lines={3}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="You have no keys">
                <p>
                  <a href={hrefOf(['keys'])}>Make one</a>, or sign in from a terminal with{' '}
                  <code>portolan login</code>.
                </p>
              </Empty>
            ) : (
              <KeyTable label="My keys" keys={data} />
            )
          }
        </Remote>
      </section>
      {ids.length > 0 && hasScope('analytics.view') && <OwnUse keys={ids} />}
    </>
  )
}

interface ModelUse {
  readonly model: string
  readonly requests: number
  readonly cost: number | null
  readonly total_tokens: number
}

const USE_COLUMNS: readonly Column<ModelUse>[] = [
  { id: 'model', title: 'Model', isMain: true, show: ({ model }) => <Text of={model} /> },
  {
    id: 'requests',
    title: 'Requests',
    isNumber: true,
    isMain: true,
    show: ({ requests }) => <Count of={requests} />,
  },
  { id: 'tokens', title: 'Tokens', isNumber: true, show: ({ total_tokens: all }) => <Count of={all} /> },
  { id: 'cost', title: 'Cost', isNumber: true, isMain: true, show: ({ cost }) => <Money dollars={cost} /> },
]

/** Since the first of the month, when budgets of months begin. */
function OwnUse({ keys }: { readonly keys: readonly string[] }) {
  const today = new Date()
  const begin = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)).toISOString()
  const use = useRead<AnalyticsGroups>('/v1/analytics/groups/model', {
    time_of_generation_min: begin,
    api_key_ids: keys.join(','),
    columns: 'cost,total_tokens',
  })
  return (
    <section aria-labelledby="own-use">
      <h2 id="own-use">My use this month</h2>
      <Remote loaded={use} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No requests since the first of the month.</p>
          ) : (
            <Table
              label="My use by model"
              columns={USE_COLUMNS}
              rows={data as unknown as readonly ModelUse[]}
              keyOf={({ model }) => model}
            />
          )
        }
      </Remote>
      <p>
        <a href={hrefOf(['requests'], { api_key_ids: keys.join(',') })}>My requests</a>
      </p>
    </section>
  )
}
