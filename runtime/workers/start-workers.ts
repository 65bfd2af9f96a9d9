// Serves one address with several threads. The main thread holds what they share, replaces a worker that ends, and
// passes on what a process is needed: another plan, another log file, the end.
import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Bundle } from '../../schemas/generated/types.ts'
import { changedFixedSettings } from '../process/fixed-settings.ts'
import { hostMemory, nodePorts } from '../process/node-ports.ts'
import type { PortNumbers } from '../process/open-listeners.ts'
import type { Runtime } from '../process/start-runtime.ts'
import type { GatewayEvent } from '../values/event.ts'
import { waitAtMost } from '../values/wait-at-most.ts'
import { callsLeft, type LostCall, memoryOfCalls } from './calls-in-flight.ts'
import { heapOfWorker } from './divide-limits.ts'
import { createHub, type HubCalls } from './hub.ts'
import { createPeer, type Peer } from './peer.ts'
import type { WorkerMethods } from './run-worker.ts'
import { clearSharedLoad, setAllServe, sharedLoadMemory, type WorkerSlot } from './shared-load.ts'
import { clearSharedSlots, sharedSlotsMemory } from './shared-slots.ts'
import { createWorkerMetrics } from './worker-metrics.ts'
import type { StartedWorker, WorkerTask } from './worker-task.ts'

export interface WorkersOptions {
  readonly count: number
  /** The module of the thread, which calls `runWorker`; default: that of `portolan-runtime`. */
  readonly entry?: URL
  /** Takes lines about the plan, its store, and workers that cannot start. */
  readonly report: HubCalls['report']
  /** Called before any worker listens. */
  readonly beforeListening?: () => void
}

/** What the first worker serves; the others serve it on the same ports. */
export type ServedTask = Served<WorkerTask>

type Served<Task> = Task extends unknown ? Omit<Task, 'isFirst'> : never

export interface ServingWorkers extends Runtime {
  /** The digest of the plan at the start, where a store is followed. */
  readonly plan: string
  readonly secure: boolean
  readonly reloadSelected: () => Promise<void>
}

interface RunningWorker {
  readonly thread: Worker
  readonly peer: Peer<WorkerMethods>
  readonly exited: Promise<string>
  readonly startedAt: number
}

interface Launched {
  readonly started: StartedWorker
  readonly each: RunningWorker
}

/** Sentences, or an exception where an address cannot be used. */
function refusal({ started }: Launched): readonly string[] {
  if ('fault' in started) throw Object.assign(new Error(started.fault.message), started.fault)
  return 'sentences' in started ? started.sentences : []
}

const faultsOf = ({ started }: Launched): readonly string[] =>
  'fault' in started ? [started.fault.message] : 'sentences' in started ? started.sentences : []

/** Messages of errors may contain secrets. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** Milliseconds before a worker is replaced that ended soon after its start: doubled each time, up to the longest. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** Milliseconds after which a worker that ends is replaced at once. */
const LASTING = 10_000
/** Milliseconds that a worker has to reply with its metrics: then those that it has last replied with count. */
const READING = 5_000
/**
 * Megabytes of young objects of a worker, of which a third is collected at once. V8 would take up to 96 of each
 * thread; little of a call outlives it, so that more but smaller collections cost hardly more. In small containers it
 * is an eighth of what a worker's share leaves beside what the worker takes in any case: buffers of sockets are only
 * freed with the young objects that hold them, in each worker up to 64 MB.
 */
const YOUNG = 48
const LEAST_YOUNG = 4
const MEMORY_FOR_YOUNG = 1 / 8
const MEGABYTE = 1024 * 1024
const MEMORY_OF_WORKER = 152 * MEGABYTE

/** The thread of `portolan-runtime`. */
const THREAD = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

/**
 * Starts serving, or returns sentences that say why it cannot. Rejects like a listener where an address cannot be
 * used.
 */
