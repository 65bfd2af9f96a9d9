// The faults of a disk with the store of saved resources, the log store and the log file: a file system in memory of a few megabytes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '../../../runtime/stores/sqlite.ts'
import { later } from '../../support/local-servers.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export interface Disk {
  readonly root: string
  /** With the files of the gateway, on the disk. */
  readonly folder: string
}

export interface DiskFault {
  readonly name: string
  /** Returns how it ends. */
  readonly begin: (disk: Disk) => () => unknown
  /** Whether a write by API is refused meanwhile; undefined if both may be. */
  readonly refuses: boolean | undefined
}

/** Undefined where this user may not mount. */
export function mountDisk(): Disk | undefined {
  const root = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', root], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  later(() => execFileSync('umount', ['--lazy', root]))
  const folder = join(root, 'files')
  mkdirSync(folder)
  return { root, folder }
}

/** Writes until the file system takes no more, down to the last byte. */
function fill(path: string): void {
  for (const size of [65_536, 512, 1])
    for (let isFull = false; !isFull; )
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
      } catch {
        isFull = true
      }
}

export const DISK_FAULTS: readonly DiskFault[] = [
  {
    name: 'is full',
    begin: ({ root }) => {
      const path = join(root, 'filler')
      fill(path)
      return () => rmSync(path)
    },
    // The journal of the store may have some pages left.
    refuses: undefined,
  },
  {
    name: 'has lost the folder, which comes back',
    begin: ({ root, folder }) => {
      const away = join(root, 'away')
      renameSync(folder, away)
      return () => {
        rmSync(folder, { recursive: true, force: true })
        renameSync(away, folder)
      }
    },
    refuses: undefined,
  },
  {
    name: 'has its files locked by another process',
    begin: ({ folder }) => {
      const held = ['store.db', 'store.logs.db', '.requests.jsonl.lock'].map(name => {
        const database = new DatabaseSync(join(folder, name))
        database.exec('BEGIN EXCLUSIVE')
        return database
      })
      return () => {
        for (const database of held) database.close()
      }
    },
    refuses: true,
  },
]
