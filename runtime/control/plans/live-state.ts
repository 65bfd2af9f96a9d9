// What a process knows of its own circuits and pools at the moment. Other processes have their own, which their heartbeats report in part.
import type {
  LivePool,
  LivePoolMember,
  PlanCircuit,
  PlanProcess,
} from '../../../schemas/generated/control-types.ts'
import type { Gateway, PlanPool, PlanPoolMember } from '../../../schemas/generated/types.ts'
import type { MemberStatus, PoolStatus } from '../../pools/pool-health.ts'
import type { Circuits } from '../../state/circuits.ts'
import type { ControlSources } from '../core/control-sources.ts'

export interface ProcessState {
  /** Names the process, as its heartbeats do. */
  readonly process: string
  /** The number of the thread; undefined where one serves. */
  readonly thread: number | undefined
  /** The digest of the bundle in use. */
  readonly plan: string
  /** Absent in a process that serves no calls. */
  readonly calls?: {
    readonly circuits: Pick<Circuits, 'known'>
    readonly sharesCircuits: boolean
    readonly pools: (gateway: Pick<Gateway, 'pools'>) => readonly PoolStatus[]
  }
}

export interface ProcessSources {
  readonly live: ProcessState
}

type Context = Pick<ControlSources, 'clock' | 'gateway' | 'loadedAt'> & ProcessSources

export function showProcess({ live, loadedAt }: Context): PlanProcess {
  const { process, thread, plan, calls } = live
  return {
    id: process,
    thread: thread ?? null,
    plan,
    loaded_at: new Date(loadedAt).toISOString(),
    serves_calls: calls !== undefined,
    shares_circuits: calls?.sharesCircuits === true,
    note: noteOf(live),
  }
}

function noteOf({ process, thread, calls }: ProcessState): string {
  if (calls === undefined)
    return `${process} serves no calls, so it has no circuits and pools: the processes that do have their own.`
  const where = thread === undefined ? process : `thread ${thread} of ${process}`
  return calls.sharesCircuits
    ? `Pools are as ${where} knows them, and circuits are shared through Redis. Times and shares of other processes are not known here.`
    : thread === undefined
      ? `Circuits and pools are as ${where} knows them. Those of other processes are not known here.`
      : `Circuits are those of ${process}, and pools are as ${where} knows them. Those of other processes are not known here.`
}

/** The circuits of the targets of a config, by the name of the target. */
export function circuitsOfConfig(
  config: string,
  { live: { calls }, clock }: Context,
): ReadonlyMap<string, readonly PlanCircuit[]> {
  const now = clock.now()
  const time = (at: number | undefined): string | null =>
    at === undefined ? null : new Date(at).toISOString()
  const named = Array.from(calls?.circuits.known() ?? [], ([id, circuit]) => ({
    name: id.split(' ', 3),
    circuit,
  })).filter(({ name }) => name[0] === config)
  const grouped = Map.groupBy(named, ({ name }) => name[1] ?? '')
  return new Map(
    Array.from(grouped, ([target, all]) => [
      target,
      all.map(({ name, circuit }): PlanCircuit => {
        const { state, failures, openFor, retryAfter } = circuit.status()
        return {
          // After it comes the origin, which is for those who manage the provider.
          provider: name[2] ?? null,
          state,
          failures,
          opened_at: time(openFor === undefined ? undefined : now - openFor),
          retry_at: time(retryAfter === undefined ? undefined : now + retryAfter),
        }
      }),
    ]),
  )
}

/** How many circuits of a config are not closed; null in a process that has none. */
export function openCircuits(config: string, { live: { calls } }: ProcessSources): number | null {
  if (calls === undefined) return null
  let count = 0
  for (const [id, circuit] of calls.circuits.known())
    if (id.startsWith(`${config} `) && circuit.status().state !== 'closed') count += 1
  return count
}

/** A pool that a caller may see. */
export interface SeenPool {
  readonly slug: string
  /** The slug of the workspace; undefined for a pool of git. */
  readonly workspace?: string
  readonly workspaceId?: string
  readonly pool: PlanPool
}

export function showPools(
  pools: readonly SeenPool[],
  { live, clock, gateway }: Context,
): readonly LivePool[] {
  const status = new Map((live.calls?.pools(gateway) ?? []).map(each => [each.pool, each.members]))
  const now = clock.now()
  return pools.map(({ slug, workspace, workspaceId, pool }) => {
    const known = status.get(workspace === undefined ? slug : `${workspace}/${slug}`)
    return {
      slug,
      object: 'pool',
      owner: workspace === undefined ? 'git' : 'api',
      workspace_id: workspaceId ?? null,
      pick: pool.pick,
      sticky: pool.sticky?.by ?? [],
      failover: pool.failover,
      used: known !== undefined,
      members: pool.members.map(member =>
        showMember(
          member,
          known?.find(({ name }) => name === member.name),
          now,
        ),
      ),
    }
  })
}

const showMember = (
  { name, slug, tier, weight }: PlanPoolMember,
  status: MemberStatus | undefined,
  now: number,
): LivePoolMember => ({
  name,
  provider: slug,
  tier,
  weight: weight ?? 1,
  state: status?.state ?? null,
  rests_until: status?.rest === undefined ? null : new Date(now + status.rest).toISOString(),
  resting_models: status?.restingModels ?? [],
  in_flight: status?.inFlight ?? 0,
  share: status?.share ?? 0,
  latency: status?.latency ?? null,
  quota: status?.quota ?? null,
  sessions: status?.sessions ?? 0,
})