export async function startWorkers(
  served: ServedTask,
  { count, entry = THREAD, report, beforeListening }: WorkersOptions,
): Promise<ServingWorkers | readonly string[]> {
  const { clock } = nodePorts()
  const memory = sharedLoadMemory(count)
  const slots = sharedSlotsMemory(count)
  const secret = randomBytes(32).toString('base64')
  const running = new Map<number, RunningWorker>()
  const heap = heapOfWorker(hostMemory(), count)
  const left = hostMemory().total / count - MEMORY_OF_WORKER
  const young = Math.min(YOUNG, Math.max(LEAST_YOUNG, Math.floor((left * MEMORY_FOR_YOUNG) / MEGABYTE)))
  const metrics = createWorkerMetrics(memory)
  const turns = createListeningTurns(count)
  let task: WorkerTask = { ...served, isFirst: true } as WorkerTask
  let isStopping = false
  // A closed log reader must not stop the gateway.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const some = (): Peer<WorkerMethods> | undefined => running.values().next().value?.peer
  const notice = (event: GatewayEvent): void => some()?.notify('notice', event)
  /** Calls that are not recorded yet: no worker was there. */
  let untold: readonly Parameters<WorkerMethods['lost']>[] = []
  const recordElsewhere = (calls: readonly LostCall[], reason: string): void => {
    if (calls.length > 0) untold = [...untold, [calls, reason]]
    const peer = some()
    if (peer === undefined) return
    for (const each of untold) peer.notify('lost', ...each)
    untold = []
  }
  const hub = createHub(clock, {
    reached: (worker, ...counter) => running.get(worker)?.peer.notify('reached', ...counter),
    lacking: (worker, names) => running.get(worker)?.peer.notify('lacking', names),
    pin: (worker, change) => running.get(worker)?.peer.notify('pin', change),
    rest: (worker, rest) => running.get(worker)?.peer.notify('rest', rest),
    onEvent: notice,
    report,
    turnToListen: turns.wait,
    metrics: async format => {
      await Promise.all(
        Array.from(running, async ([worker, { peer }]) => {
          const reading = peer.call('metrics', format).then(text => metrics.read(worker, format, text))
          await waitAtMost(READING, reading, clock)
        }),
      )
      return metrics.text(format, hub.circuits)
    },
  })

  const launch = async (worker: number): Promise<Launched> => {
    const calls = memoryOfCalls()
    const slot: WorkerSlot = { memory, slots, worker, workers: count, calls, secret }
    const thread = new Worker(entry, {
      workerData: slot,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor(heap / MEGABYTE),
        maxYoungGenerationSizeMb: young,
      },
    })
    const peer = createPeer<WorkerMethods>(thread, hub.serve(worker), action => void setImmediate(action))
    const exited = new Promise<string>(resolve => {
      let reason = ''
      thread.on('error', (error: unknown) => {
        reason = reasonOf(error)
      })
      thread.once('exit', code => resolve(reason || `exit code ${code}`))
    })
    const each = { thread, peer, exited, startedAt: clock.monotonic() }
    running.set(worker, each)
    recordElsewhere([], '')
    void exited.then(reason => {
      running.delete(worker)
      if (!isStopping) recordElsewhere(callsLeft(calls), reason)
      clearSharedLoad(memory, worker)
      clearSharedSlots(slots, worker)
      metrics.end(worker)
      hub.leave(worker)
      peer.end()
    })
    const asked = task
    const started = await peer.call('start', asked).catch(async () => ({ sentences: [await exited] }))
    if (!('port' in started)) await thread.terminate()
    // Another plan may have been accepted meanwhile.
    else if (asked.kind === 'bundle' && task.kind === 'bundle' && task.bundle !== asked.bundle)
      await peer.call('reload', task.bundle)
    return { started, each }
  }

  /** Watches a worker that serves, and replaces it when it ends. */
  const watch = async (worker: number, first: RunningWorker): Promise<void> => {
    let wait = 0
    let each = first
    for (;;) {
      const reason = await each.exited
      if (isStopping) return
      const hasLasted = clock.monotonic() - each.startedAt > LASTING
      const number = worker + 1
      const message = `Worker ${number} has ended (${reason}) and is being replaced.`
      report('error', message)
      notice({ kind: 'worker', worker: number, running: false, message })
      wait = hasLasted ? 0 : wait
      for (;;) {
        if (wait > 0) await new Promise<void>(resolve => clock.after(wait, resolve))
        wait = Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, wait * 2))
        if (isStopping) return
        const next = await launch(worker)
        each = next.each
        const faults = faultsOf(next)
        if (faults.length === 0) break
        report('error', `Worker ${number} cannot start: ${faults.join(' ')}`)
      }
      metrics.replaced()
      notice({ kind: 'worker', worker: number, running: true, message: `Worker ${number} is serving again.` })
    }
  }

  const stop = async (): Promise<void> => {
    isStopping = true
    await Promise.all(
      Array.from(running.values(), async ({ peer, thread }) => {
        await peer.call('stop').catch(() => {})
        await thread.terminate()
      }),
    )
    await hub.close()
  }

  // The first one makes what all of them need, such as the tables of a store; the others load after it.
  const leading = launch(0)
  const early = await Promise.race([leading, turns.waits(0)])
  if (early !== undefined) return refusal(early)
  task = { ...task, isFirst: false }
  const others = Array.from({ length: count - 1 }, (_, index) => launch(index + 1))
  const failed = await Promise.race([
    Promise.all(Array.from({ length: count }, (_, worker) => turns.waits(worker))).then(() => undefined),
    ...others,
    leading,
  ])
  if (failed !== undefined) {
    await stop()
    return refusal(failed)
  }
  beforeListening?.()
  if (turns.areKnown()) turns.openAll()
  else turns.openFirst()
  const first = await leading
  const { started } = first
  if (!('port' in started)) {
    await stop()
    return refusal(first)
  }
  const { host, port, admin, metricsPort, console } = started
  turns.openAll({
    main: port,
    ...(admin && { admin: admin.port }),
    ...(metricsPort !== undefined && { metrics: metricsPort }),
    ...(console?.port !== undefined && { console: console.port }),
  })
  const launched = [first, ...(await Promise.all(others))]
  const faults = launched.flatMap(faultsOf)
  if (faults.length > 0) {
    await stop()
    return [...new Set(faults)]
  }
  setAllServe(memory)
  for (const [worker, { each }] of launched.entries()) void watch(worker, each)

  const ofAll = async <T>(action: (peer: Peer<WorkerMethods>) => Promise<T>): Promise<readonly T[]> => {
    const done = await Promise.allSettled(Array.from(running.values(), ({ peer }) => action(peer)))
    return done.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  }
  const replace = async (bundle: Bundle): Promise<readonly string[]> => {
    const [judge, ...rest] = [...running.values()]
    const rejected = await judge?.peer.call('reload', bundle)
    if (rejected === undefined) return ['No worker is running.']
    if (rejected.length > 0) return rejected
    if (task.kind === 'bundle') task = { ...task, bundle }
    for (const { peer, thread } of rest) {
      const sentences = await peer.call('reload', bundle).catch(() => [])
      if (sentences.length === 0) continue
      // It would serve the plan of before: another one starts with the new one.
      report('error', sentences.join(' '))
      await thread.terminate()
    }
    return []
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    host,
    port,
    ...(admin && { admin }),
    ...(metricsPort !== undefined && { metricsPort }),
    ...(console && { console }),
    plan: started.plan,
    secure: started.secure,
    reload: bundle => {
      const done = last.then(() => replace(bundle))
      last = done.catch(() => {})
      return done
    },
    restartNeeded: bundle =>
      served.kind === 'bundle' ? changedFixedSettings(served.bundle.gateway, bundle.gateway) : [],
    reopenLog: async () => void (await ofAll(peer => peer.call('reopenLog'))),
    reloadSelected: async () => void (await ofAll(peer => peer.call('reloadSelected'))),
    notice,
    stop,
  }
}

