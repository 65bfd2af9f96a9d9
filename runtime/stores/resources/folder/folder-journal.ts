// A transaction as one file, which makes a commit of many files atomic: once it has its name, the transaction is committed.
// Who reads while it is there reads through it; who writes next finishes it first.
import { lstat, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asCount, asList, asObject, asText, type Json, parseJson } from '../../../../schemas/values/json.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import { ifPresent, removeFile, replaceFile, syncFolder, textIfPresent } from './durable-file.ts'
import { EMPTY_STATE, type FolderState } from './folder-view.ts'
import { resourceOfPath } from './resource-path.ts'
import { readResource, type Scan } from './scan-folder.ts'

export interface Journal {
  readonly state: FolderState
  /** The new contents of files by their paths below the resources; undefined removes. */
  readonly writes: ReadonlyMap<string, string | undefined>
}

/** The places of a store in its folder. */
export interface FolderPaths {
  readonly folder: string
  readonly resources: string
  readonly blobs: string
  readonly state: string
  /** What belongs to this machine and not into git. */
  readonly local: string
  readonly journal: string
  readonly temporary: string
  readonly heartbeats: string
}

export function folderPaths(folder: string): FolderPaths {
  const local = join(folder, '.local')
  return {
    folder,
    resources: join(folder, 'resources'),
    blobs: join(folder, 'blobs'),
    state: join(folder, 'revision.json'),
    local,
    journal: join(local, 'transaction.json'),
    temporary: join(local, 'temporary'),
    heartbeats: join(local, 'heartbeats'),
  }
}

/** Files that are written at once: each waits for the disk. */
const AT_ONCE = 32

const textOfState = (state: FolderState): string => `${JSON.stringify(state, undefined, 2)}\n`

export function readState(text: string | undefined): FolderState {
  if (text === undefined) return EMPTY_STATE
  const read = asObject(parseJson(text))
  const revision = asCount(read['revision'])
  if (revision === undefined)
    throw new StoreError(
      'unavailable',
      'The file revision.json of the store has no "revision"; if git has merged it, take the higher one.',
    )
  return {
    revision,
    forgotten: asCount(read['forgotten']) ?? 0,
    deleted: asList(read['deleted']).flatMap((each: Json) => {
      const { kind, id, revision: at } = asObject(each)
      const deletion = { kind: asText(kind), id: asText(id), revision: asCount(at) }
      return deletion.kind === undefined || deletion.id === undefined || deletion.revision === undefined
        ? []
        : [{ kind: deletion.kind, id: deletion.id, revision: deletion.revision }]
    }),
  }
}

const textOfJournal = ({ state, writes }: Journal): string =>
  JSON.stringify({
    state: textOfState(state),
    writes: [...writes].map(([path, text]) => [path, text ?? null]),
  })

/** Undefined without a transaction that is to be finished. */
export function readJournal(text: string | undefined, state: FolderState): Journal | undefined {
  if (text === undefined) return undefined
  const read = asObject(parseJson(text))
  const after = readState(asText(read['state']))
  if (after.revision <= state.revision) return undefined
  const writes = asList(read['writes']).map(each => {
    const [path, contents] = asList(each)
    return [asText(path) ?? '', asText(contents)] as const
  })
  return { state: after, writes: new Map(writes) }
}

/** The files as they are when the transaction is finished. */
export function applied(scan: Scan, { writes }: Journal): Scan {
  const files = new Map(scan)
  for (const [path, text] of writes) {
    const named = resourceOfPath(path)
    files.delete(path)
    if (named !== undefined && text !== undefined)
      files.set(path, {
        ...readResource(text, path),
        ...named,
        stamp: { text: '', isCertain: false },
      })
  }
  return files
}

/** Commits, and finishes. The blobs have been written. */
export async function commitJournal(paths: FolderPaths, journal: Journal): Promise<void> {
  for (const path of journal.writes.keys()) await refuseLinks(paths, path)
  await replaceFile(paths.journal, textOfJournal(journal), join(paths.temporary, 'journal'))
  await syncFolder(paths.local)
  await finish(paths, journal)
}

/** Finishes what a process has committed that was killed before it was done. Called by one writer at a time. */
export async function recover(paths: FolderPaths): Promise<void> {
  await rm(paths.temporary, { recursive: true, force: true })
  const text = await textIfPresent(paths.journal)
  if (text === undefined) return
  const journal = readJournal(text, readState(await textIfPresent(paths.state)))
  if (journal === undefined) await removeFile(paths.journal)
  else await finish(paths, journal)
}

async function finish(paths: FolderPaths, { state, writes }: Journal): Promise<void> {
  const folders = new Set([paths.folder])
  const all = [...writes]
  for (let done = 0; done < all.length; done += AT_ONCE)
    await settleAll(
      all.slice(done, done + AT_ONCE).map(async ([path, text], at) => {
        const target = join(paths.resources, path)
        if (text === undefined) await removeFile(target)
        else await replaceFile(target, text, join(paths.temporary, `file-${at}`))
        for (let above = dirname(target); above.startsWith(paths.resources); above = dirname(above))
          folders.add(above)
      }),
    )
  await replaceFile(paths.state, textOfState(state), join(paths.temporary, 'state'))
  // Before the journal goes, what it has must be where it belongs.
  await Promise.all([...folders].map(folder => ifPresent(syncFolder(folder))))
  await removeFile(paths.journal)
}

/** A link in the folder, which git can bring, must not lead writes elsewhere. */
async function refuseLinks({ resources }: FolderPaths, path: string): Promise<void> {
  const names = path.split('/')
  for (let count = 0; count < names.length; count += 1) {
    const place = join(resources, ...names.slice(0, count))
    if ((await ifPresent(lstat(place)))?.isSymbolicLink())
      throw new StoreError('unsupported', `The folder ${place} of the store is a link; it is not written to.`)
  }
}

/** Rejects once all have ended: the next owner of the lock must not meet a write that is still on its way. */
async function settleAll(actions: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(actions)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
