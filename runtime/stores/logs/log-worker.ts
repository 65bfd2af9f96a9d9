// The worker thread of a log store. Batches that have arrived while others were written are written together;
// everything else is done in the order of its arrival.

import { getPriority, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { LogBatch } from '../../control/logs/log-store.ts'
import { createWorkerClock } from '../worker-clock.ts'
import { type ThreadResponse, workerFaultOf } from '../worker-thread.ts'
import type { LogDriver, LogWorkerOptions, LogWorkerRequest } from './log-driver.ts'
import { openLogDriver } from './open-log-driver.ts'

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

function serve(port: MessagePort, options: LogWorkerOptions): void {
  const opening = openLogDriver(options, createWorkerClock())
  // Requests say so.
  opening.catch(() => {})
  const respond = (response: ThreadResponse): void => port.postMessage(response)
  let batches: LogWorkerRequest[] = []

  const append = async (): Promise<void> => {
    const requests = batches
    batches = []
    try {
      const driver = await opening
      const faults = await driver.append(requests.map(({ parameters }) => parameters[0] as LogBatch))
      for (const [at, { id }] of requests.entries()) {
        const fault = faults[at]
        respond(fault === undefined ? { id, result: undefined } : { id, error: workerFaultOf(fault) })
      }
    } catch (error) {
      for (const { id } of requests) respond({ id, error: workerFaultOf(error) })
    }
  }

  const call = async ({ method, parameters }: LogWorkerRequest): Promise<unknown> => {
    const driver = await opening
    if (method === 'open') return undefined
    if (method === 'prune') {
      const [retention, now] = parameters as Parameters<LogDriver['prune']>
      return await driver.prune(retention, now, nextTurn)
    }
    return await (driver[method] as (...values: readonly unknown[]) => Promise<unknown>)(...parameters)
  }

  port.on('message', (request: LogWorkerRequest) => {
    const { id, method } = request
    if (method === 'append') {
      batches.push(request)
      if (batches.length === 1) setImmediate(() => void append())
    } else
      call(request).then(
        result => respond({ id, result }),
        (error: unknown) => respond({ id, error: workerFaultOf(error) }),
      )
  })
}

/**
 * How much lower than that of the process the priority is, as `nice` counts: about a tenth of a CPU that others want
 * whole.
 */
const NICENESS = 10
const LOWEST = 19

/**
 * Lowers the priority of this thread on Linux; elsewhere a priority is that of the whole process, and does
 * not change. On busy CPUs, threads that serve requests then go first: records wait in a bounded queue,
 * clients do not.
 */
function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(LOWEST, getPriority(0) + NICENESS))
  } catch {
    // A sandbox may forbid it. The thread writes the same, it only competes for the CPUs.
  }
}

if (parentPort !== null) {
  const options = workerData as LogWorkerOptions
  // Queries are rare, and a caller waits for them.
  if (!options.readOnly) yieldToRequests()
  serve(parentPort, options)
}
