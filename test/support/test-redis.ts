// The Redis that tests speak to: a server that runs already, and servers that a test starts, kills and starts again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import type { Redis as Client } from 'iovalkey'
import { until } from './until.ts'

/** `PORTOLAN_TEST_REDIS` names another one. */
export const TEST_REDIS = process.env['PORTOLAN_TEST_REDIS'] ?? 'redis://127.0.0.1:6379'

/** Whether anybody listens there. */
export function isListening(address = TEST_REDIS): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise(resolve => {
    const socket = createConnection({ host: hostname, port: Number(port || 6379) })
    const end = (listens: boolean): void => {
      socket.destroy()
      resolve(listens)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).error === undefined

/** The prefix of the keys of one run, so that runs do not see each other or other keys of the server. */
export const uniquePrefix = (): string => `portolan-test:${randomUUID()}:`

/** A client of the tests' own, to look at what was stored. */
export async function testClient(address = TEST_REDIS): Promise<Client> {
  const { Redis } = await import('iovalkey')
  return new Redis(address)
}

export async function removeKeys(client: Client, keys: string): Promise<void> {
  for await (const found of client.scanStream({ match: `${keys}*`, count: 1000 }))
    if (Array.isArray(found) && found.length > 0) await client.del(...(found as string[]))
}

/** Below the ports that systems give to outgoing connections, which any process may open before the port is used. */
const FIRST_PORT = 20_000
const PORTS = 12_000

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

export interface RedisProcess {
  readonly kill: () => Promise<void>
  /** Stops it without ending it, as a machine does that swaps; and lets it go on. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** Starts a server of the test's own and waits until it listens. */
export async function startRedis(port: number, ...settings: readonly string[]): Promise<RedisProcess> {
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir(), ...settings],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The redis-server did not start.')
    return await isListening(`redis://127.0.0.1:${port}`)
  })
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}
