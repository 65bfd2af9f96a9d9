// Limits with their use: what counts calls, how much is left, and when it resets.
import type { PolicyLimit } from '../../../../../schemas/generated/control-types.ts'
import { formatCount, formatMoney } from '../../format.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Meter, Text, Time } from '../../parts/values.tsx'

const amountOf = ({ type }: PolicyLimit, value: number): string =>
  type === 'cost' ? formatMoney(value) : `${formatCount(value)} ${type}`

export function LimitUse({ limit }: { readonly limit: PolicyLimit }) {
  const { used, name, period, counted_apart: apart } = limit
  const most = `${amountOf(limit, limit.limit)} ${period}`
  return used === null ? (
    <span>
      at most {most}
      {apart.length > 0 && (
        <span class="quiet" dir="auto">
          {' '}
          for each {apart.join(', ')}
        </span>
      )}
    </span>
  ) : (
    <span>
      <Meter used={used} limit={limit.limit} label={`Use of ${name}`} />
      <span class="quiet">
        {limit.type === 'cost' ? formatMoney(used) : formatCount(used)} of {most}
      </span>
    </span>
  )
}

const COLUMNS: readonly Column<PolicyLimit>[] = [
  { id: 'name', title: 'Limit', isMain: true, show: ({ name }) => <Text of={name} /> },
  { id: 'use', title: 'Use', isMain: true, show: limit => <LimitUse limit={limit} /> },
  { id: 'resets', title: 'Resets', show: ({ resets_at: at }) => <Time at={at} isRelative /> },
  {
    id: 'when',
    title: 'Counts calls where',
    show: ({ conditions }) => (conditions.length === 0 ? 'every call' : <Text of={conditions.join(', ')} />),
  },
  {
    id: 'source',
    title: 'From',
    isMain: true,
    show: ({ source, owner }) => (
      <>
        {source} {owner === 'git' && <Badge>git</Badge>}
      </>
    ),
  },
]

export const LimitTable = ({ limits }: { readonly limits: readonly PolicyLimit[] }) =>
  limits.length === 0 ? (
    <p class="quiet">Nothing limits its calls.</p>
  ) : (
    <Table label="Limits" columns={COLUMNS} rows={limits} keyOf={({ id, kind }) => `${kind} ${id}`} />
  )
