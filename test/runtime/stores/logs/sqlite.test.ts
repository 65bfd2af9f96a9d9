// The log store in a SQLite file.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { KeyRing } from '../../../../runtime/control/core/sealing/key-ring.ts'
import { openLogStore } from '../../../../runtime/stores/logs/open-log-store.ts'
import { openFileLogs } from '../../../../runtime/stores/logs/sqlite/open-file-logs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { bodyContract } from './body-contract.ts'
import { batchOf, everything, NOON, recordContract, recordOf, ringOf } from './contract.ts'
import { countContract } from './count-contract.ts'
import { pageContract } from './page-contract.ts'

/** The threads of this process, each with its niceness, the 17th field after the name. */
const prioritiesOfThreads = (): (readonly [thread: number, niceness: number])[] =>
  readdirSync('/proc/self/task').map(thread => {
    const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return [Number(thread), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16])]
  })

const create = (ring?: KeyRing) => openLogStore('sqlite:store.db', { folder: temporaryFolder(), ring })

describe('SQLite', () => {
  recordContract(create)
  bodyContract(create)
  countContract(create)
})

describe('SQLite, with a bound', () =>
  pageContract(async maxLooked =>
    openFileLogs(join(temporaryFolder(), 'logs.db'), undefined, () => NOON, false, maxLooked),
  ))

describe('SQLite in memory', () =>
  recordContract(ring => openLogStore('sqlite::memory:', { folder: '/', ring })))

it('the file is beside that of the saved resources', async () => {
  const folder = temporaryFolder()
  const store = await openLogStore('sqlite:deeper/store.db', { folder })
  expect(store.name).toBe(`sqlite:${join(folder, 'deeper/store.logs.db')}`)
  await store.close()
})

it.runIf(process.platform === 'linux')('the thread that writes yields its CPU to requests', async () => {
  const before = prioritiesOfThreads()
  const store = await create()
  const started = prioritiesOfThreads().filter(([thread]) => !before.some(([other]) => other === thread))
  expect(started.map(([, niceness]) => niceness)).toContain(Math.min(19, getPriority() + 10))
  expect(getPriority()).toBe(before.find(([thread]) => thread === process.pid)?.[1])
  await store.close()
})

it.each(['folder:saved', 's3:bucket/prefix', 'https://gateway/v1', 'sqlite'])(
  '%s is refused with a sentence',
  async address => {
    await expect(openLogStore(address, { folder: '/' })).rejects.toMatchObject({
      code: 'invalid-address',
      message: expect.stringMatching(/^Logs are stored in SQLite or PostgreSQL/),
    })
  },
)

it('a file of a newer version, and one that is no database, is refused with a sentence', async () => {
  const folder = temporaryFolder({ 'notes.logs.txt': 'These are notes. '.repeat(100) })
  await (await openLogStore('sqlite:store.db', { folder })).close()
  const database = new DatabaseSync(join(folder, 'store.logs.db'))
  database.exec('PRAGMA user_version = 99')
  database.close()
  await expect(openLogStore('sqlite:store.db', { folder })).rejects.toMatchObject({
    code: 'newer-schema',
    message: expect.stringContaining('has the schema 99'),
  })
  await expect(openLogStore('sqlite:notes.txt', { folder })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('file is not a database'),
  })
})

it('on a full disk a batch is refused whole, and the store goes on when there is room', async () => {
  const store = openFileLogs(join(temporaryFolder(), 'logs.db'), undefined, () => NOON)
  onTestFinished(() => store.close())
  await store.append([batchOf('a', [recordOf(1)])])
  const pages = Number(Object.values(store.file.row('PRAGMA page_count') ?? {})[0])
  store.file.connection.exec(`PRAGMA max_page_count = ${pages + 10}`)
  const large = batchOf(
    'b',
    Array.from({ length: 500 }, (_, at) => recordOf(at + 10, { model: `model-${at}` })),
  )
  expect(await store.append([large])).toMatchObject([{ name: 'StoreError', code: 'unavailable' }])
  expect(await store.count(everything)).toBe(1)
  expect((await store.list(everything, 1000)).records).toHaveLength(1)
  store.file.connection.exec('PRAGMA max_page_count = 1000000')
  expect(await store.append([large])).toEqual([undefined])
  expect(await store.count(everything)).toBe(501)
})

it('bodies are in the file only encrypted, and an erased key is nowhere in it', async () => {
  const folder = temporaryFolder()
  const store = await openLogStore('sqlite:store.db', { folder, ring: ringOf('key') })
  onTestFinished(() => store.close())
  const text = 'a sentence that nobody else may read'
  const bodies = [{ id: recordOf(1).id, request: Buffer.from(text) }]
  await store.append({ ...batchOf('a', [recordOf(1)]), bodies })
  const reader = new DatabaseSync(join(folder, 'store.logs.db'), { readOnly: true })
  const sealed = JSON.parse(String(reader.prepare('SELECT sealed FROM log_key').get()?.['sealed'])) as {
    text: string
  }
  reader.close()
  const contents = (): string =>
    ['', '-wal'].map(end => readFileSync(join(folder, `store.logs.db${end}`), 'latin1')).join()
  expect(contents()).not.toContain(text)
  expect(contents()).toContain(sealed.text)
  await store.erase({ workspace: 'team' })
  expect(contents()).not.toContain(sealed.text)
})

it('a new key of the operator takes over when the store is pruned, and the old one may go', async () => {
  const folder = temporaryFolder()
  const open = (ring: KeyRing) => openLogStore('sqlite:store.db', { folder, ring })
  const bodies = [{ id: recordOf(1).id, request: new Uint8Array([1]) }]
  const first = await open(ringOf('old'))
  await first.append({ ...batchOf('a', [recordOf(1)]), bodies })
  await first.close()
  const second = await open(ringOf('new', 'old'))
  const forever = 10_000 * 86_400_000
  await second.prune({ records: forever, bodies: forever, totals: forever }, NOON)
  await second.close()
  const third = await open(ringOf('new'))
  expect(await third.bodies(recordOf(1).id, 'all')).toEqual(bodies[0])
  await third.close()
  const fourth = await open(ringOf('another'))
  await expect(fourth.bodies(recordOf(1).id, 'all')).rejects.toMatchObject({ code: 'unsupported' })
  // What cannot be sealed for its workspace is not stored; the record is.
  const more = [{ id: recordOf(2).id, request: new Uint8Array([2]) }]
  await fourth.append({ ...batchOf('b', [recordOf(2)]), bodies: more })
  expect(await fourth.find(recordOf(2).id, 'all')).toMatchObject({ hasBodies: false })
  await fourth.close()
})
