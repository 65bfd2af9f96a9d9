// A worker: a runtime in a thread of its own, which shares an address and its state with the others.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Bundle } from '../../schemas/generated/types.ts'
import { StoreError } from '../control/core/store-error.ts'
import type { MemberRest } from '../pools/pool-health.ts'
import { type StoreRuntime, serveStore } from '../process/follow-store.ts'
import { nodePorts } from '../process/node-ports.ts'
import { type Runtime, type StartOptions, startRuntime } from '../process/start-runtime.ts'
import { catchBugs } from '../process/uncaught-bugs.ts'
import type { MetricFormat } from '../telemetry/metric.ts'
import type { FinishedRequest } from '../telemetry/request-record.ts'
import type { GatewayEvent } from '../values/event.ts'
import { type LostCall, lostCall } from './calls-in-flight.ts'
import { createWorkerContext } from './create-worker-context.ts'
import type { HubMethods } from './hub.ts'
import { createPeer } from './peer.ts'
import type { WorkerSlot } from './shared-load.ts'
import type { PinChange } from './shared-pins.ts'
import type { StartedWorker, WorkerTask } from './worker-task.ts'

/** What only a command has that compiles. */
export type OwnOptions = Pick<StartOptions, 'readYaml'>

export type WorkerMethods = ReturnType<typeof workerMethods>

/** Runs the worker of this thread, until the main thread stops it. */
export function runWorker(own: OwnOptions = {}): void {
  if (parentPort !== null) workerMethods(parentPort, workerData as WorkerSlot, own)
}

const closed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise(resolve => stream.write('', () => resolve()))

function workerMethods(port: MessagePort, slot: WorkerSlot, own: OwnOptions) {
  const { clock } = nodePorts()
  const methods = {
    start: async (task: WorkerTask): Promise<StartedWorker> => {
      try {
        return await start(task)
      } catch (error) {
        if (error instanceof StoreError) return { sentences: [error.message] }
        if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
        const { message, code, syscall } = error
        return { fault: { message, code: String(code), syscall: String(syscall) } }
      }
    },
    reload: async (bundle: Bundle): Promise<readonly string[]> => (await runtime?.reload(bundle)) ?? [],
    reloadSelected: async (): Promise<void> => await reloadSelected(),
    reopenLog: async (): Promise<void> => await runtime?.reopenLog(),
    restartNeeded: (bundle: Bundle): readonly string[] => runtime?.restartNeeded(bundle) ?? [],
    metrics: (format: MetricFormat | undefined): string => context.ownMetrics(format),
    reached: (group: number, counter: number, used: number): void => context.reached(group, counter, used),
    lacking: (names: readonly string[]): void => context.lacking(names),
    pin: (change: PinChange): void => context.pin(change),
    rest: (rest: MemberRest): void => context.rest(rest),
    notice: (event: GatewayEvent): void => runtime?.notice(event),
    /** Calls of a worker that has ended. */
    lost: (calls: readonly LostCall[], reason: string): void => {
      for (const call of calls) {
        const request = lostCall(call, reason, clock)
        if (runtime === undefined) lostBefore.push(request)
        else runtime.record?.(request)
      }
    },
    stop: async (): Promise<void> => {
      await runtime?.stop()
      await Promise.all([closed(process.stdout), closed(process.stderr)])
    },
  }
  const peer = createPeer<HubMethods>(port, methods, action => void setImmediate(action))
  const context = createWorkerContext(peer, slot)
  let runtime: Runtime | undefined
  /** Calls of others, until this one can record them. */
  const lostBefore: FinishedRequest[] = []
  let reloadSelected = async (): Promise<void> => {}
  const start = async (task: WorkerTask): Promise<StartedWorker> => {
    const listening = { isFirst: task.isFirst, turn: context.turn }
    const options = { ...task.options, ...own, worker: { ...context, listening } }
    const started =
      task.kind === 'bundle'
        ? await startRuntime(task.bundle, options)
        : await serveStore({
            ...options,
            ...task.follow,
            writeLog: (level, message) => peer.notify('report', level, message),
          })
    if (!('stop' in started)) return { sentences: started }
    runtime = started
    for (const request of lostBefore.splice(0)) runtime.record?.(request)
    catchBugs(started.notice)
    const following = 'reloadSelected' in started ? (started as StoreRuntime) : undefined
    if (following !== undefined) ({ reloadSelected } = following)
    const { host, port: bound, admin, metricsPort, console } = started
    return {
      host,
      port: bound,
      ...(admin && { admin }),
      ...(metricsPort !== undefined && { metricsPort }),
      ...(console && { console }),
      plan: following?.plan ?? '',
      secure: following?.secure ?? false,
    }
  }
  return methods
}
