// Pages of lists that look through a bounded number of records: together they are the whole list.
import { expect, it, onTestFinished } from 'vitest'
import type { LogFilter, StoredRecord } from '../../../../runtime/control/logs/log-store.ts'
import type { LogDriver } from '../../../../runtime/stores/logs/log-driver.ts'
import { drawRecord, seededRandom } from '../../../support/drawn-records.ts'
import { DAYS, everything, NOON } from './contract.ts'
import { FILTERS } from './log-requests.ts'

const RECORDS = 600
/** What a page may look through here. */
const LOOKED = 40
const LIMIT = 5

const filters: Readonly<Record<string, Partial<LogFilter>>> = {
  ...FILTERS,
  'a cache that no record used': { cache: ['NOTHING'] },
  'a cost that no record has': { cost: { min: 1e15 } },
  'values that never occur together': { models: ['model-1'], configs: ['config-1'], statuses: [503] },
}

export function pageContract(open: (maxLooked: number) => Promise<LogDriver>): void {
  it('pages that look through few records are the whole list together', { timeout: 60_000 }, async () => {
    const [store, whole] = await Promise.all([open(LOOKED), open(Number.POSITIVE_INFINITY)])
    onTestFinished(async () => {
      await store.close()
      await whole.close()
    })
    const random = seededRandom(7)
    const lines = Array.from({ length: RECORDS }, (_, at) =>
      JSON.stringify(drawRecord(random, NOON - 20 * DAYS + Math.floor((at / RECORDS) * 20 * DAYS))),
    )
    for (const each of [store, whole]) await each.append([{ id: 'batch', lines: lines.join('\n') }])
    const idsOf = (records: readonly StoredRecord[]): readonly string[] =>
      records.map(({ record }) => record.id)
    for (const [name, restricted] of Object.entries(filters)) {
      const filter = { ...everything, ...restricted }
      const found: string[] = []
      let pages = 0
      for (let next: string | undefined; ; pages += 1) {
        const page = await store.list(filter, LIMIT, next)
        expect(page.records.length).toBeLessThanOrEqual(LIMIT)
        found.push(...idsOf(page.records))
        next = page.next
        if (next === undefined) break
      }
      expect(found, name).toEqual(idsOf((await whole.list(filter, RECORDS)).records))
      if (name.startsWith('a cache that')) expect(pages).toBeGreaterThan(RECORDS / LOOKED / 3)
    }
  })
}
