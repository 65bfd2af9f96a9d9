// Follows a label of a store: whatever it selects is loaded, soon after it was moved. The revision is polled, since hints may
// be lost; while the store is unavailable, or selects what cannot be loaded, the last bundle stays in use.
import type { Bundle } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { MemberStatus, PoolStatus } from '../../pools/pool-health.ts'
import type { Canary } from '../../values/canary.ts'
import type { Clock } from '../../values/ports.ts'
import { HEARTBEAT } from '../core/heartbeats.ts'
import { type Behind, pollStore } from '../core/poll-store.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'
import { type ComposeOptions, type ComposeResult, composeBundle } from './compose-bundle.ts'
import { type ConfigNumbers, readConfigNumbers } from './config-numbers.ts'
import { labelId, labelOf } from './label.ts'
import { RELEASE_LABEL } from './release-kinds.ts'
import { memoryMoves, type SeenMoves } from './seen-moves.ts'

export interface FollowOptions extends ComposeOptions {
  readonly project: string
  readonly label: string
  /** The moves that earlier processes have used; without it, only those that this one has. */
  readonly moves?: SeenMoves
  /** The deployment that this process serves, and the label that it follows; absent for a label that stays. */
  readonly deployment?: { readonly slug: string; readonly readLabel: () => Promise<string> }
  /** Names this process among the heartbeats of the store. */
  readonly process: string
  readonly clock: Clock
  /** What heartbeats report of the pools; absent if other threads have them. */
  readonly poolStatus?: () => readonly PoolStatus[]
  /** Loads a bundle, or returns sentences that say why it is not loaded. */
  readonly load: (bundle: Bundle, canary: Canary | undefined) => Promise<readonly string[]>
  /** Told which versions of configs are in use, whenever a selection has been taken. */
  readonly onSelected?: (numbers: ConfigNumbers) => void
  /** Called when the store has changed in any way. */
  readonly onChange?: () => void
  /** Told when the store goes away and when it is back, once each. */
  readonly onAvailable: (available: boolean, message: string) => void
  /** Called with what else an operator wants to know, once for each change. */
  readonly writeLog: (level: 'info' | 'error', message: string) => void
}

export interface Follower {
  /** Looks at the store now. */
  readonly look: () => Promise<void>
  readonly behind: Behind
  /** Loads again what is selected, even if it was refused before or is in use: secrets and certificates may have changed. */
  readonly reload: () => Promise<void>
  readonly stop: () => void
  /** Ends the heartbeats of the process, after `stop`. Without the store, they end by themselves. */
  readonly leave: () => Promise<void>
}

/** Members that a heartbeat reports at most: it is written every few seconds. */
const MAX_MEMBERS = 200

/** The pools by name, then by member, as an operator needs them. */
function poolsOf(status: readonly PoolStatus[]): JsonObject {
  let left = MAX_MEMBERS
  const pools: Record<string, Json> = {}
  for (const { pool, members } of status) {
    const shown = members.slice(0, left)
    left -= shown.length
    if (shown.length > 0) pools[pool] = Object.fromEntries(shown.map(memberOf))
  }
  return Object.keys(pools).length === 0 ? {} : { pools }
}

const memberOf = ({
  name,
  state,
  rest,
  restingModels,
  inFlight,
  share,
  latency,
  quota,
}: MemberStatus): readonly [string, JsonObject] => [
  name,
  {
    state,
    in_flight: inFlight,
    share: Math.round(share * 1000) / 1000,
    ...(rest !== undefined && { rest: Math.round(rest) }),
    ...(restingModels !== undefined && restingModels.length > 0 && { resting_models: [...restingModels] }),
    ...(latency !== undefined && { latency: Math.round(latency) }),
    ...(quota !== undefined && { quota: Math.round(quota * 1000) / 1000 }),
  },
]

/** In place of the revision of a label: it does not exist, or another one is followed from now on. */
const MISSING = -1
const MOVED = -2

/** The bundle that a label selects now, for the start of a process. */
export async function readSelected(
  store: ResourceStore,
  {
    project,
    label,
    moves,
    ...options
  }: Pick<FollowOptions, 'project' | 'label' | 'moves' | 'hash' | 'verifier'>,
): Promise<
  | (ComposeResult & { readonly revision: number; readonly move: number; readonly numbers: ConfigNumbers })
  | { readonly errors: readonly string[] }
> {
  const found = await store.read(RELEASE_LABEL, labelId(project, label))
  if (found === undefined)
    return {
      errors: [
        `The store ${store.name} has no label "${label}" of the project "${project}": portolan push --promote makes it.`,
      ],
    }
  const selected = labelOf(found)
  const { move = 0 } = selected
  if (moves !== undefined && options.verifier !== undefined && move < moves.last(label))
    return { errors: [earlierState(label, move, moves)] }
  const composed = await composeBundle(store, project, label, selected, options)
  if (composed.bundle !== undefined && options.verifier !== undefined) moves?.note(label, move)
  const numbers = await readConfigNumbers(store, project, selected, options.hash)
  return { ...composed, revision: found.revision, move, numbers }
}

