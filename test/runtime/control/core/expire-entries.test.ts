// Retention of the audit log: what is older goes, in batches, each recorded; what is younger, and everything by default, stays.
import { describe, expect, test } from 'vitest'
import { keepAuditLog } from '../../../../runtime/control/core/expire-entries.ts'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { isPostgresListening } from '../../../support/test-postgres.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const schemas = postgresSchemas()
const hasPostgres = await isPostgresListening()
if (!hasPostgres) console.error('No PostgreSQL listens: its tests are skipped.')

const NOW = Date.UTC(2026, 10, 23)
const DAY = 86_400_000

const open = (address: string): Promise<ResourceStore> =>
  openResourceStore(address, { folder: '.', environment: {}, clock: virtualClock() })

describe.each([
  ['SQLite', async () => openMemoryStore(), true],
  ['PostgreSQL', async () => await open(schemas.create().href), hasPostgres],
] as const)('%s', (_name, openStore, isThere) => {
  /** A store with entries of so many days ago, and what keeps its audit log. */
  const logOf = async (ages: readonly number[], days: number | undefined) => {
    const store = await openStore()
    const clock = virtualClock(NOW)
    const writes = ages.map((age, index) => {
      const timestamp = new Date(NOW - age * DAY).toISOString()
      return { kind: 'audit', id: `${timestamp}/${index}`, value: { timestamp, action: 'create' } }
    })
    await store.commit({ writes })
    const told: string[] = []
    let count = 0
    const expiry = keepAuditLog(store, {
      clock,
      randomId: () => {
        count += 1
        return `id${count}`
      },
      retention: () => days,
      writeLog: (_level, message) => void told.push(message),
    })
    const entries = async () => (await store.list('audit', { limit: 1000 })).map(({ value }) => value)
    return { store, clock, expiry, entries, told }
  }

  test.runIf(isThere)('deletes what is older than audit_retention, and records it', async () => {
    const { expiry, entries, store } = await logOf([40, 31, 29, 1], 30)
    await expiry.sweep()
    expect(await entries()).toEqual([
      { timestamp: new Date(NOW - 29 * DAY).toISOString(), action: 'create' },
      { timestamp: new Date(NOW - DAY).toISOString(), action: 'create' },
      expect.objectContaining({
        user: 'gateway',
        action: 'expire',
        resource_type: 'audit',
        before: {
          entries: 2,
          from: new Date(NOW - 40 * DAY).toISOString(),
          to: new Date(NOW - 31 * DAY).toISOString(),
        },
        after: { audit_retention: 30 },
      }),
    ])
    const revision = await store.revision()
    await expiry.sweep()
    expect(await store.revision()).toBe(revision)
    expiry.stop()
    await store.close()
  })

  test.runIf(isThere)('keeps everything without the setting', async () => {
    const { expiry, entries, store } = await logOf([4000, 1], undefined)
    await expiry.sweep()
    expect(await entries()).toHaveLength(2)
    expiry.stop()
    await store.close()
  })

  test.runIf(isThere)(
    'goes through many in transactions of at most 500, once for two processes',
    async () => {
      const { expiry, entries, store, clock } = await logOf(
        Array.from({ length: 1200 }, (_, index) => 50 + index / 100),
        30,
      )
      const other = keepAuditLog(store, {
        clock,
        randomId: () => 'other',
        retention: () => 30,
        writeLog: () => {},
      })
      await Promise.all([expiry.sweep(), other.sweep()])
      await expiry.sweep()
      const records = await entries()
      expect(records.every(({ action }) => action === 'expire')).toBe(true)
      const counts = records.map(({ before }) => (before as { entries: number }).entries)
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1200)
      expect(Math.max(...counts)).toBe(500)
      expiry.stop()
      other.stop()
      await store.close()
    },
  )

  test.runIf(isThere)('looks by itself, and says why entries stay while the store is away', async () => {
    const { entries, store, clock, told } = await logOf([40], 30)
    await clock.advance(60_000)
    await expect.poll(async () => (await entries()).map(({ action }) => action)).toEqual(['expire'])
    await store.close()
    await expect.poll(() => clock.waits).toContain(6 * 3_600_000)
    await clock.advance(6 * 3_600_000)
    await expect.poll(() => told).toEqual([expect.stringContaining('older than 30 days are still there')])
  })
})
