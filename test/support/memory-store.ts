// The store of saved resources in the memory of the test: the database of `sqlite::memory:` without its worker thread, whose
// start costs more than most tests. What the thread adds is tested with stores in files.
import type { CommitResult, ResourceStore } from '../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../runtime/control/core/store-error.ts'
import { openDatabase } from '../../runtime/stores/resources/sqlite/sqlite-database.ts'
import { resourcesOf } from '../../runtime/stores/resources/sqlite/sqlite-store.ts'

export function openMemoryStore(): ResourceStore {
  const name = 'sqlite::memory:'
  const database = openDatabase(':memory:')
  const read = async <Result>(action: () => Result): Promise<Result> => {
    if (!database.connection.isOpen) throw new StoreError('unavailable', `The store ${name} is closed.`)
    return action()
  }
  const write = <Result>(action: () => Result): Promise<Result> =>
    read(() => {
      const results: Result[] = []
      database.atOnce(() => void results.push(action()))
      return results[0] as Result
    })
  return {
    name,
    holds: 'all',
    commit: transaction => write<CommitResult>(() => database.commit(transaction)),
    read: (kind, id) => read(() => database.read(kind, id)),
    readMany: (kind, ids) => read(() => resourcesOf(kind, database.readManyText(kind, ids))),
    list: (kind, options) => read(() => resourcesOf(kind, database.listText(kind, options))),
    sizes: () => read(database.sizes),
    readBlob: digest => read(() => database.readBlob(digest)),
    revision: () => read(database.revision),
    changesSince: revision => read(() => database.changesSince(revision)),
    onHint: () => {},
    heartbeat: heartbeat => write(() => database.heartbeat(heartbeat)),
    endHeartbeat: id => write(() => database.endHeartbeat(id)),
    heartbeats: () => read(database.heartbeats),
    close: async () => {
      if (database.connection.isOpen) database.connection.close()
    },
  }
}
