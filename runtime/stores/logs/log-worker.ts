// The worker thread of a log store. Batches that have arrived while others were written are written together; everything else is
// done in the order of its arrival.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { LogBatch } from '../../control/logs/log-store.ts'
import { createWorkerClock } from '../worker-clock.ts'
import { type ThreadResponse, workerFaultOf } from '../worker-thread.ts'
import type { LogDriver, LogWorkerOptions, LogWorkerRequest } from './log-driver.ts'
import { yieldToRequests } from './yield-to-requests.ts'

async function openDriver({ driver, address, ring, readOnly }: LogWorkerOptions): Promise<LogDriver> {
  if (driver === 'sqlite') {
    const { openFileLogs } = await import('./sqlite/open-file-logs.ts')
    return openFileLogs(address, ring, () => Date.now(), readOnly)
  }
  const { openServerLogs } = await import('./postgres/open-server-logs.ts')
  return await openServerLogs(address, ring, createWorkerClock())
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

function serve(port: MessagePort, options: LogWorkerOptions): void {
  const opening = openDriver(options)
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

if (parentPort !== null) {
  const options = workerData as LogWorkerOptions
  // Queries are rare, and a caller waits for them.
  if (!options.readOnly) yieldToRequests()
  serve(parentPort, options)
}
