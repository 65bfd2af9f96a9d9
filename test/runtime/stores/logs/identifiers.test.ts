// How the SQLite file finds records by their identifiers and traces: in its own table, and in weeks of earlier versions by indexes.
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LogStore } from '../../../../runtime/control/logs/log-store.ts'
import { identifierHash } from '../../../../runtime/stores/logs/sqlite/identifiers.ts'
import { weekOf } from '../../../../runtime/stores/logs/sqlite/log-schema.ts'
import { type FileLogs, openFileLogs } from '../../../../runtime/stores/logs/sqlite/open-file-logs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { batchOf, DAYS, everything, MINUTE, NOON, numbersOf, recordOf, ringOf } from './contract.ts'

const WEEK = weekOf(NOON)

function open(path = join(temporaryFolder(), 'logs.db')): FileLogs {
  const store = openFileLogs(path, ringOf('key'), () => NOON)
  onTestFinished(() => store.close())
  return store
}

type Found = Pick<LogStore, 'find' | 'findTrace' | 'list' | 'count' | 'bodies'>

/** By everything that looks for one record. */
async function expectFound(store: Found, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const { id, trace } = recordOf(number)
    expect((await store.find(id, 'all'))?.record.id).toBe(id)
    expect((await store.find(id, ['team']))?.record.id).toBe(id)
    expect(await store.find(id, ['other-team'])).toBeUndefined()
    expect(numbersOf(await store.findTrace(trace, 'all'))).toEqual([number])
    for (const filter of [
      { ...everything, trace },
      { ...everything, trace, scope: ['team'] },
      { ...everything, trace, metadata: { odd: String(number % 2) } },
    ]) {
      expect(numbersOf((await store.list(filter, 5)).records)).toEqual([number])
      expect(await store.count(filter)).toBe(1)
    }
    expect(await store.count({ ...everything, trace, metadata: { odd: 'no' } })).toBe(0)
    expect((await store.bodies(id, 'all'))?.request).toEqual(new Uint8Array([number % 256]))
  }
  expect(await store.find('0'.repeat(31), 'all')).toBeUndefined()
  expect(await store.findTrace('nothing', 'all')).toEqual([])
}

const batch = (id: string, numbers: readonly number[], rest = {}) => ({
  ...batchOf(
    id,
    numbers.map(number => recordOf(number, { metadata: { odd: number % 2 }, ...rest })),
  ),
  bodies: numbers.map(number => ({ id: recordOf(number).id, request: new Uint8Array([number % 256]) })),
})

const upTo = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at)

/** As an earlier version had it. */
const INDEXES = ['trace', 'record']
  .map(column => `CREATE INDEX "record_${WEEK}_${column}" ON "record_${WEEK}" (${column});`)
  .join('')

