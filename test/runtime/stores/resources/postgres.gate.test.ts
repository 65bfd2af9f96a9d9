// The store in a real PostgreSQL, also when the network or the server fails.
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { readPostgresAddress } from '../../../../runtime/stores/resources/postgres/postgres-address.ts'
import {
  POSTGRES_TIMEOUTS,
  type PostgresTimeouts,
} from '../../../../runtime/stores/resources/postgres/postgres-connection.ts'
import {
  BRIEF_LIST,
  openPostgresStore,
} from '../../../../runtime/stores/resources/postgres/postgres-store.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts'
import { isPostgresListening, TEST_POSTGRES } from '../../../support/test-postgres.ts'
import { until } from '../../../support/until.ts'
import { storeContract, write } from './contract.ts'

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

const { clock } = nodePorts()

const FILES = new Map([['a'.repeat(64), new Uint8Array(1)]])
const STATEMENTS: Readonly<Record<string, (store: ResourceStore) => Promise<unknown>>> = {
  read: store => store.read('a', 'a'),
  readMany: store => store.readMany('a', ['a']),
  revision: store => store.revision(),
  commit: store => store.commit({ writes: [write('a', {})] }),
  'list of at most 100': store => store.list('a', { limit: BRIEF_LIST }),
  heartbeat: store => store.heartbeat({ id: 'a', value: {}, at: 0 }),
  heartbeats: store => store.heartbeats(),
  endHeartbeat: store => store.endHeartbeat('a'),
  'list of more': store => store.list('a', { limit: BRIEF_LIST + 1 }),
  sizes: async store => store.sizes?.(),
  changesSince: store => store.changesSince(0),
  readBlob: store => store.readBlob('a'.repeat(64)),
  'commit with files': store => store.commit({ writes: [], blobs: FILES }),
}
const LONG = ['list of more', 'sizes', 'changesSince', 'readBlob', 'commit with files']
const BOUNDS = Object.keys(STATEMENTS).map(
  name => [name, LONG.includes(name) ? 'what takes longer' : 'what callers wait for'] as const,
)

