// The worker thread of the SQLite store: the only connection of its process that writes. What has arrived while the last
// transaction was written is written in the next one together, so that many small writes wait for the disk once.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  type ThreadRequest,
  type ThreadResponse,
  type WorkerFault,
  workerFaultOf,
} from '../../worker-thread.ts'
import { openDatabase, type SqliteDatabase } from './sqlite-database.ts'

type Methods = Omit<SqliteDatabase, 'connection' | 'atOnce'>
export type SqliteMethod = keyof Methods

type SqliteRequest = ThreadRequest<SqliteMethod>

/** Methods that need the lock of the file, which other processes wait for. */
const WRITING: ReadonlySet<string> = new Set<SqliteMethod>(['commit', 'heartbeat', 'endHeartbeat'])

/** A method is called with what the other side was given for it. */
const call = (from: SqliteDatabase, { method, parameters }: SqliteRequest): unknown =>
  (from[method as SqliteMethod] as (...values: readonly unknown[]) => unknown)(...parameters)

function answer(from: SqliteDatabase, request: SqliteRequest): ThreadResponse {
  try {
    return { id: request.id, result: call(from, request) }
  } catch (error) {
    return { id: request.id, error: workerFaultOf(error) }
  }
}

/** The responses to requests that arrived together, in their order. */
function answerAll(from: SqliteDatabase, batch: readonly SqliteRequest[]): readonly ThreadResponse[] {
  if (!batch.some(({ method }) => WRITING.has(method))) return batch.map(request => answer(from, request))
  const responses: ThreadResponse[] = []
  try {
    // A failed statement is one of the disk, or of another process: it fails the batch.
    from.atOnce(() => {
      for (const request of batch) responses.push({ id: request.id, result: call(from, request) })
    })
    return responses
  } catch (error) {
    return batch.map(({ id }) => ({ id, error: workerFaultOf(error) }))
  }
}

function serve(port: MessagePort, path: string): void {
  let database: SqliteDatabase | WorkerFault
  try {
    database = openDatabase(path)
  } catch (error) {
    database = workerFaultOf(error)
  }
  let queue: SqliteRequest[] = []
  const respond = (response: ThreadResponse): void => port.postMessage(response)
  const drain = (): void => {
    const batch = queue
    queue = []
    const current = database
    const responses =
      'connection' in current
        ? answerAll(current, batch)
        : batch.map(({ id }): ThreadResponse => ({ id, error: current }))
    for (const response of responses) respond(response)
  }
  port.on('message', (request: SqliteRequest) => {
    const { id, method } = request
    if (method === 'close') {
      drain()
      if ('connection' in database) database.connection.close()
      database = { code: 'unavailable', message: 'it is closed' }
      respond({ id, result: undefined })
    } else {
      queue.push(request)
      if (queue.length === 1) setImmediate(drain)
    }
  })
}

if (parentPort !== null) serve(parentPort, String(workerData))
