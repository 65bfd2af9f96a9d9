// A worker thread that replies to requests. Its process stays alive only while a reply is awaited. One that crashed, as of a reply that takes
// more memory than it has, rejects what it was asked; the next request starts another one.
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
  /** What the thread serves is lost with it, so no other one is started. */
  readonly isOnlyCopy?: boolean
}

interface StartedThread {
  readonly worker: Worker
  readonly pending: Map<number, PromiseWithResolvers<unknown>>
  /** Why it serves nothing; undefined while it does. */
  gone: Error | undefined
}

function startThread({ url, data, subject, errorOf }: WorkerOptions): StartedThread {
  const worker = new Worker(url, { workerData: data })
  worker.unref()
  const started: StartedThread = { worker, pending: new Map(), gone: undefined }
  const { pending } = started
  const rejectAll = (error: Error): void => {
    started.gone ??= error
    for (const { reject } of pending.values()) reject(started.gone)
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
  return started
}

export function startWorker<Method extends string>(options: WorkerOptions): WorkerThread<Method> {
  let current = startThread(options)
  let isClosed = false
  let lastId = 0
  const request: WorkerThread<Method>['request'] = (method, parameters) => {
    if (current.gone !== undefined) {
      if (isClosed || options.isOnlyCopy === true) return Promise.reject(current.gone)
      current = startThread(options)
    }
    const { worker, pending } = current
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
      isClosed = true
      if (current.gone === undefined) await request('close', []).catch(() => {})
      await current.worker.terminate()
    },
  }
}

/** What a worker thread replies in place of an error, whose class does not cross the threads. */
export function workerFaultOf(error: unknown): WorkerFault {
  if (!(error instanceof Error)) return { code: 'unavailable', message: String(error) }
  return { code: error instanceof StoreError ? error.code : 'unavailable', message: error.message }
}
