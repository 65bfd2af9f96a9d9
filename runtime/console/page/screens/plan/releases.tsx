// Releases: what each label selects and who follows it, drift from git, what was pushed, and moves with what they would change.
import { useState } from 'preact/hooks'
import type {
  DriftFinding,
  FollowingRuntime,
  PushedRelease,
  PushedReleases,
  ReleaseLabel,
  ReleaseLabelMove,
  ReleaseLabels,
} from '../../../../../schemas/generated/control-types.ts'
import { hrefOf, queryOf } from '../../address.ts'
import { hasScope, mayChange } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Text, Time } from '../../parts/values.tsx'
import { type Move, MoveDialog } from './move-dialog.tsx'
import { LIVE } from './plan-view.tsx'
import { ReleaseDifferences } from './release-differences.tsx'

export function Releases() {
  const labels = useRead<ReleaseLabels>('/v1/releases/labels', {}, { every: LIVE })
  const releases = useRead<PushedReleases>(labels.data === undefined ? undefined : '/v1/releases', {
    limit: 50,
  })
  const [move, setMove] = useState<{ readonly label: ReleaseLabel; readonly move: Move }>()
  const [from, to] = [queryOf('from'), queryOf('to')]
  return (
    <>
      <Remote loaded={labels}>
        {({ data, follows, movable }) =>
          data.length === 0 ? (
            <Empty title="No releases yet">
              <p>
                This gateway serves {follows === null ? 'a file' : `the label ${follows}`}. With{' '}
                <code>portolan push --promote</code> releases are stored, and runtimes that follow a label
                load them within two seconds.
              </p>
            </Empty>
          ) : (
            data.map(label => (
              <Label
                key={label.label}
                label={label}
                isFollowed={label.label === follows}
                isMovable={mayMove(movable)}
                onMove={next => setMove({ label, move: next })}
              />
            ))
          )
        }
      </Remote>
      {from !== undefined && to !== undefined && <ReleaseDifferences from={from} to={to} />}
      {releases.data !== undefined && releases.data.data.length > 0 && (
        <section aria-labelledby="pushed">
          <h2 id="pushed">Pushed releases</h2>
          <Table
            label="Pushed releases"
            columns={RELEASE_COLUMNS}
            rows={releases.data.data}
            keyOf={({ number }) => String(number)}
          />
        </section>
      )}
      {move !== undefined && releases.data !== undefined && (
        <MoveDialog
          label={move.label}
          move={move.move}
          releases={releases.data.data}
          onClose={() => setMove(undefined)}
          onDone={labels.reload}
        />
      )}
    </>
  )
}

const mayMove = (movable: boolean): boolean => movable && mayChange.value && hasScope('configs.promote')

const RELEASE_COLUMNS: readonly Column<PushedRelease>[] = [
  {
    id: 'number',
    title: 'Release',
    isMain: true,
    isNumber: true,
    show: ({ number }) => <Count of={number} />,
  },
  { id: 'at', title: 'Pushed', isMain: true, show: ({ pushed }) => <Time at={pushed.at} /> },
  { id: 'by', title: 'By', show: ({ pushed }) => <Text of={pushed.by} /> },
  {
    id: 'commit',
    title: 'Commit',
    show: ({ pushed }) =>
      pushed.commit === null ? (
        <Badge tone="warning">none</Badge>
      ) : (
        <>
          <code>{pushed.commit.slice(0, 12)}</code>{' '}
          {pushed.commit.endsWith('+') && <Badge tone="warning">uncommitted changes</Badge>}
        </>
      ),
  },
  { id: 'changed', title: 'Changed', show: ({ changed }) => <Text of={changed.join(', ')} /> },
  { id: 'message', title: 'Reason', show: ({ pushed }) => <Text of={pushed.message} /> },
  {
    id: 'diff',
    title: 'Compare',
    isMain: true,
    show: ({ number }) => (
      <a href={hrefOf(['plan'], { view: 'releases', from: 'live', to: String(number) })}>with live</a>
    ),
  },
]

interface LabelProps {
  readonly label: ReleaseLabel
  readonly isFollowed: boolean
  readonly isMovable: boolean
  readonly onMove: (move: Move) => void
}

