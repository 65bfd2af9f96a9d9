// Files that only the user of the gateway may read: stores and logs hold digests of keys, sealed secrets, and who called what.
import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/**
 * Makes an empty file for SQLite, which by itself would make one that all can read; the files beside it (`-wal`, `-shm`) get the
 * permissions of the first. A file that exists is not opened: closing it would end the locks that this process has on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE))
  } catch {
    // It exists, or what opens it next reports why it cannot.
  }
}

/** The files of a SQLite database, with those of revocations and of sessions of the console beside it. */
export const sqliteFiles = (path: string): readonly string[] =>
  ['', '-wal', '-shm', '-journal', '-revoked', '-console', '-console-ended'].map(ending => path + ending)

/** A message if other users than the owner can reach one of these files or folders; they are left as they are. */
export function openToOthers(subject: string, paths: readonly string[]): string | undefined {
  // Windows has no such permissions.
  const open = process.platform === 'win32' ? [] : paths.filter(isReachable)
  return open.length === 0
    ? undefined
    : `${subject} can be reached by other users of this machine; only the user of the gateway should: chmod go= ${open.join(' ')}`
}

/** What the group and all others may do, and to search a folder of both. */
const OTHERS = 0o077
const SEARCH = 0o011

/** By the permissions of the file, and of every folder above it. */
function isReachable(path: string): boolean {
  if ((modeOf(path) & OTHERS) === 0) return false
  for (let below = path, above = dirname(path); above !== below; [below, above] = [above, dirname(above)])
    if ((modeOf(above) & SEARCH) === 0) return false
  return true
}

/** 0 if there is nothing. */
function modeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  } catch {
    return 0
  }
}