// When each worker listens. All of them do at once, when all have loaded: a port that only one worker listens on gives
// it the first connections, those of the pools that clients open. Where the system chooses a port, the first worker
// finds out which.

export interface ListeningTurns {
  /** A worker has loaded; resolves when it may listen. */
  readonly wait: (worker: number, wanted: PortNumbers) => Promise<PortNumbers>
  /** Resolves when this worker waits. */
  readonly waits: (worker: number) => Promise<void>
  /** Whether the ports are known, so that all may listen at once. */
  readonly areKnown: () => boolean
  readonly openFirst: () => void
  /** For all, also for those that replace others later. */
  readonly openAll: (bound?: PortNumbers) => void
}

export function createListeningTurns(count: number): ListeningTurns {
  const arrived = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const first = Promise.withResolvers<PortNumbers | undefined>()
  const others = Promise.withResolvers<PortNumbers | undefined>()
  let asked: PortNumbers | undefined
  return {
    wait: async (worker, wanted) => {
      asked ??= wanted
      arrived[worker]?.resolve()
      // One that replaces the first worker listens where the others do.
      const known = worker === 0 ? await Promise.race([others.promise, first.promise]) : await others.promise
      return known ?? wanted
    },
    waits: worker => arrived[worker]?.promise ?? Promise.resolve(),
    areKnown: () => asked !== undefined && Object.values(asked).every(port => port !== 0),
    openFirst: () => first.resolve(undefined),
    openAll: bound => others.resolve(bound),
  }
}