describe.skipIf(!present)('service: PostgreSQL', () => {
  const schemas = postgresSchemas()
  const schemaOf = (url: URL): string => url.searchParams.get('search_path') ?? ''
  const opened = async (url: URL, timeouts?: PostgresTimeouts): Promise<ResourceStore> => {
    const store = await openPostgresStore(url.href, clock, timeouts)
    onTestFinished(() => store.close())
    return store
  }

  /** A store behind a network that the test controls. */
  const behindProxy = async (
    timeouts?: PostgresTimeouts,
  ): Promise<{ readonly proxy: TcpProxy; readonly store: ResourceStore; readonly url: URL }> => {
    const url = schemas.create()
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
    onTestFinished(() => proxy.cut())
    const near = new URL(url)
    near.hostname = '127.0.0.1'
    near.port = String(proxy.port)
    near.password = 'not-to-be-repeated'
    return { proxy, store: await opened(near, timeouts), url }
  }

  const works = (store: ResourceStore): (() => Promise<boolean>) => {
    return () =>
      store.revision().then(
        () => true,
        () => false,
      )
  }

  storeContract(async () => {
    const url = schemas.create()
    return { open: () => openPostgresStore(url.href, clock) }
  })

  it('many processes may open a new store at once', async () => {
    const url = schemas.create()
    const stores = await Promise.all(Array.from({ length: 8 }, () => opened(url)))
    expect(await Promise.all(stores.map(store => store.revision()))).toEqual(Array(8).fill(0))
  })

  it('a schema of a newer version is refused with a sentence', async () => {
    const url = schemas.create()
    await (await opened(url)).close()
    await schemas.run(`UPDATE ${schemaOf(url)}.schema_version SET number = 99`)
    await expect(openPostgresStore(url.href, clock)).rejects.toMatchObject({
      code: 'newer-schema',
      message: expect.stringContaining('has the schema 99'),
    })
  })

  it('a schema may have any name', async () => {
    const url = schemas.create()
    const schema = `${schemaOf(url)} it's s.one`
    url.searchParams.set('search_path', `"${schema}", public`)
    const store = await opened(url)
    await store.commit({ writes: [write('a', {})] })
    expect(await schemas.run(`SELECT id FROM "${schema}".resource`)).toMatchObject([{ id: 'a' }])
    await schemas.run(`DROP SCHEMA "${schema}" CASCADE`)
  })

  it('values are read as they were written: characters without a form of their own, large and nested ones', async () => {
    const store = await opened(schemas.create())
    const value = {
      nothing: null,
      zero: '\u0000',
      quotes: `'"\\$1 $function$`,
      wide: '🜁'.repeat(3),
      many: Array.from({ length: 5000 }, (_, at) => ({ at, n: at / 3 })),
    }
    await store.commit({ writes: [write('a', value)] })
    expect((await store.read('label', 'a'))?.value).toEqual(value)
    expect((await store.list('label', { limit: 1 }))[0]?.value).toEqual(value)
  })

  it('an identifier that PostgreSQL cannot store is refused, and the store goes on', async () => {
    const store = await opened(schemas.create())
    for (const id of ['a\u0000b', '\ud800'])
      await expect(store.commit({ writes: [write(id, {})] })).rejects.toMatchObject({ code: 'unsupported' })
    expect(await store.commit({ writes: [write('a', {})] })).toEqual({ revision: 1 })
  })

  it('of several writes of one resource the last one holds', async () => {
    const store = await opened(schemas.create())
    await store.commit({ writes: [write('a', { n: 1 }, 'absent'), write('a', { n: 2 }), write('b', {})] })
    await store.commit({ writes: [write('b', { n: 1 }), write('b', undefined)] })
    expect((await store.read('label', 'a'))?.value).toEqual({ n: 2 })
    expect(await store.read('label', 'b')).toBeUndefined()
  })

  it('a commit reaches the listeners of other processes as a hint', async () => {
    const url = schemas.create()
    const [writer, reader] = [await opened(url), await opened(url)]
    let hints = 0
    reader.onHint(() => {
      hints += 1
    })
    await until(() => hints === 1)
    await writer.commit({ writes: [write('a', {})] })
    await until(() => hints === 2)
  })

  it('revisions become visible in their order while many processes write', async () => {
    const url = schemas.create()
    const [reader, ...writers] = await Promise.all(Array.from({ length: 4 }, () => opened(url)))
    let writing = true
    const watching = (async () => {
      const seen: string[] = []
      let last = 0
      do {
        const { revision, changed = [] } = (await reader?.changesSince(last)) ?? {}
        expect(revision).toBeGreaterThanOrEqual(last)
        // Each commit writes one resource of its own, so none is missing and none comes late.
        expect(changed).toHaveLength((revision ?? 0) - last)
        seen.push(...changed.map(({ id }) => id))
        last = revision ?? 0
      } while (writing || last < 150)
      return seen
    })()
    await Promise.all(
      writers.map(async (writer, at) => {
        for (let turn = 0; turn < 50; turn += 1) await writer.commit({ writes: [write(`${at}/${turn}`, {})] })
      }),
    )
    writing = false
    expect(new Set(await watching).size).toBe(150)
  })

  it('a server that is away is unavailable, by its host and without credentials, and works again when it is back', async () => {
    const { proxy, store } = await behindProxy()
    let hints = 0
    store.onHint(() => {
      hints += 1
    })
    await store.commit({ writes: [write('a', { n: 1 })] })
    await until(() => hints > 0)
    for (let turn = 0; turn < 3; turn += 1) {
      await proxy.cut()
      const failed = await store.commit({ writes: [write('lost', {})] }).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failed).toMatchObject({
        name: 'StoreError',
        code: 'unavailable',
        message: expect.stringContaining(`postgres://127.0.0.1:${proxy.port}`),
      })
      expect(JSON.stringify([failed, String(failed)])).not.toContain('not-to-be-repeated')
      const before = hints
      await proxy.restore()
      await until(works(store))
      expect((await store.read('label', 'a'))?.value).toEqual({ n: 1 })
      await until(() => hints > before)
    }
    expect(await store.read('label', 'lost')).toBeUndefined()
  })

  it('connections that the server ends, as when it is restarted, are opened again', async () => {
    const url = schemas.create()
    const application = schemaOf(url).slice(0, 40)
    url.searchParams.set('application_name', application)
    const store = await opened(url)
    await store.commit({ writes: [write('a', {})] })
    for (let turn = 0; turn < 3; turn += 1) {
      const [row] = await schemas.run(
        `SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE application_name = '${application}'`,
      )
      expect(Number(row?.['n'])).toBeGreaterThan(0)
      await until(works(store))
      expect(await store.commit({ writes: [write('a', {})] })).toEqual({ revision: turn + 2 })
    }
  })

  it('statements that were under way when the connection was lost are unavailable, too', async () => {
    const { proxy, store, url } = await behindProxy()
    await schemas.run('BEGIN')
    await schemas.run(`LOCK TABLE ${schemaOf(url)}.revision`)
    const commits = Array.from({ length: 6 }, (_, at) => store.commit({ writes: [write(`a${at}`, {})] }))
    const results = Promise.allSettled(commits)
    await until(async () => {
      const [row] = await schemas.run(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'relation'`,
      )
      return Number(row?.['n']) > 0
    })
    await proxy.cut()
    for (const result of await results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    await schemas.run('ROLLBACK')
    await proxy.restore()
    await until(works(store))
  })

  it('connections on which nothing arrives are given up and replaced', async () => {
    const { proxy, store } = await behindProxy({ ...POSTGRES_TIMEOUTS, briefSilence: 500 })
    proxy.silence()
    await expect(store.revision()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('has not replied for 500 ms'),
    })
    await proxy.cut()
    await proxy.restore()
    await until(works(store))
  })

  it.each(BOUNDS)('%s has the bound of %s', async (name, bound) => {
    const { proxy, store } = await behindProxy({ ...POSTGRES_TIMEOUTS, silence: 900, briefSilence: 300 })
    proxy.silence()
    await expect(STATEMENTS[name]?.(store)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(
        `has not replied for ${bound === 'what callers wait for' ? 300 : 900} ms`,
      ),
    })
  })

  it('what a caller waits for is given up within 2.5 s where the server hangs, blobs later', async () => {
    const { proxy, store } = await behindProxy()
    const times: Record<string, number> = {}
    proxy.silence()
    const blobs = new Map([['a'.repeat(64), new Uint8Array(1)]])
    const timed = async (name: string, action: () => Promise<unknown>): Promise<void> => {
      const started = clock.monotonic()
      await expect(action()).rejects.toMatchObject({ code: 'unavailable' })
      times[name] = clock.monotonic() - started
    }
    await timed('blobs', () => store.commit({ writes: [], blobs }))
    expect(times['blobs']).toBeGreaterThan(7_000)
    await timed('read', () => store.read('a', 'a'))
    await timed('commit', () => store.commit({ writes: [write('a', {})] }))
    expect(Math.max(times['read'] ?? 0, times['commit'] ?? 0)).toBeLessThan(4_000)
  })

  it('a commit that waits for a lock is refused by the server, before it is given up', async () => {
    const url = schemas.create()
    const store = await opened(url)
    await schemas.run('BEGIN')
    await schemas.run(`LOCK TABLE ${schemaOf(url)}.revision`)
    await expect(store.commit({ writes: [write('a', {})] })).rejects.toMatchObject({
      message: expect.stringContaining('others have held a lock for too long'),
    })
    await schemas.run('ROLLBACK')
    // It was not written after all.
    expect(await store.commit({ writes: [write('a', {})] })).toEqual({ revision: 1 })
  })

  it('a statement that waits too long for a lock is unavailable', async () => {
    const url = schemas.create()
    const store = await opened(url, { ...POSTGRES_TIMEOUTS, statement: 500 })
    await schemas.run('BEGIN')
    await schemas.run(`LOCK TABLE ${schemaOf(url)}.revision`)
    await expect(store.commit({ writes: [write('a', {})] })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('a statement has timed out'),
    })
    await schemas.run('ROLLBACK')
    expect(await store.commit({ writes: [write('a', {})] })).toEqual({ revision: 1 })
  })

  it('a password that the server refuses is not repeated', async () => {
    const url = schemas.create()
    url.username = 'no_such_user'
    url.password = 'not-to-be-repeated'
    const error = await openPostgresStore(url.href, clock).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining(url.host) })
    expect(String(error)).not.toMatch(/not-to-be-repeated/)
  })
})

it('the documents name the bounds', () => {
  const [statement, silence, brief] = [
    POSTGRES_TIMEOUTS.statement,
    POSTGRES_TIMEOUTS.silence,
    POSTGRES_TIMEOUTS.briefSilence ?? 0,
  ].map(milliseconds => `${milliseconds / 1000} s`)
  const read = (path: string): string =>
    readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')
  const [readme, operation] = [read('runtime/stores/resources/README.md'), read('schemas/operation.md')]
  expect(readme).toContain(`The server ends a statement after ${statement}`)
  expect(readme).toContain(`are 503 after ${brief} in which no statement has been answered`)
  expect(readme).toContain(`lists of at most ${BRIEF_LIST}`)
  expect(readme).toContain(`Longer lists, sizes, changes and files have ${silence}`)
  expect(operation).toContain(
    `lists of at most ${BRIEF_LIST} saved resources are 503 \`store_unavailable\` after ${brief}, files and longer lists after ${silence}`,
  )
})

it('an unreachable server is unavailable', async () => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: 9 })
  await proxy.cut()
  await expect(
    openPostgresStore(`postgres://user:secret@127.0.0.1:${proxy.port}/x`, clock),
  ).rejects.toMatchObject({
    code: 'unavailable',
    message: `The store postgres://127.0.0.1:${proxy.port}/x cannot be used: connect ECONNREFUSED 127.0.0.1:${proxy.port}.`,
  })
})

it.each([
  ['postgres://user:secret@db.internal/app', 'portolan'],
  ['postgresql://db.internal/app?search_path=', 'portolan'],
  ['postgres://db.internal/app?search_path=team,public&sslmode=require', 'team'],
])('%s: the tables are in the schema %s', (address, schema) => {
  expect(readPostgresAddress(address)).toMatchObject({ schema, name: 'postgres://db.internal/app' })
})

it('an address that is no URL is refused', async () => {
  await expect(openPostgresStore('postgres://a b:c', clock)).rejects.toMatchObject({
    code: 'invalid-address',
  })
})
