// The store in a SQLite file, for one machine: any number of its processes may use the file. Statements run in a worker
// thread, so that neither a slow disk nor a lock of another process delays requests.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Resource, ResourceStore } from '../../../control/resource-store.ts'
import { StoreError, type StoreErrorCode } from '../../../control/store-error.ts'
import { createStoreFolder } from '../../create-folder.ts'
import type { SqliteMethod, SqliteRequest, SqliteResponse } from './sqlite-worker.ts'

export interface SqliteStore extends ResourceStore {
  /** Writes a consistent copy of the database to a file, while others read and write. */
  readonly backup: (path: string) => Promise<void>
}

const WORKER = new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url)

/** `path` is created with its folder if it does not exist; `:memory:` is a store of this process. */
export async function openSqliteStore(path: string): Promise<SqliteStore> {
  const name = `sqlite:${path}`
  if (path !== ':memory:') createStoreFolder(path, `The store ${name}`)
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
    list: async (kind, options) => resourcesOf(kind, await request<string>('listText', kind, options)),
    readBlob: forward('readBlob'),
    revision: forward('revision'),
    changesSince: forward('changesSince'),
    heartbeat: forward('heartbeat'),
    endHeartbeat: forward('endHeartbeat'),
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

const sentenceOf = (name: string, reason: string): string =>
  `The store ${name} cannot be used: ${reason.replace(/\.?$/, '.')}`

/** The resources of a list as the database writes it: identifier, revision and value of each, one after the other. */
function resourcesOf(kind: string, text: string): readonly Resource[] {
  const items = JSON.parse(text) as readonly unknown[]
  const resources: Resource[] = []
  for (let index = 0; index < items.length; index += 3)
    resources.push({
      kind,
      id: items[index] as string,
      value: items[index + 2] as JsonObject,
      revision: items[index + 1] as number,
    })
  return resources
}
