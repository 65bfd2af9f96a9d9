// The store in a folder, for git: resources as readable files, one writer at a time. Each look at the folder compares
// the files with those of the last one, so that changes by git or an editor are noticed, too.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asCount, asObject, asText, parseJson } from '../../../../schemas/values/json.ts'
import type {
  CommitResult,
  Heartbeat,
  Resource,
  ResourceStore,
  Transaction,
} from '../../../control/core/resource-store.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import type { Clock } from '../../../values/ports.ts'
import { createFolder } from '../../create-folder.ts'
import { createFileLock, MAX_LOCK_WAIT } from '../../file-lock.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../private-files.ts'
import { listResources } from '../resources-in-memory.ts'
import { createTombstoneFile } from '../tombstone-file.ts'
import { codeOf, ifPresent, replaceFile, syncFolder, textIfPresent } from './durable-file.ts'
import {
  applied,
  commitJournal,
  type FolderPaths,
  folderPaths,
  readJournal,
  readState,
  recover,
} from './folder-journal.ts'
import { type FolderView, folderChanges, stateAfter, viewOf } from './folder-view.ts'
import { pathOfResource } from './resource-path.ts'
import { isSame, type Scan, scanFolder, stampOf } from './scan-folder.ts'

/** Looks at the folder while others write to it, before this waits for them. */
const MAX_LOOKS = 5

export async function openFolderStore(
  path: string,
  clock: Clock,
  maxLockWait = MAX_LOCK_WAIT,
): Promise<ResourceStore> {
  const paths = folderPaths(resolve(path))
  const name = `folder:${path}`
  const lock = createFileLock({
    path: join(paths.local, 'lock'),
    subject: `The store ${name}`,
    clock,
    maxWait: maxLockWait,
  })
  const tombstones = createTombstoneFile(join(paths.local, 'revoked'))
  let scan: Scan = new Map()
  let view: FolderView | undefined
  let stateText: string | undefined
  let isClosed = false

  const lookOnce = async (): Promise<FolderView | undefined> => {
    const read = (): Promise<readonly (string | undefined)[]> =>
      Promise.all([textIfPresent(paths.journal), textIfPresent(paths.state)])
    const journalBefore = await textIfPresent(paths.journal)
    const stateBefore = await textIfPresent(paths.state)
    const found = await scanFolder(paths.resources, scan, clock.now())
    const [journalAfter, stateAfterwards] = await read()
    if (journalBefore !== journalAfter || stateBefore !== stateAfterwards) return undefined
    const state = readState(stateBefore)
    const journal = readJournal(journalBefore, state)
    scan = found
    stateText = stateBefore
    view = viewOf(journal?.state ?? state, journal === undefined ? found : applied(found, journal), view)
    return view
  }
  const lookUntilSame = async (): Promise<FolderView> => {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const found = await lookOnce()
      if (found !== undefined) return found
    }
    return await writing(async () => (await lookOnce()) ?? (await lookUntilSame()))
  }
  const writing = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    await prepareFolder(paths)
    await tombstones.prepare()
    return await lock.hold(action)
  }

  // One action after another: they share what was seen.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(action: () => Promise<Result>): Promise<Result> => {
    const result = last.then(async () => {
      if (isClosed) throw new StoreError('unavailable', `The store ${name} is closed.`)
      try {
        return await action()
      } catch (error) {
        throw storeError(error, name)
      }
    })
    last = result.catch(() => {})
    return result
  }
  // Who asks while a look is waiting for its turn shares it.
  let waiting: Promise<FolderView> | undefined
  const look = (): Promise<FolderView> => {
    waiting ??= inTurn(() => {
      waiting = undefined
      return lookUntilSame()
    })
    return waiting
  }

  /** Looks at one file, if that shows that nothing of it has changed. */
  const readOne = async (kind: string, id: string): Promise<Resource | 'absent' | undefined> => {
    const path = pathOfResource(kind, id)
    const [journal, state, stamp] = await Promise.all([
      textIfPresent(paths.journal),
      textIfPresent(paths.state),
      stampOf(join(paths.resources, path), clock.now()),
    ])
    if (view === undefined || journal !== undefined || state !== stateText) return undefined
    const known = scan.get(path)
    if (known === undefined || stamp === undefined)
      return known === undefined && stamp === undefined ? 'absent' : undefined
    return isSame(known.stamp, stamp) ? resourceIn(view, kind, id) : undefined
  }

  const commit = async ({ writes, blobs = new Map() }: Transaction): Promise<CommitResult> => {
    await recover(paths)
    const current = await lookUntilLocked()
    for (const { kind, id, expects } of writes) {
      if (expects === undefined) continue
      const found = resourceIn(current, kind, id)
      if (expects === 'absent' ? found !== undefined : found?.revision !== expects)
        return { conflict: { kind, id, found } }
    }
    const revision = current.revision + 1
    const texts = new Map(
      writes.map(({ kind, id, value }) => [
        pathOfResource(kind, id),
        value && `${JSON.stringify({ revision, value }, undefined, 2)}\n`,
      ]),
    )
    const deletions = writes.filter(({ kind, id }) => texts.get(pathOfResource(kind, id)) === undefined)
    for (const [digest, bytes] of blobs) await writeBlob(paths, digest, bytes)
    await commitJournal(paths, { state: stateAfter(current, revision, deletions), writes: texts })
    return { revision }
  }
  /** No other process writes, but git may. */
  const lookUntilLocked = async (): Promise<FolderView> => (await lookOnce()) ?? (await lookUntilLocked())

  const store: ResourceStore = {
    name,
    holds: 'all',
    commit: transaction => inTurn(() => writing(() => commit(transaction))),
    read: async (kind, id) => {
      const found = await inTurn(() => readOne(kind, id))
      if (found === undefined) return resourceIn(await look(), kind, id)
      return found === 'absent' ? undefined : found
    },
    readMany: async (kind, ids) => {
      const view = await look()
      return ids.flatMap(id => resourceIn(view, kind, id) ?? [])
    },
    list: async (kind, options) =>
      listResources(
        [...(await look()).resources.values()]
          .filter(each => each.kind === kind)
          .map(each => asResource(each)),
        options,
      ),
    readBlob: digest =>
      inTurn(async () => {
        const bytes = await ifPresent(readFile(blobPath(paths, digest)))
        if (bytes !== undefined && createHash('sha256').update(bytes).digest('hex') !== digest)
          throw new Error(`the blob ${digest} has other contents; git must not convert its line ends`)
        return bytes
      }),
    revision: async () => (await look()).revision,
    changesSince: async since => folderChanges(await look(), since),
    // Other processes are noticed by the next look at the revision.
    tombstones,
    onHint: () => {},
    heartbeat: heartbeat =>
      inTurn(async () => {
        await prepareFolder(paths)
        await tombstones.prepare()
        const path = heartbeatPath(paths, heartbeat.id)
        await replaceFile(path, JSON.stringify(heartbeat), `${path}.${process.pid}`)
      }),
    endHeartbeat: id => inTurn(() => rm(heartbeatPath(paths, id), { force: true })),
    heartbeats: () => inTurn(() => readHeartbeats(paths)),
    close: async () => {
      await last
      isClosed = true
      lock.close()
    },
  }
  await store.revision()
  return store
}

