// Pools with what the process that replied knows of their members.
import type { LivePool, LivePoolMember } from '../../../../../schemas/generated/control-types.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Duration, Share, Text, Time, type Tone } from '../../parts/values.tsx'

const TONES: Readonly<Record<NonNullable<LivePoolMember['state']>, Tone>> = {
  ready: 'good',
  probing: 'accent',
  slow: 'warning',
  resting: 'bad',
  full: 'warning',
}

const COLUMNS: readonly Column<LivePoolMember>[] = [
  { id: 'name', title: 'Member', isMain: true, show: ({ name }) => <Text of={name} /> },
  {
    id: 'state',
    title: 'State',
    isMain: true,
    show: ({ state, rests_until: until, resting_models: models }) => (
      <>
        {state === null ? <Badge>not called yet</Badge> : <Badge tone={TONES[state]}>{state}</Badge>}
        {until !== null && (
          <>
            {' until '}
            <Time at={until} isRelative />
          </>
        )}
        {models.length > 0 && (
          <span class="quiet" dir="auto">
            {' '}
            without {models.join(', ')}
          </span>
        )}
      </>
    ),
  },
  { id: 'tier', title: 'Tier', isNumber: true, show: ({ tier }) => <Count of={tier} /> },
  {
    id: 'share',
    title: 'Of the last minute',
    isNumber: true,
    isMain: true,
    show: ({ share }) => <Share of={share} />,
  },
  { id: 'flight', title: 'In flight', isNumber: true, show: ({ in_flight: calls }) => <Count of={calls} /> },
  { id: 'latency', title: 'To content', isNumber: true, show: ({ latency }) => <Duration ms={latency} /> },
  { id: 'quota', title: 'Quota left', isNumber: true, show: ({ quota }) => <Share of={quota} /> },
  { id: 'sessions', title: 'Sessions', isNumber: true, show: ({ sessions }) => <Count of={sessions} /> },
]

export const PoolTables = ({ pools }: { readonly pools: readonly LivePool[] }) => (
  <>
    {pools.map(({ slug, owner, workspace_id: workspace, pick, sticky, members }) => (
      <section key={`${workspace}/${slug}`} aria-labelledby={`pool-${workspace}-${slug}`}>
        <h2 id={`pool-${workspace}-${slug}`}>
          Pool <bdi>@{slug}</bdi>
        </h2>
        <p class="quiet">
          Picks by {pick.replace('_', ' ')};{' '}
          {sticky.length === 0 ? 'sessions may move' : `sessions stay, by ${sticky.join(', ')}`}. Defined in{' '}
          {owner === 'git' ? 'git' : 'the API'}.
        </p>
        <Table label={`Members of ${slug}`} columns={COLUMNS} rows={members} keyOf={({ name }) => name} />
      </section>
    ))}
  </>
)
