// Processes that share a store and no Redis: each is told that the others count limits apart, and that they have gone.

import { describe, expect, test } from 'vitest'
import type { ResourceStore } from '../../../../../runtime/control/core/resource-store.ts'
import {
  countingProcesses,
  watchCounting,
} from '../../../../../runtime/control/resources/policies/watch-counting.ts'
import { openResourceStore } from '../../../../../runtime/stores/resources/open-resource-store.ts'
import { openMemoryStore } from '../../../../support/memory-store.ts'
import { postgresSchemas } from '../../../../support/postgres-schemas.ts'
import { isPostgresListening } from '../../../../support/test-postgres.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'

const schemas = postgresSchemas()
const hasPostgres = await isPostgresListening()
if (!hasPostgres) console.error('No PostgreSQL listens: its tests are skipped.')

const open = (address: string): Promise<ResourceStore> =>
  openResourceStore(address, { folder: '.', environment: {}, clock: virtualClock() })

describe.each([
  ['SQLite', async () => openMemoryStore(), true],
  ['PostgreSQL', async () => await open(schemas.create().href), hasPostgres],
] as const)('%s', (_name, openStore, isThere) => {
  test.runIf(isThere)(
    'the number of processes is told when it changes, and without limits nothing is',
    async () => {
      const store = await openStore()
      const clock = virtualClock(Date.UTC(2026, 10, 23))
      const told: string[] = []
      let limited = false
      const start = async (process: string) => {
        const watch = watchCounting(store, {
          process,
          clock,
          hasLimits: () => limited,
          onChange: processes => void told.push(`${process}: ${processes}`),
        })
        await watch.look()
        return watch
      }
      const [one, two] = [await start('one'), await start('two')]
      const lookAll = async () => {
        for (const each of [one, two, one, two]) await each.look()
      }
      await lookAll()
      expect(told).toEqual([])
      limited = true
      await lookAll()
      expect(told.toSorted()).toEqual(['one: 2', 'two: 2'])
      expect(countingProcesses(await store.heartbeats(), clock.now())).toBe(2)
      const three = await start('three')
      expect(told.at(-1)).toBe('three: 3')
      await three.stop()
      await two.stop()
      await one.look()
      expect(told.at(-1)).toBe('one: 1')
      expect(await store.heartbeats()).toMatchObject([{ id: 'limits/one' }])
      await one.stop()
      await store.close()
    },
  )

  test.runIf(isThere)(
    'nothing is told of a process whose limits come while it looks for others',
    async () => {
      const store = await openStore()
      const told: number[] = []
      let limited = false
      const watch = watchCounting(
        {
          ...store,
          heartbeats: () => {
            limited = true
            return store.heartbeats()
          },
        },
        {
          process: 'one',
          clock: virtualClock(Date.UTC(2026, 10, 23)),
          hasLimits: () => limited,
          onChange: processes => void told.push(processes),
        },
      )
      await watch.look()
      await watch.look()
      expect(told).toEqual([])
      await watch.stop()
      await store.close()
    },
  )

  test.runIf(isThere)(
    'a process that was killed counts for half a minute, and is forgotten after a day',
    async () => {
      const store = await openStore()
      const clock = virtualClock(Date.UTC(2026, 10, 23))
      await store.heartbeat({ id: 'limits/killed', value: { limits: true }, at: clock.now() })
      await store.heartbeat({ id: 'host:8787', value: { project: 'main' }, at: clock.now() })
      const told: number[] = []
      const watch = watchCounting(store, {
        process: 'one',
        clock,
        hasLimits: () => true,
        onChange: processes => void told.push(processes),
      })
      await watch.look()
      await clock.advance(31_000)
      await watch.look()
      expect(told).toEqual([2, 1])
      await clock.advance(86_400_000)
      await watch.look()
      expect((await store.heartbeats()).map(({ id }) => id)).toEqual(['host:8787', 'limits/one'])
      await watch.stop()
      await store.close()
    },
  )
})