const asResource = ({ kind, id, value, revision }: Resource): Resource => ({ kind, id, value, revision })

function resourceIn({ resources }: FolderView, kind: string, id: string): Resource | undefined {
  const found = resources.get(pathOfResource(kind, id))
  return found && asResource(found)
}

const blobPath = ({ blobs }: FolderPaths, digest: string): string => {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('the digest of a blob has 64 hexadecimal digits')
  return join(blobs, digest.slice(0, 2), digest)
}

async function writeBlob(paths: FolderPaths, digest: string, bytes: Uint8Array): Promise<void> {
  const path = blobPath(paths, digest)
  if ((await ifPresent(readFile(path)))?.equals(bytes) === true) return
  await replaceFile(path, bytes, join(paths.temporary, 'blob'))
  await syncFolder(join(path, '..'))
  await syncFolder(paths.blobs)
}

/** What is in the folder besides resources: git leaves blobs as they are, and what belongs only to this machine. */
async function prepareFolder({ folder, local }: FolderPaths): Promise<void> {
  createFolder(local, PRIVATE_FOLDER)
  const files = [
    [join(local, '.gitignore'), '*\n'],
    [join(folder, '.gitattributes'), 'blobs/** -text -diff\n'],
  ] as const
  for (const [path, text] of files)
    await writeFile(path, text, { flag: 'wx', mode: PRIVATE_FILE }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
}

const heartbeatPath = ({ heartbeats }: FolderPaths, id: string): string =>
  join(heartbeats, `${encodeURIComponent(id)}.json`)

async function readHeartbeats({ heartbeats }: FolderPaths): Promise<readonly Heartbeat[]> {
  const names = (await ifPresent(readdir(heartbeats))) ?? []
  const all = await Promise.all(
    names
      .filter(name => name.endsWith('.json'))
      .map(async name => {
        const read = asObject(parseJson((await textIfPresent(join(heartbeats, name))) ?? ''))
        const [id, at] = [asText(read['id']), asCount(read['at'])]
        return id === undefined || at === undefined ? [] : [{ id, value: asObject(read['value']), at }]
      }),
  )
  return all.flat().sort((one, other) => (one.id < other.id ? -1 : 1))
}

const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM'])

function storeError(error: unknown, name: string): StoreError {
  if (error instanceof StoreError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return READ_ONLY.has(codeOf(error))
    ? new StoreError('read-only', `The store ${name} cannot be written: ${reason}.`)
    : new StoreError('unavailable', `The store ${name} cannot be used: ${reason}.`)
}