function Label({ label, isFollowed, isMovable, onMove }: LabelProps) {
  const { selection, moved, rollback, drift, runtimes, history, fault } = label
  const { canary } = selection
  return (
    <section class="panel" aria-labelledby={`label-${label.label}`}>
      <div class="screen-head">
        <h2 id={`label-${label.label}`}>
          Label <bdi>{label.label}</bdi> {isFollowed && <Badge tone="accent">this process follows it</Badge>}
        </h2>
        {isMovable && (
          <div class="row">
            <button type="button" onClick={() => onMove('promote')}>
              Promote
            </button>
            <button type="button" onClick={() => onMove('canary')}>
              {canary === null ? 'Start a canary' : 'Change the canary'}
            </button>
            <button
              type="button"
              class="danger"
              disabled={rollback === null}
              onClick={() => onMove('rollback')}
            >
              {canary === null ? 'Roll back' : 'End the canary'}
            </button>
          </div>
        )}
      </div>
      {fault !== null && (
        <p class="fault" dir="auto">
          {fault}
        </p>
      )}
      <dl class="facts">
        <dt>Serves</dt>
        <dd dir="auto">
          {selection.text}
          {label.signed && (
            <>
              {' '}
              <Badge tone="good">signed</Badge>
            </>
          )}
        </dd>
        <dt>Moved</dt>
        <dd>
          <Time at={moved.at} /> by <Text of={moved.by} />
          {moved.message !== null && (
            <>
              {': '}
              <bdi>{moved.message}</bdi>
            </>
          )}
        </dd>
        {canary !== null && (
          <>
            <dt>Canary</dt>
            <dd>
              release {canary.release} serves {canary.percent} %
              {canary.sticky === null ? '' : `, by metadata.${canary.sticky}`}{' '}
              <a
                href={hrefOf(['plan'], {
                  view: 'releases',
                  from: label.label,
                  to: String(canary.release),
                })}
              >
                what differs
              </a>
            </dd>
          </>
        )}
        <dt>{canary === null ? 'A roll-back returns to' : 'Ending the canary leaves'}</dt>
        <dd dir="auto">{rollback === null ? 'nothing: nothing else was live' : rollback.text}</dd>
      </dl>
      <Drift findings={drift} />
      <Runtimes runtimes={runtimes} />
      {history.length > 0 && (
        <details>
          <summary>Earlier moves ({history.length})</summary>
          <Table
            label={`Earlier moves of ${label.label}`}
            columns={HISTORY_COLUMNS}
            rows={history}
            keyOf={({ moved: { at }, selection: { text } }) => `${at} ${text}`}
          />
        </details>
      )}
    </section>
  )
}

const HISTORY_COLUMNS: readonly Column<ReleaseLabelMove>[] = [
  { id: 'text', title: 'Served', isMain: true, show: ({ selection }) => <Text of={selection.text} /> },
  { id: 'at', title: 'From', isMain: true, show: ({ moved }) => <Time at={moved.at} /> },
  { id: 'by', title: 'By', show: ({ moved }) => <Text of={moved.by} /> },
  { id: 'why', title: 'Reason', show: ({ moved }) => <Text of={moved.message} /> },
]

const Drift = ({ findings }: { readonly findings: readonly DriftFinding[] }) => (
  <>
    <h3>Drift from git</h3>
    {findings.length === 0 ? (
      <p>
        <Badge tone="good">none known</Badge>{' '}
        <span class="quiet">portolan drift compares with a commit in CI.</span>
      </p>
    ) : (
      <ul class="plain-list">
        {findings.map(({ kind, text, objects }) => (
          <li key={kind} dir="auto">
            <Badge tone="warning">{kind.replace('_', ' ')}</Badge> {text}
            {objects.length > 0 && <span class="quiet"> {objects.join(', ')}</span>}
          </li>
        ))}
      </ul>
    )}
  </>
)

const RUNTIME_COLUMNS: readonly Column<FollowingRuntime>[] = [
  { id: 'id', title: 'Runtime', isMain: true, show: ({ id }) => <Text of={id} /> },
  {
    id: 'state',
    title: 'State',
    isMain: true,
    show: ({ running, current }) =>
      running ? (
        <Badge tone={current ? 'good' : 'warning'}>{current ? 'serves it' : 'serves another plan'}</Badge>
      ) : (
        <Badge tone="bad">silent</Badge>
      ),
  },
  { id: 'plan', title: 'Plan', show: ({ plan }) => <code>{plan.slice(0, 12)}</code> },
  { id: 'deployment', title: 'Deployment', show: ({ deployment }) => <Text of={deployment} /> },
  { id: 'seen', title: 'Seen', show: ({ seen_at: at }) => <Time at={at} isRelative /> },
]

const Runtimes = ({ runtimes }: { readonly runtimes: readonly FollowingRuntime[] }) => (
  <>
    <h3>Runtimes</h3>
    {runtimes.length === 0 ? (
      <p class="quiet">No runtime follows this label.</p>
    ) : (
      <Table label="Runtimes" columns={RUNTIME_COLUMNS} rows={runtimes} keyOf={({ id }) => id} />
    )}
  </>
)
