// A worker thread that replies to requests. Its process stays alive only while a reply is awaited.
import { Worker } from 'node:worker_threads'
import { StoreError } from '../control/core/store-error.ts'

export interface ThreadRequest<Method extends string = string> {
  readonly id: number
  readonly method: Method | 'close'
  readonly parameters: readonly unknown[]
}

export interface WorkerFault {
  readonly code: string
  readonly message: string
}

export type ThreadResponse =
  | { readonly id: number; readonly result: unknown; readonly error?: never }
  | { readonly id: number; readonly error: WorkerFault; readonly result?: never }

export interface WorkerThread<Method extends string> {
  readonly request: (method: Method | 'close', parameters: readonly unknown[]) => Promise<unknown>
  /** Sends the request `close`, and ends the thread after the reply. */
  readonly close: () => Promise<void>
}

export interface WorkerOptions {
  readonly url: URL
  /** What the thread is started with. */
  readonly data: unknown
  /** What the thread serves, as the subject of a sentence. */
  readonly subject: string
  /** The error of a fault; of a thread that crashed, the code is `unavailable`. */
  readonly errorOf: (fault: WorkerFault) => Error
}

export function startWorker<Method extends string>(options: WorkerOptions): WorkerThread<Method> {
  const { url, data, subject, errorOf } = options
  const worker = new Worker(url, { workerData: data })
  worker.unref()
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let gone: Error | undefined
  const rejectAll = (error: Error): void => {
    gone ??= error
    for (const { reject } of pending.values()) reject(gone)
    pending.clear()
  }
  worker.on('message', ({ id, result, error }: ThreadResponse) => {
    const waiting = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(errorOf(error))
  })
  worker.on('error', error => rejectAll(errorOf({ ...workerFaultOf(error), code: 'unavailable' })))
  worker.on('exit', () => rejectAll(new StoreError('unavailable', `${subject} is closed.`)))
  const request: WorkerThread<Method>['request'] = (method, parameters) => {
    if (gone !== undefined) return Promise.reject(gone)
    const waiting = Promise.withResolvers<unknown>()
    lastId += 1
    pending.set(lastId, waiting)
    worker.ref()
    worker.postMessage({ id: lastId, method, parameters } satisfies ThreadRequest<Method>)
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

/** What a worker thread replies in place of an error, whose class does not cross the threads. */
export function workerFaultOf(error: unknown): WorkerFault {
  if (!(error instanceof Error)) return { code: 'unavailable', message: String(error) }
  return { code: error instanceof StoreError ? error.code : 'unavailable', message: error.message }
}
