// Keys as rows, with the limit of their own that has the least left.
import type { ApiKeyObject, KeyPolicy } from '../../../../../schemas/generated/control-types.ts'
import { hrefOf } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Text, Time, type Tone } from '../../parts/values.tsx'
import { LimitUse } from './limit-table.tsx'

export const KEY_TONES: Readonly<Record<ApiKeyObject['status'], Tone>> = {
  active: 'good',
  disabled: 'quiet',
  exhausted: 'bad',
  expired: 'warning',
}

export const KEY_TYPES: Readonly<Record<ApiKeyObject['type'], string>> = {
  'organisation-service': 'service of the organisation',
  'workspace-service': 'service',
  'workspace-user': 'person',
}

const COLUMNS: readonly Column<ApiKeyObject>[] = [
  { id: 'name', title: 'Key', isMain: true, show: ({ name }) => <Text of={name} /> },
  {
    id: 'status',
    title: 'Status',
    isMain: true,
    show: ({ status }) => <Badge tone={KEY_TONES[status]}>{status}</Badge>,
  },
  { id: 'use', title: 'Use of its limits', isMain: true, show: key => <Use of={key} /> },
  { id: 'reset', title: 'Resets', show: ({ next_usage_reset_at: at }) => <Time at={at} isRelative /> },
  { id: 'type', title: 'For', show: ({ type }) => KEY_TYPES[type] },
  {
    id: 'masked',
    title: 'Secret',
    show: ({ masked_key: masked }) =>
      masked === null ? <span class="quiet">in git, as a hash</span> : <code>{masked}</code>,
  },
  {
    id: 'owner',
    title: 'Defined in',
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
  { id: 'expires', title: 'Expires', show: ({ expires_at: at }) => <Time at={at} isRelative /> },
]

/** Read for each row that has limits. */
function Use({ of: key }: { readonly of: ApiKeyObject }) {
  const { id, usage_limits: budget, rate_limits: rates, limit_profile: profile } = key
  const isLimited = budget !== null || rates.length > 0 || profile !== null
  const policy = useRead<KeyPolicy>(isLimited ? `/v1/api-keys/${encodeURIComponent(id)}/policy` : undefined)
  if (!isLimited) return <span class="quiet">no limits of its own</span>
  const own = policy.data?.limits.filter(({ source }) => /^the (?:key$|limit profile )/.test(source)) ?? []
  const shown = own.find(({ kind }) => kind === 'usage') ?? own[0]
  return shown === undefined ? <span class="quiet">…</span> : <LimitUse limit={shown} />
}

export const KeyTable = ({
  label,
  keys,
}: {
  readonly label: string
  readonly keys: readonly ApiKeyObject[]
}) => (
  <Table
    label={label}
    columns={COLUMNS}
    rows={keys}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => hrefOf(['keys', id])}
  />
)
