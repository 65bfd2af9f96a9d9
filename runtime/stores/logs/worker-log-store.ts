// A log store whose drivers run in worker threads: one writes, and another one reads where a driver reads beside it, so that
// neither waits for a long query. The second is started when something is read for the first time.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LogStore } from '../../control/logs/log-store.ts'
import { StoreError, type StoreErrorCode } from '../../control/store-error.ts'
import type { LogMethod, LogWorkerOptions, LogWorkerRequest, LogWorkerResponse } from './log-driver.ts'

const WORKER = new URL(`./log-worker${extname(import.meta.url)}`, import.meta.url)

const WRITING: ReadonlySet<LogMethod> = new Set(['append', 'putFeedback', 'erase', 'prune', 'status'])

interface LogWorker {
  readonly request: (method: LogWorkerRequest['method'], parameters: readonly unknown[]) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** `name` is the address without credentials. `readsBeside`: a thread of its own reads. */
export async function openWorkerLogStore(
  name: string,
  options: Omit<LogWorkerOptions, 'readOnly'>,
  readsBeside: boolean,
): Promise<LogStore> {
  const writer = startWorker(name, { ...options, readOnly: false })
  let reader: LogWorker | undefined
  const workerOf = (method: LogMethod): LogWorker => {
    if (!readsBeside || WRITING.has(method)) return writer
    reader ??= startWorker(name, { ...options, readOnly: true })
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
    close: async () => {
      await reader?.close()
      await writer.close()
    },
  }
}

function startWorker(name: string, options: LogWorkerOptions): LogWorker {
  const worker = new Worker(WORKER, { workerData: options })
  worker.unref()
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let gone: StoreError | undefined
  const rejectAll = (error: StoreError): void => {
    gone ??= error
    for (const { reject } of pending.values()) reject(gone)
    pending.clear()
  }
  worker.on('message', (response: LogWorkerResponse) => {
    const waiting = pending.get(response.id)
    pending.delete(response.id)
    if (pending.size === 0) worker.unref()
    if (response.error === undefined) waiting?.resolve(response.result)
    else
      waiting?.reject(new StoreError(response.error.code as StoreErrorCode, sentenceOf(name, response.error)))
  })
  worker.on('error', error =>
    rejectAll(
      new StoreError('unavailable', sentenceOf(name, { code: 'unavailable', message: messageOf(error) })),
    ),
  )
  worker.on('exit', () => rejectAll(new StoreError('unavailable', `The log store ${name} is closed.`)))
  const request: LogWorker['request'] = (method, parameters) => {
    if (gone !== undefined) return Promise.reject(gone)
    const waiting = Promise.withResolvers<unknown>()
    lastId += 1
    pending.set(lastId, waiting)
    worker.ref()
    worker.postMessage({ id: lastId, method, parameters } satisfies LogWorkerRequest)
    return waiting.promise
  }
  return {
    request,
    close: async () => {
      if (gone === undefined) await request('close', []).catch(() => {})
      await worker.terminate()
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Messages of other codes are sentences. */
const sentenceOf = (
  name: string,
  { code, message }: { readonly code: string; readonly message: string },
): string =>
  code === 'unavailable' && !message.includes(name)
    ? `The log store ${name} cannot be used: ${message.replace(/\.?$/, '.')}`
    : message
