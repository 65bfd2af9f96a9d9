// Limits of two processes that share a Redis or a PostgreSQL, over real sockets: 1,000 parallel calls against 400, with a store that
// answers, and one that is frozen before them, among them and after them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT } from '../support/folder.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isPostgresListening } from '../support/test-postgres.ts'
import { freePort, hasRedisServer, type RedisProcess, startRedis, testClient } from '../support/test-redis.ts'
import { until } from '../support/until.ts'

const LIMIT = 400
const CALLS = 1_000

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Fleet {
  /** How many of so many parallel calls are admitted, and what others came to. */
  readonly call: (count: number) => Promise<ReadonlyMap<number, number>>
}

/** The store that processes count in, which may be stopped. */
type Counting = Pick<RedisProcess, 'freeze' | 'thaw'>
type StartFleet = () => Promise<Fleet & { readonly store: Counting }>

const startWithRedis: StartFleet = async () => {
  const port = await freePort()
  const redis = await startRedis(port)
  closing.push(redis.kill)
  const address = `redis://127.0.0.1:${port}/0`
  return {
    store: redis,
    ...(await startProcesses({ state: address }, async () => await partsInRedis(address))),
  }
}

const schemas = postgresSchemas()

const startWithPostgres: StartFleet = async () => {
  const url = schemas.create()
  const path = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  closing.push(path.cut)
  const schema = url.searchParams.get('search_path')
  url.port = String(path.port)
  return {
    store: path,
    ...(await startProcesses({ store: url.href }, async () =>
      (await schemas.run(`SELECT part FROM ${schema}.limit_member`).catch(() => [])).map(({ part }) => part),
    )),
  }
}

/** Milliseconds that processes may take to start on a busy machine. */
const START = 40_000

/** Two processes, when both have their part. */
async function startProcesses(settings: object, parts: () => Promise<readonly unknown[]>): Promise<Fleet> {
  const folder = temporaryFolder()
  const ports = [await freePort(), await freePort()]
  const processes = ports.map(listen => {
    const manifest = {
      listen: { port: listen },
      ...settings,
      policies: { rate_limits: [{ name: 'all', type: 'requests', unit: 'rpm', value: LIMIT }] },
    }
    const path = join(folder, `${listen}`, 'gateway.json')
    writeProject(path, manifest)
    const child = spawn(
      process.execPath,
      [join(ROOT, 'compiler/cli/main.ts'), 'serve', join(folder, `${listen}`)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    closing.push(async () => {
      child.kill('SIGKILL')
      await ended(child)
    })
    createInterface({ input: child.stdout }).on('line', () => {})
    return child
  })
  for (const [index, listen] of ports.entries())
    await until(async () => {
      if (processes[index]?.exitCode !== null) throw new Error('A gateway did not start.')
      return await fetch(`http://127.0.0.1:${listen}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    }, START)
  await until(async () => {
    const found = await parts()
    return found.length === 2 && found[0] === found[1]
  }, START)
  return {
    call: async count => {
      const statuses = await Promise.all(
        Array.from({ length: count }, async (_each, index) => {
          const reply = await fetch(`http://127.0.0.1:${ports[index % ports.length]}/v1/chat/completions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'hi' }] }),
          })
          await reply.arrayBuffer()
          return reply.status
        }),
      )
      const counts = new Map<number, number>()
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
      return counts
    },
  }
}

function writeProject(path: string, manifest: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ providers: { mock: { provider: 'mock' } }, ...manifest }))
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}

async function partsInRedis(address: string): Promise<readonly unknown[]> {
  const client = await testClient(address)
  const [key] = await client.keys('*:fleet')
  const fleet = key === undefined ? {} : await client.hgetall(key)
  client.disconnect()
  return Object.entries(fleet).flatMap(([name, value]) =>
    name.startsWith('m:') ? [value.split(' ')[3]] : [],
  )
}

const admitted = (counts: ReadonlyMap<number, number>): number => counts.get(200) ?? 0
const refused = (counts: ReadonlyMap<number, number>): number => counts.get(429) ?? 0

const SERVICES: readonly (readonly [string, boolean, StartFleet])[] = [
  ['Redis', hasRedisServer(), startWithRedis],
  ['PostgreSQL', await isPostgresListening(), startWithPostgres],
]

for (const [service, isPresent, startFleet] of SERVICES)
  describe.skipIf(!isPresent)(
    `service: ${service}. 1,000 parallel calls at two processes against 400`,
    { timeout: 60_000 },
    () => {
      it('admit 400', async () => {
        const { call } = await startFleet()
        const counts = await call(CALLS)
        expect([admitted(counts), refused(counts)]).toEqual([LIMIT, CALLS - LIMIT])
      })

      it(`admit 400 where ${service} is frozen before, and none when it is back`, async () => {
        const { call, store } = await startFleet()
        store.freeze()
        const counts = await call(CALLS)
        expect([admitted(counts), refused(counts)]).toEqual([LIMIT, CALLS - LIMIT])
        store.thaw()
        expect(admitted(await call(CALLS))).toBe(0)
      })

      it(`admit no more than 400 and what was in flight where ${service} is frozen among them, and none when it is back`, async () => {
        const { call, store } = await startFleet()
        const first = await call(100)
        const running = call(CALLS)
        store.freeze()
        const second = await running
        store.thaw()
        const third = await call(CALLS)
        const total = admitted(first) + admitted(second) + admitted(third)
        expect(admitted(first)).toBe(100)
        // One process may not have heard what the other was admitted last, of which it takes its part.
        expect(total).toBeLessThanOrEqual(LIMIT + (LIMIT - admitted(first)) / 2)
        expect(total).toBeGreaterThanOrEqual(LIMIT - 2)
      })

      it(`admit 400 where ${service} is frozen after them, and none when it is back`, async () => {
        const { call, store } = await startFleet()
        expect(admitted(await call(CALLS))).toBe(LIMIT)
        store.freeze()
        expect(admitted(await call(200))).toBe(0)
        store.thaw()
        expect(admitted(await call(200))).toBe(0)
      })
    },
  )
