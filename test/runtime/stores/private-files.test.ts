// What stores and logs write is readable by their user alone, and the start says where it is not.
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { backupStore } from '../../../runtime/stores/backup/backup-store.ts'
import { openLogFile } from '../../../runtime/stores/log-file.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { openSqliteStore } from '../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { batchOf, recordOf, ringOf } from './logs/contract.ts'
import { write } from './resources/contract.ts'

type Warn = (sentence: string) => void

/** Writes something, and returns what ends it: files of a database in use are looked at, too. */
type Use = (folder: string, warn?: Warn) => Promise<() => Promise<void>>

const useResources =
  (address: string): Use =>
  async (folder, warn) => {
    const { clock } = nodePorts()
    const store = await openResourceStore(address, { folder, environment: {}, clock, ...(warn && { warn }) })
    const bytes = new TextEncoder().encode('hello')
    const digest = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    await store.commit({ writes: [write('a/b', { n: 1 })], blobs: new Map([[digest, bytes]]) })
    await store.heartbeat({ id: 'one', value: {}, at: 1 })
    return store.close
  }

const uses: Readonly<Record<string, Use>> = {
  'the store in SQLite': useResources('sqlite:deep/er/store.db'),
  'the store in a hidden folder': useResources('sqlite:.portolan/store.db'),
  'the store in a folder': useResources('folder:deep/er/saved'),
  'the log store': async (folder, warn) => {
    const ring = ringOf('key')
    const store = await openLogStore('sqlite:deep/store.db', { folder, ring, ...(warn && { warn }) })
    await store.append(batchOf('one', [recordOf(1)]))
    return store.close
  },
  'the log file': async (folder, warn) => {
    const file = await openLogFile({ path: join(folder, 'logs/er/x.jsonl'), maxBytes: 10, keep: 2 }, warn)
    for (const text of ['one', 'two', 'three']) await file.append(`"${text} is long"\n`)
    return file.close
  },
  'a copy of the store': async folder => {
    const store = await openSqliteStore(join(folder, 'deep/store.db'))
    await backupStore(join(folder, 'deep/store.db'), join(folder, 'copy.db'), true)
    return store.close
  },
}

/** Every file and folder below a folder, with its permissions. */
const permissionsIn = (folder: string): readonly (readonly [path: string, mode: string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(entry => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path), (statSync(path).mode & 0o777).toString(8)]
  })

/** Others can reach what is in it. */
function openFolder(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  return folder
}

describe.skipIf(process.platform === 'win32').each(Object.entries(uses))('%s', (_name, use) => {
  it('makes files of 0600 in folders of 0700', async () => {
    const folder = openFolder()
    const end = await use(folder)
    const found = permissionsIn(folder)
    expect(found.length).toBeGreaterThan(1)
    for (const [path, mode] of found)
      expect([path, mode]).toEqual([path, statSync(join(folder, path)).isDirectory() ? '700' : '600'])
    await end()
  })
})

describe.skipIf(process.platform === 'win32').each(Object.entries(uses).slice(0, -1))('%s', (_name, use) => {
  it('is told of at the start where others can reach it, and left as it is', async () => {
    const folder = openFolder()
    await (await use(folder))()
    const reported: string[] = []
    await (await use(folder, sentence => reported.push(sentence)))()
    expect(reported).toEqual([])
    for (const [path] of permissionsIn(folder)) {
      const isFolder = statSync(join(folder, path)).isDirectory()
      chmodSync(join(folder, path), isFolder ? 0o755 : 0o644)
    }
    const before = permissionsIn(folder)
    await (await use(folder, sentence => reported.push(sentence)))()
    expect(reported).toEqual([
      expect.stringMatching(
        /^The (log )?(store|file) \S+ can be reached by other users of this machine; only the user of the gateway should: chmod go= \//,
      ),
    ])
    expect(permissionsIn(folder)).toEqual(expect.arrayContaining(before.slice(0, 1)))
    // A private folder above protects all that is in it.
    chmodSync(folder, 0o700)
    reported.length = 0
    await (await use(folder, sentence => reported.push(sentence)))()
    expect(reported).toEqual([])
  })
})

it.skipIf(process.platform === 'win32')(
  'whoever may read a full log file may read the next one',
  async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'x.jsonl')
    const file = await openLogFile({ path, maxBytes: 10, keep: 2 })
    await file.append('"some line"\n')
    chmodSync(path, 0o640)
    await file.append('"the next"\n')
    expect(permissionsIn(folder)).toEqual(
      expect.arrayContaining([
        ['x.1.jsonl', '640'],
        ['x.jsonl', '640'],
      ]),
    )
    await file.close()
  },
)
