// A log store whose drivers run in worker threads: one writes, and another one reads where a driver reads beside it, so that
// neither waits for a long query. The second is started when something is read for the first time.
import { extname } from 'node:path'
import { StoreError, type StoreErrorCode } from '../../control/core/store-error.ts'
import type { LogStore } from '../../control/logs/log-store.ts'
import { startWorker, type WorkerFault, type WorkerThread } from '../worker-thread.ts'
import type { LogMethod, LogWorkerMethod, LogWorkerOptions } from './log-driver.ts'

const WORKER = new URL(`./log-worker${extname(import.meta.url)}`, import.meta.url)

const WRITING: ReadonlySet<LogMethod> = new Set(['append', 'putFeedback', 'erase', 'prune', 'status'])

type LogWorker = WorkerThread<LogWorkerMethod>

/** `name` is the address without credentials. `readsBeside`: a thread of its own reads. */
export async function openWorkerLogStore(
  name: string,
  options: Omit<LogWorkerOptions, 'readOnly'>,
  readsBeside: boolean,
): Promise<LogStore> {
  const writer = startLogWorker(name, { ...options, readOnly: false })
  let reader: LogWorker | undefined
  const workerOf = (method: LogMethod): LogWorker => {
    if (!readsBeside || WRITING.has(method)) return writer
    reader ??= startLogWorker(name, { ...options, readOnly: true })
    return reader
  }
  const forward =
    <Result>(method: LogMethod) =>
    (...parameters: readonly unknown[]): Promise<Result> =>
      workerOf(method).request(method, parameters) as Promise<Result>
  try {
    await writer.request('open', [])
  } catch (error) {
    await writer.close()
    throw error
  }
  return {
    name,
    append: forward('append'),
    find: forward('find'),
    findTrace: forward('findTrace'),
    bodies: forward('bodies'),
    list: forward('list'),
    count: forward('count'),
    groups: forward('groups'),
    graph: forward('graph'),
    facets: forward('facets'),
    putFeedback: forward('putFeedback'),
    findFeedback: forward('findFeedback'),
    erase: forward('erase'),
    prune: forward('prune'),
    status: forward('status'),
    sealedWith: forward('sealedWith'),
    close: async () => {
      await reader?.close()
      await writer.close()
    },
  }
}

const startLogWorker = (name: string, options: LogWorkerOptions): LogWorker =>
  startWorker<LogWorkerMethod>({
    url: WORKER,
    data: options,
    subject: `The log store ${name}`,
    errorOf: fault => new StoreError(fault.code as StoreErrorCode, sentenceOf(name, fault)),
    isOnlyCopy: options.address === ':memory:',
  })

/** Messages of other codes are sentences. */
const sentenceOf = (name: string, { code, message }: WorkerFault): string =>
  code === 'unavailable' && !message.includes(name)
    ? `The log store ${name} cannot be used: ${message.replace(/\.?$/, '.')}`
    : message
