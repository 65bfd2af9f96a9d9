// The projects of an editor. Changes are noted at once and compiled one project at a time; those that arrive meanwhile lead
// to one more compilation.
import { basename, dirname, join, sep } from 'node:path'
import { filesBelow, projectAbove } from '../files/project-files.ts'
import { isManifestName } from '../files/project-names.ts'
import type { ReadingOptions } from '../files/remembered-files.ts'
import { searchBelow } from '../files/search-folders.ts'
import { watchFiles } from '../watch.ts'
import { createProjectSession, type ProjectSession } from './project-session.ts'

export interface Sessions {
  /** Finds the projects of a folder, compiles them, and watches it. */
  readonly addFolder: (folder: string) => void
  readonly removeFolder: (folder: string) => void
  /** The project of a file, which is compiled if it is a new one; undefined outside of projects. */
  readonly sessionOf: (path: string) => ProjectSession | undefined
  /** Of all projects. */
  readonly all: () => readonly ProjectSession[]
  /** The folder of that project. */
  readonly rootOf: (path: string) => string | undefined
  /** The text of an open file has changed. */
  readonly change: (path: string) => void
  /** Files may have changed on the disk. */
  readonly changeDisk: () => void
  /** Resolves when what has changed in a project so far is compiled; later changes are not waited for. */
  readonly settled: (session: ProjectSession) => Promise<void>
  readonly close: () => void
}

interface SessionPorts {
  /** What it has of the files of its projects. */
  readonly open: Required<Pick<ReadingOptions, 'openPaths' | 'openText'>>
  /** Whether the editor trusts its folders: only then is their code run. */
  readonly isTrusted: () => boolean
  readonly now: () => number
  /** After each compilation; `exists`: whether there still is a project. */
  readonly onCompiled: (session: ProjectSession, exists: boolean) => void
  readonly onBug: (error: unknown) => void
  /** A folder has too many folders to find its projects; those of open files are compiled. */
  readonly onTooLarge: (folder: string) => void
}

type Change = 'text' | 'disk'

/** Turns of the event loop without a change after which all messages that had arrived are read, and the most that are waited for. */
const QUIET_TURNS = 3
const MAX_TURNS = 1_000

export function createSessions({
  open,
  isTrusted,
  now,
  onCompiled,
  onBug,
  onTooLarge,
}: SessionPorts): Sessions {
  const rootOf = (path: string): string | undefined =>
    projectAbove(path, each => open.openText(each) !== undefined)
  const sessions = new Map<string, ProjectSession>()
  const watched = new Map<string, () => void>()
  const dirty = new Map<ProjectSession, Change>()
  let isRunning = false
  /** The number of changes so far, of each session the last one, and that of its compilation. */
  let changes = 0
  const changed = new WeakMap<ProjectSession, number>()
  const compiled = new WeakMap<ProjectSession, number>()
  let wakeWaiting = (): void => {}
  let nextCompilation = new Promise<void>(resolve => {
    wakeWaiting = resolve
  })

  /** The protocol library handles one message a turn: those that have arrived are read first, so that only the last of several edits is compiled. */
  const readArrived = async (): Promise<void> => {
    let quiet = 0
    for (let turn = 0; quiet < QUIET_TURNS && turn < MAX_TURNS; turn += 1) {
      const before = changes
      await new Promise(resolve => setImmediate(resolve))
      quiet = changes === before ? quiet + 1 : 0
    }
  }
  const compileDirty = async (): Promise<void> => {
    for (;;) {
      await readArrived()
      const [next] = dirty
      if (next === undefined) return
      const [session, change] = next
      dirty.delete(session)
      const until = changes
      try {
        const exists = await session.compile(change)
        if (!exists) sessions.delete(session.root)
        onCompiled(session, exists)
      } catch (error) {
        onBug(error)
      }
      compiled.set(session, until)
      wakeWaiting()
      nextCompilation = new Promise(resolve => {
        wakeWaiting = resolve
      })
    }
  }
  const mark = (session: ProjectSession, change: Change): void => {
    const before = dirty.get(session)
    dirty.set(session, before === 'disk' ? before : change)
    changes += 1
    changed.set(session, changes)
    if (isRunning) return
    isRunning = true
    void compileDirty().finally(() => {
      isRunning = false
    })
  }
  const add = (root: string): ProjectSession => {
    const known = sessions.get(root)
    if (known !== undefined) return known
    const session = createProjectSession(root, { ...open, runsChecks: isTrusted() }, now)
    sessions.set(root, session)
    mark(session, 'disk')
    return session
  }
  const watch = (folder: string): void => {
    if ([...watched.keys()].some(each => folder === each || folder.startsWith(`${each}${sep}`))) return
    const onChange = (): void => {
      for (const root of findProjects(folder) ?? []) add(root)
      for (const session of sessions.values()) mark(session, 'disk')
    }
    watched.set(folder, watchFiles(folder, onChange))
  }
  return {
    addFolder: folder => {
      const roots = findProjects(folder)
      if (roots === undefined) {
        onTooLarge(folder)
        return
      }
      watch(folder)
      for (const root of roots) add(root)
    },
    removeFolder: folder => {
      watched.get(folder)?.()
      watched.delete(folder)
    },
    sessionOf: path => {
      const root = rootOf(path)
      if (root === undefined) return undefined
      watch(root)
      return add(root)
    },
    all: () => [...sessions.values()],
    rootOf,
    change: path => {
      const root = rootOf(path)
      if (root !== undefined) {
        watch(root)
        mark(add(root), 'text')
      }
      // A manifest that is not saved makes a project while it is open.
      if (isManifestName(basename(path)))
        for (const session of sessions.values()) if (dirname(path) === session.root) mark(session, 'disk')
    },
    changeDisk: () => {
      for (const folder of watched.keys()) for (const root of findProjects(folder) ?? []) add(root)
      for (const session of sessions.values()) mark(session, 'disk')
    },
    settled: async session => {
      const last = changed.get(session) ?? 0
      while ((compiled.get(session) ?? 0) < last) await nextCompilation
    },
    close: () => {
      for (const unwatch of watched.values()) unwatch()
      watched.clear()
    },
  }
}

/** A larger folder, such as a disk, is not searched: each folder would be watched, too. */
export const MAX_FOLDERS = 10_000

/** The folders of the projects below a folder, and of the one that it is part of; undefined if it is too large to search. */
function findProjects(folder: string, maxFolders = MAX_FOLDERS): readonly string[] | undefined {
  let folders = 0
  const enters = searchBelow(folder)
  const below = filesBelow(
    folder,
    path => {
      if (folders > maxFolders || !enters(path)) return false
      folders += 1
      return folders <= maxFolders
    },
    isManifestName,
  ).map(path => dirname(path))
  if (folders > maxFolders) return undefined
  const above = projectAbove(join(folder, 'gateway.yaml'))
  return [...new Set([...(above === undefined ? [] : [above]), ...below.filter(isFolderOfProject)])]
}

/** A folder that cannot be listed is returned as a file. */
const isFolderOfProject = (folder: string): boolean => projectAbove(join(folder, 'gateway.yaml')) === folder
