// The store in a SQLite file, for one machine: any number of its processes may use the file. Statements run in a worker
// thread, so that neither a slow disk nor a lock of another process delays requests.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ResourceStore } from '../../../control/resource-store.ts'
import { StoreError, type StoreErrorCode } from '../../../control/store-error.ts'
import type { SqliteMethod, SqliteRequest, SqliteResponse } from './sqlite-worker.ts'

export interface SqliteStore extends ResourceStore {
  /** Writes a consistent copy of the database to a file, while others read and write. */
  readonly backup: (path: string) => Promise<void>
}

const WORKER = new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url)

/** `path` is created with its folder if it does not exist; `:memory:` is a store of this process. */
export async function openSqliteStore(path: string): Promise<SqliteStore> {
  const name = `sqlite:${path}`
  if (path !== ':memory:') createFolder(path, name)
  const worker = new Worker(WORKER, { workerData: path })
  worker.unref()
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let gone: StoreError | undefined
  const rejectAll = (error: StoreError): void => {
    gone = error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', ({ id, result, error }: SqliteResponse) => {
    const waiting = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker.unref()
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new StoreError(error.code as StoreErrorCode, sentenceOf(name, error.message)))
  })
  worker.on('error', error =>
    rejectAll(
      new StoreError('unavailable', sentenceOf(name, error instanceof Error ? error.message : String(error))),
    ),
  )
  worker.on('exit', () => rejectAll(new StoreError('unavailable', `The store ${name} is closed.`)))

  const request = <Result>(
    method: SqliteRequest['method'],
    ...parameters: readonly unknown[]
  ): Promise<Result> => {
    if (gone !== undefined) return Promise.reject(gone)
    const waiting = Promise.withResolvers<unknown>()
    lastId += 1
    pending.set(lastId, waiting)
    worker.ref()
    worker.postMessage({ id: lastId, method, parameters } satisfies SqliteRequest)
    return waiting.promise as Promise<Result>
  }
  const forward =
    <Result>(method: SqliteMethod) =>
    (...parameters: readonly unknown[]): Promise<Result> =>
      request<Result>(method, ...parameters)
  const store: SqliteStore = {
    name,
    holds: 'all',
    commit: forward('commit'),
    read: forward('read'),
    list: forward('list'),
    readBlob: forward('readBlob'),
    revision: forward('revision'),
    changesSince: forward('changesSince'),
    heartbeat: forward('heartbeat'),
    heartbeats: forward('heartbeats'),
    // Other processes are noticed by the next look at the revision.
    onHint: () => {},
    backup: target => request('backup', target),
    close: async () => {
      if (gone === undefined) await request('close')
      await worker.terminate()
    },
  }
  await store.revision().catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return store
}

function createFolder(path: string, name: string): void {
  try {
    const folder = dirname(path)
    const created = mkdirSync(folder, { recursive: true })
    // A hidden folder of the project, such as .portolan, is no part of its sources.
    if (created !== undefined && basename(folder).startsWith('.'))
      writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('unavailable', sentenceOf(name, reason))
  }
}

const sentenceOf = (name: string, reason: string): string =>
  `The store ${name} cannot be used: ${reason.replace(/\.?$/, '.')}`