/** `release 12 for 10 % of the traffic`; empty without a canary. */
const splitOf = (canary: Canary | undefined): string =>
  canary === undefined
    ? ''
    : canary.percent === 0
      ? `the decisions of release ${canary.release} are compared`
      : `release ${canary.release} for ${canary.percent} % of the traffic${canary.sticky === undefined ? '' : `, by metadata.${canary.sticky}`}`

const earlierState = (label: string, move: number, moves: SeenMoves): string =>
  `The label "${label}" is back in an earlier state, after move ${move} of ${moves.last(label)}: its signature is valid, but a label only moves on. Move it again (portolan promote, portolan rollback), or ${moves.forget} if the store was restored from a backup.`

/** `loaded` is the bundle in use, and the revision and the last move of the label that selected it. */
export function followLabel(
  store: ResourceStore,
  loaded: {
    readonly digest: string
    readonly revision: number
    readonly move: number
    readonly canary?: Canary | undefined
  },
  options: FollowOptions,
): Follower {
  const { project, deployment, clock, load, writeLog, onAvailable } = options
  let { label } = options
  let { digest, revision } = loaded
  let split = splitOf(loaded.canary)
  const { moves = memoryMoves() } = options
  moves.note(label, loaded.move)
  /** The revision of the store that has been looked at. */
  let seen = -1
  let outage: string | undefined
  let looking: Promise<void> = Promise.resolve()
  let beating: Promise<void> = Promise.resolve()
  let stopped = false
  let isForced = false
  let stopHeartbeat = (): void => {}

  const use = async (found: Resource): Promise<void> => {
    const selected = labelOf(found)
    const { move = 0 } = selected
    const composed: ComposeResult =
      options.verifier !== undefined && move < moves.last(label)
        ? { errors: [earlierState(label, move, moves)] }
        : await composeBundle(store, project, label, selected, options)
    if (composed.bundle !== undefined) moves.note(label, move)
    const errors =
      composed.bundle === undefined ? composed.errors : await take(composed.bundle, composed.canary)
    if (errors.length === 0)
      options.onSelected?.(await readConfigNumbers(store, project, selected, options.hash))
    revision = found.revision
    for (const error of errors) writeLog('error', error)
    if (errors.length > 0) writeLog('error', `The plan ${digest.slice(0, 12)} stays in use.`)
  }
  const take = async (bundle: Bundle, canary: Canary | undefined): Promise<readonly string[]> => {
    const next = splitOf(canary)
    if (bundle.digest === digest && next === split && !isForced) return []
    const errors = await load(bundle, canary)
    if (errors.length > 0) return errors
    digest = bundle.digest
    split = next
    writeLog('info', `The plan ${digest.slice(0, 12)} is now in use${next === '' ? '' : `, and ${next}`}.`)
    return []
  }
  const lookOnce = async (): Promise<void> => {
    try {
      const now = await store.revision()
      if (now !== seen || isForced) {
        options.onChange?.()
        const next = await deployment?.readLabel()
        if (next !== undefined && next !== label) {
          label = next
          revision = MOVED
        }
        const found = await store.read(RELEASE_LABEL, labelId(project, label))
        if (found === undefined) {
          if (revision !== MISSING)
            writeLog(
              'error',
              `The label "${label}" ${revision === MOVED ? 'does not exist' : 'has been deleted'}: the plan ${digest.slice(0, 12)} stays in use.`,
            )
          revision = MISSING
        } else if (found.revision !== revision || isForced) await use(found)
        isForced = false
        seen = now
        await beat()
      }
      if (outage !== undefined) onAvailable(true, `The store ${store.name} is available again.`)
      outage = undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (outage === undefined) onAvailable(false, `${reason} The plan ${digest.slice(0, 12)} stays in use.`)
      outage = reason
    }
  }
  const beat = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    const written = store.heartbeat({
      id: options.process,
      value: {
        project,
        label,
        revision: seen,
        plan: digest,
        ...(deployment && { deployment: deployment.slug }),
        ...poolsOf(options.poolStatus?.() ?? []),
      },
      at: clock.now(),
    })
    beating = written.catch(() => {})
    return written
  }
  const look = (): Promise<void> => {
    looking = looking.then(() => (stopped ? undefined : lookOnce()))
    return looking
  }
  const keepBeating = (): void => {
    stopHeartbeat = clock.after(HEARTBEAT, () => {
      // The next look reports an outage.
      beat().catch(() => {})
      keepBeating()
    })
  }
  store.onHint(() => void look())
  void look()
  const poll = pollStore(clock, look)
  keepBeating()
  return {
    look,
    behind: poll.behind,
    reload: () => {
      isForced = true
      return look()
    },
    stop: () => {
      stopped = true
      poll.stop()
      stopHeartbeat()
    },
    leave: async () => {
      // A heartbeat that is under way would come after its end.
      await looking
      await beating
      await store.endHeartbeat(options.process).catch(() => {})
    },
  }
}
