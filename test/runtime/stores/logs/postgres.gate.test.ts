// The log store in a real PostgreSQL, also when the network fails.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { KeyRing } from '../../../../runtime/control/core/sealing/key-ring.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { openLogStore } from '../../../../runtime/stores/logs/open-log-store.ts'
import { openServerLogs } from '../../../../runtime/stores/logs/postgres/open-server-logs.ts'
import { readPostgresAddress } from '../../../../runtime/stores/resources/postgres/postgres-address.ts'
import {
  connectPostgres,
  POSTGRES_TIMEOUTS,
} from '../../../../runtime/stores/resources/postgres/postgres-connection.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { startTcpProxy } from '../../../support/tcp-proxy.ts'
import { isPostgresListening, TEST_POSTGRES } from '../../../support/test-postgres.ts'
import { until } from '../../../support/until.ts'
import { bodyContract } from './body-contract.ts'
import { batchOf, DAYS, everything, NOON, recordContract, recordOf, ringOf } from './contract.ts'
import { countContract } from './count-contract.ts'
import { drawnBatch, LOG_REQUESTS } from './log-requests.ts'
import { pageContract } from './page-contract.ts'

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

describe.skipIf(!present)('service: PostgreSQL', () => {
  const schemas = postgresSchemas()
  const open = (url: URL, ring?: KeyRing) => openLogStore(url.href, { folder: '/', ring })
  const create = (ring?: KeyRing) => open(schemas.create(), ring)

  recordContract(create)
  bodyContract(create)
  countContract(create)
  pageContract(maxLooked => openServerLogs(schemas.create().href, undefined, nodePorts().clock, maxLooked))

  it('plans a statement for its parameters each time, if that is asked for: the plan for any reads by time', async () => {
    const address = readPostgresAddress(schemas.create().href)
    const { clock } = nodePorts()
    const modes: unknown[] = []
    for (const replans of [true, false]) {
      const connection = await connectPostgres(address, clock, POSTGRES_TIMEOUTS, { replans })
      modes.push((await connection.rows('SHOW plan_cache_mode'))[0]?.['plan_cache_mode'])
      await connection.end()
    }
    expect(modes).toEqual(['force_custom_plan', 'auto'])
  })

  it('many processes may open a new store at once, beside that of the saved resources, and write at once', async () => {
    const url = schemas.create()
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(url)))
    const turns = [1, 2, 3, 4, 5]
    await Promise.all(
      stores.flatMap((store, at) =>
        turns.map(turn =>
          store.append(
            batchOf(
              `${at}.${turn}`,
              [0, 1, 2, 3].map(each => recordOf(at * 1000 + turn * 10 + each, { model: `m${each}` })),
            ),
          ),
        ),
      ),
    )
    expect(await stores[0]?.count(everything)).toBe(80)
    for (const store of stores) await store.close()
  })

  it('records are read by searches, whatever is requested: the server counts no scan of a partition', async () => {
    const url = schemas.create()
    const schema = url.searchParams.get('search_path')
    /** Of all partitions of records and bodies, as the server has them once their sessions have ended. */
    const scans = async (): Promise<readonly [scanned: number, searched: number]> => {
      const [row] = await schemas.run(
        `SELECT coalesce(sum(seq_scan), 0) AS scanned, coalesce(sum(idx_scan), 0) AS searched FROM pg_stat_all_tables
         WHERE schemaname = '${schema}' AND relname ~ '^log_(record|body)'`,
      )
      return [Number(row?.['scanned']), Number(row?.['searched'])]
    }
    const writer = await open(url)
    await writer.append(drawnBatch())
    await writer.close()
    await schemas.run(`ANALYZE ${schema}.log_record`)
    // Small tables are scanned, since that is as fast: here only where nothing else is possible.
    url.searchParams.set('enable_seqscan', 'off')
    for (const [name, requests] of Object.entries(LOG_REQUESTS)) {
      const before = await scans()
      const reader = await open(url)
      for (const run of Object.values(requests)) await run(reader)
      await reader.close()
      expect([name, (await scans())[0] - before[0]]).toEqual([name, 0])
    }
    await until(async () => (await scans())[1] > 0)
  })

  it('a schema may have any name, and one of a newer version is refused with a sentence', async () => {
    const url = schemas.create()
    const schema = `${url.searchParams.get('search_path')} it's s.one`
    url.searchParams.set('search_path', `"${schema}"`)
    const store = await open(url)
    await store.append(batchOf('a', [recordOf(1)]))
    expect((await store.status()).bytes).toBeGreaterThan(0)
    expect(await store.count(everything)).toBe(1)
    await store.close()
    await schemas.run(`UPDATE "${schema}".log_schema_version SET number = 99`)
    await expect(open(url)).rejects.toMatchObject({
      code: 'newer-schema',
      message: expect.stringContaining('has the schema 99'),
    })
    await schemas.run(`DROP SCHEMA "${schema}" CASCADE`)
  })

  it('partitions get statistics, also where autovacuum is late', async () => {
    const url = schemas.create()
    const store = await open(url)
    await store.append(
      batchOf(
        'a',
        Array.from({ length: 3000 }, (_, at) => recordOf(at)),
      ),
    )
    const analyzed = async (): Promise<boolean> => {
      const forever = 10_000 * DAYS
      await store.prune({ records: forever, bodies: forever, totals: forever }, NOON)
      const found =
        await schemas.run(`SELECT 1 FROM pg_stat_all_tables WHERE schemaname = '${url.searchParams.get('search_path')}'
        AND relname LIKE 'log\\_record\\_%' AND coalesce(last_analyze, last_autoanalyze) IS NOT NULL`)
      return found.length > 0
    }
    // The server counts rows some time after they were written.
    await until(analyzed)
    await store.close()
  })

  it('a key that another process has erased is not used again', async () => {
    const url = schemas.create()
    const [first, second] = await Promise.all([open(url, ringOf('key')), open(url, ringOf('key'))])
    const write = (number: number) => {
      const record = recordOf(number)
      return first.append({
        ...batchOf(`${number}`, [record]),
        bodies: [{ id: record.id, request: new Uint8Array([1]) }],
      })
    }
    await write(1)
    expect(await second.erase({ workspace: 'team' })).toBe(1)
    await write(2)
    expect(await first.bodies(recordOf(1).id, 'all')).toBeUndefined()
    expect(await second.bodies(recordOf(2).id, 'all')).toMatchObject({ request: new Uint8Array([1]) })
    for (const store of [first, second]) await store.close()
  })

  it('without the key that has sealed one, records are stored without bodies', async () => {
    const url = schemas.create()
    const [first, other] = await Promise.all([open(url, ringOf('key')), open(url, ringOf('other'))])
    const bodies = (number: number) => [{ id: recordOf(number).id, request: new Uint8Array([number]) }]
    await first.append({ ...batchOf('1', [recordOf(1)]), bodies: bodies(1) })
    await other.append({ ...batchOf('2', [recordOf(2)]), bodies: bodies(2) })
    expect(await other.find(recordOf(2).id, 'all')).toMatchObject({ hasBodies: false })
    expect(await other.sealedWith()).toEqual({ [ringOf('key').current.id]: 1 })
    for (const store of [first, other]) await store.close()
  })

  it('a server that is away is unavailable, without credentials, and a batch that is repeated counts once', async () => {
    const url = schemas.create()
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
    onTestFinished(() => proxy.cut())
    const near = new URL(url)
    near.hostname = '127.0.0.1'
    near.port = String(proxy.port)
    near.password = 'not-to-be-repeated'
    const store = await open(near)
    onTestFinished(() => store.close())
    const batch = batchOf('a', [recordOf(1)])
    await store.append(batch)
    await proxy.cut()
    const failed: unknown = await store.append(batchOf('b', [recordOf(2)])).catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: 'StoreError', code: 'unavailable' })
    expect(String(failed)).not.toContain('not-to-be-repeated')
    await proxy.restore()
    await until(() =>
      store.append(batch).then(
        () => true,
        () => false,
      ),
    )
    await store.append(batchOf('b', [recordOf(2)]))
    expect(await store.count(everything)).toBe(2)
  })
})
