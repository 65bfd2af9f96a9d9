// Watches folders for changes, debounced: editors write a file in several steps. Each folder is watched by itself, so that
// packages and what git ignores cost nothing.
import { type Dirent, type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { isPackage, searchBelow } from './files/search-folders.ts'

const DEBOUNCE_MS = 100

const isSource = (name: string): boolean =>
  /\.(ya?ml|json|txt|m?[jt]s)$/.test(name) && !/\.plan(\.map)?\.json$|\.tmp$/.test(name)

/** Calls `onChange` after a source changed in the folder, or in one that is `named` and watched whole. The returned function stops the watchers. */
export function watchFiles(folder: string, onChange: () => void, named: readonly string[] = []): () => void {
  const enters = searchBelow(folder)
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const change = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, DEBOUNCE_MS)
  }
  const isWatched = (path: string): boolean =>
    named.some(each => path === each || path.startsWith(`${each}${sep}`)) ? !isPackage(path) : enters(path)
  const drop = (path: string): boolean => {
    const dropped = [...watchers.keys()].filter(each => each === path || each.startsWith(`${path}${sep}`))
    for (const each of dropped) {
      watchers.get(each)?.close()
      watchers.delete(each)
    }
    return dropped.length > 0
  }
  const add = (path: string, onEvent: (name: string | null) => void): void => {
    try {
      const watcher = watch(path, (_event, name) => onEvent(name))
      // A deleted folder stops its watcher, not the gateway.
      watcher.on('error', () => watcher.close())
      watchers.set(path, watcher)
    } catch {
      // What is gone already, or may not be read.
    }
  }
  const addFolder = (path: string): void => {
    if (watchers.has(path)) return
    add(path, name => {
      if (name === null) return
      const below = join(path, name)
      const wasWatched = drop(below)
      const entry = lstatSync(below, { throwIfNoEntry: false })
      if (entry !== undefined) addEntry(below, entry)
      if (wasWatched || watchers.has(below) || isSource(name)) change()
    })
    for (const entry of listFolder(path)) addEntry(join(path, entry.name), entry)
  }
  /** Folders that are not links; and links to sources, which change in another folder. */
  const addEntry = (path: string, entry: Pick<Dirent, 'isDirectory' | 'isSymbolicLink'>): void => {
    if (entry.isDirectory() && isWatched(path)) addFolder(path)
    else if (entry.isSymbolicLink() && isSource(path))
      add(path, () => {
        drop(path)
        addEntry(path, entry)
        change()
      })
  }
  addFolder(folder)
  for (const each of named) addFolder(each)
  return () => {
    clearTimeout(timer)
    drop(folder)
    for (const each of named) drop(each)
  }
}

const listFolder = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * Returns a function that requests a run of the action: one run at a time, and requests during a run lead to one more. The action must not
 * reject.
 */
export function runLatest(action: () => Promise<void>): () => void {
  let running = false
  let requested = false
  const run = async (): Promise<void> => {
    running = true
    while (requested) {
      requested = false
      await action()
    }
    running = false
  }
  return () => {
    requested = true
    if (!running) void run()
  }
}