describe('records are found by identifiers and traces', () => {
  it('in weeks that an earlier version has begun, and in later ones', async () => {
    const path = join(temporaryFolder(), 'logs.db')
    const earlier = openFileLogs(path, ringOf('key'), () => NOON)
    await earlier.append([batch('a', [1, 2, 3])])
    earlier.file.connection.exec(`DROP TABLE "identifier_${WEEK}"; ${INDEXES}`)
    await earlier.close()
    const store = open(path)
    await expectFound(store, [1, 2, 3])
    await store.append([batch('b', [4, 5])])
    await store.append([batch('c', [6], { time: new Date(NOON - 7 * DAYS).toISOString() })])
    await expectFound(store, [1, 2, 3, 4, 5, 6])
    expect(store.file.row(`SELECT count(*) AS size FROM "identifier_${WEEK}"`)).toEqual({ size: 0 })
    expect(store.file.row(`SELECT count(*) AS size FROM "identifier_${WEEK - 1}"`)).toEqual({ size: 2 })
  })

  it('while an earlier version writes to the same file', async () => {
    const store = open()
    await store.append([batch('a', [1, 2])])
    store.file.connection.exec(`${INDEXES} DELETE FROM "identifier_${WEEK}"`)
    await store.append([batch('b', [3])])
    await expectFound(store, [1, 2, 3])
  })

  it('in all parts of the table, whoever has filled them', async () => {
    const path = join(temporaryFolder(), 'logs.db')
    const writers = [open(path), open(path)]
    const time = (number: number): string => new Date(NOON - number).toISOString()
    for (let at = 0; at < 20; at += 1) {
      const numbers = upTo(at * 2000, (at + 1) * 2000)
      const records = numbers.map(number =>
        recordOf(number, { time: time(number), metadata: { odd: number % 2 } }),
      )
      const bodies = batch('', numbers.slice(0, 1)).bodies
      expect(await writers[at % 2]?.append([{ ...batchOf(`${at}`, records), bodies }])).toEqual([undefined])
    }
    const [store] = writers
    if (store === undefined) throw new Error('There is none.')
    const parts = store.file.row(`SELECT max(part) AS last, count(*) AS size FROM "identifier_${WEEK}"`)
    // Each record has a trace of its own, so there are two entries of each.
    expect(parts?.['size']).toBe(80_000)
    expect(Number(parts?.['last'])).toBeGreaterThan(1)
    store.file.connection.exec('ANALYZE')
    await expectFound(store, [0, 2000, 18_000, 38_000])
  })

  it('that have one hash, and one place in a millisecond', async () => {
    const [first, second] = ['costarring', 'liquid']
    expect(identifierHash(first)).toBe(identifierHash(second))
    const store = open()
    const { time } = recordOf(1)
    const records = [first, second, first, second].map((id, at) =>
      recordOf(at, { id, trace: id, time, model: `model-${at}` }),
    )
    await store.append([batchOf('a', records.slice(0, 2)), batchOf('b', records.slice(2))])
    expect(await store.count(everything)).toBe(4)
    for (const id of [first, second]) {
      const expected = records.filter(record => record.id === id)
      expect((await store.find(id, 'all'))?.record).toEqual(expected.at(-1))
      expect((await store.findTrace(id, 'all')).map(({ record }) => record)).toEqual(expected)
    }
    expect((await store.list(everything, 10)).records).toHaveLength(4)
  })

  it('after a batch was refused for lack of room', async () => {
    const store = open()
    await store.append([batch('a', [1])])
    const { page_count: pages } = store.file.row('PRAGMA page_count') ?? {}
    store.file.connection.exec(`PRAGMA max_page_count = ${Number(pages) + 10}`)
    const large = batch('b', upTo(10, 500))
    expect(await store.append([large])).toMatchObject([{ code: 'unavailable' }])
    expect(await store.find(recordOf(10).id, 'all')).toBeUndefined()
    store.file.connection.exec('PRAGMA max_page_count = 1000000')
    expect(await store.append([large])).toEqual([undefined])
    await expectFound(store, [1, 10, 499])
    expect(store.file.row(`SELECT count(*) AS size FROM "identifier_${WEEK}"`)).toEqual({ size: 982 })
  })

  it('without reading the records of the period, whatever else is asked for', async () => {
    const store = open()
    await store.append([
      batchOf(
        'a',
        upTo(0, 500).map(number => recordOf(number, { key: 'one' })),
      ),
    ])
    store.file.connection.exec('ANALYZE')
    const plans: (string | undefined)[] = []
    const { connection } = store.file
    const prepare = connection.prepare.bind(connection)
    connection.prepare = text => {
      if (text.includes(`identifier_${WEEK}`)) {
        const steps = prepare(`EXPLAIN QUERY PLAN ${text}`).all()
        plans.push(steps.map(({ detail }) => String(detail)).find(detail => / r( |$)/.test(detail)))
      }
      return prepare(text)
    }
    const filter = { ...everything, trace: 'trace-7', from: NOON - 30 * MINUTE }
    for (const each of [filter, { ...filter, keys: ['one'] }, { ...filter, scope: ['team'] }])
      expect(numbersOf((await store.list(each, 5)).records)).toEqual([7])
    expect(plans.length).toBeGreaterThan(2)
    for (const plan of plans) expect(plan).toContain('INTEGER PRIMARY KEY (rowid=?)')
  })
})
