// The store in a SQLite file, for one machine: any number of its processes may use the file. Statements run in a worker
// thread, so that neither a slow disk nor a lock of another process delays requests.
import { extname } from 'node:path'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Resource, ResourceStore } from '../../../control/core/resource-store.ts'
import { StoreError, type StoreErrorCode } from '../../../control/core/store-error.ts'
import { createStoreFile } from '../../create-folder.ts'
import { startWorker } from '../../worker-thread.ts'
import { createTombstoneFile } from '../tombstone-file.ts'
import type { SqliteMethod } from './sqlite-worker.ts'

const WORKER = new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url)

/** `path` is created with its folder if it does not exist; `:memory:` is a store of this process. */
export async function openSqliteStore(path: string): Promise<ResourceStore> {
  const name = `sqlite:${path}`
  if (path !== ':memory:') createStoreFile(path, `The store ${name}`)
  const worker = startWorker<SqliteMethod>({
    url: WORKER,
    data: path,
    subject: `The store ${name}`,
    errorOf: ({ code, message }) => new StoreError(code as StoreErrorCode, sentenceOf(name, message)),
    isOnlyCopy: path === ':memory:',
  })
  const request = <Result>(method: SqliteMethod, ...parameters: readonly unknown[]): Promise<Result> =>
    worker.request(method, parameters) as Promise<Result>
  const forward =
    <Result>(method: SqliteMethod) =>
    (...parameters: readonly unknown[]): Promise<Result> =>
      request<Result>(method, ...parameters)
  const tombstones = path === ':memory:' ? undefined : createTombstoneFile(`${path}-revoked`)
  const store: ResourceStore = {
    name,
    holds: 'all',
    commit: forward('commit'),
    read: forward('read'),
    readMany: async (kind, ids) => resourcesOf(kind, await request<string>('readManyText', kind, ids)),
    list: async (kind, options) => resourcesOf(kind, await request<string>('listText', kind, options)),
    sizes: forward('sizes'),
    readBlob: forward('readBlob'),
    revision: forward('revision'),
    changesSince: forward('changesSince'),
    heartbeat: forward('heartbeat'),
    endHeartbeat: forward('endHeartbeat'),
    heartbeats: forward('heartbeats'),
    // Other processes are noticed by the next look at the revision.
    onHint: () => {},
    ...(tombstones && { tombstones }),
    close: worker.close,
  }
  await store.revision().catch(async (error: unknown) => {
    await worker.close()
    throw error
  })
  await tombstones?.prepare()
  return store
}

const sentenceOf = (name: string, reason: string): string =>
  `The store ${name} cannot be used: ${reason.replace(/\.?$/, '.')}`

/** The resources of a list as the database writes it: identifier, revision and value of each, one after the other. */
export function resourcesOf(kind: string, text: string): readonly Resource[] {
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
