// Four workers with everything that a process may have besides: TLS with a certificate that is renewed, a listener of saved resources and one
// of metrics, sessions of MCP, limits in a Redis that another process shares, a log file that is rotated.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLegacyUpstream } from '../support/mcp/legacy-upstream.ts'
import type { TestUpstream } from '../support/mcp/test-upstream.ts'
import { selfSigned } from '../support/self-signed.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { freePort, hasRedisServer, type RedisProcess, startRedis } from '../support/test-redis.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, planFolder, startProcess } from './gateway-process.ts'

const LIMIT = 50
const [first, second] = [selfSigned('first'), selfSigned('second')]
const ca = [first.certificate, second.certificate]
const JSON_TYPE = { 'content-type': 'application/json' }
const chatOf = (config: string, model = '@mock/echo') => ({
  path: '/v1/chat/completions',
  headers: { ...JSON_TYPE, 'x-gateway-config': config },
  body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

describe.skipIf(!hasRedisServer())('service: four workers with a Redis', { timeout: 120_000 }, () => {
  const plans = planFolder()
  const folder = makeFolder({ 'a.pem': first.certificate, 'a.key': first.key })
  const logFolder = join(folder, 'logs')
  let redis: RedisProcess
  let upstream: TestUpstream
  let running: GatewayProcess
  let other: GatewayProcess
  let port: number
  let otherPort: number
  let adminPort: number
  let metricsPort: number

  const portIn = async (started: GatewayProcess, pattern: RegExp): Promise<number> => {
    await until(() => pattern.test(started.stderr()) || started.child.exitCode !== null, 60_000)
    return Number(pattern.exec(started.stderr())?.[1])
  }
  beforeAll(async () => {
    const [redisPort, mcp] = await Promise.all([freePort(), runLegacyUpstream()])
    upstream = mcp
    redis = await startRedis(redisPort)
    metricsPort = await freePort()
    const shared = {
      state: `redis://127.0.0.1:${redisPort}/0`,
      providers: { mock: { provider: 'mock' } },
      policies: {
        rate_limits: [
          {
            name: 'fifty',
            type: 'requests',
            unit: 'rph',
            value: LIMIT,
            conditions: [{ key: 'config', value: 'limited' }],
          },
        ],
      },
    }
    const configs = {
      limited: { provider: '@mock' },
      cached: { provider: '@mock', cache: { mode: 'simple' } },
      plain: { provider: '@mock' },
    }
    const plan = plans.write({
      manifest: {
        ...shared,
        listen: {
          port: 0,
          tls: { certificate: join(folder, 'a.pem'), key: join(folder, 'a.key') },
          admin: { port: 0 },
        },
        trusted_hosts: ['127.0.0.1'],
        mcp: { servers: { tools: { url: mcp.url } } },
        telemetry: {
          log: 'none',
          metrics: { port: metricsPort },
          log_file: { path: join(logFolder, 'requests.jsonl'), max_bytes: 65_536, keep: 100 },
        },
      },
      configs,
    })
    running = startProcess([plan, '--workers', '4'])
    other = startProcess([plans.write({ manifest: shared, configs }, 'other.json')])
    port = await portIn(running, /plan \w+ on https:\/\/\S+:(\d+)\/v1/)
    adminPort = await portIn(running, /saved resources on https?:\/\/\S+:(\d+)\/v1/)
    otherPort = await portIn(other, /plan \w+ on http:\/\/\S+:(\d+)\/v1/)
  }, 120_000)
  afterAll(async () => {
    for (const each of [running, other]) each?.child.kill('SIGKILL')
    await redis?.kill()
    await upstream?.stop()
    plans.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  interface Sent {
    readonly port?: number
    readonly method?: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  const send = (agent: Agent, { body = '', ...sent }: Sent): Promise<Got> =>
    new Promise((resolve, reject) => {
      const call = request({ agent, ca, port, host: '127.0.0.1', method: 'POST', ...sent }, reply => {
        let text = ''
        reply.on('data', bytes => (text += String(bytes)))
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      })
      call.on('error', reject)
      call.end(body)
    })
  const metrics = async (): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const valuesOf = async (name: string): Promise<readonly number[]> =>
    (await metrics())
      .split('\n')
      .filter(line => line.startsWith(name))
      .map(line => Number(line.split(' ').at(-1)))
  const sumOf = async (name: string): Promise<number> =>
    (await valuesOf(name)).reduce((sum, value) => sum + value, 0)

  it('serve long HTTP/2 connections, and the metrics name the workers that have them', async () => {
    const sessions: ClientHttp2Session[] = Array.from({ length: 12 }, () =>
      connectHttp2(`https://127.0.0.1:${port}`, { ca }),
    )
    const ask = (session: ClientHttp2Session): Promise<number> =>
      new Promise((resolve, reject) => {
        const { path, headers, body } = chatOf('plain')
        const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
        stream.on('response', ({ ':status': status }) => resolve(Number(status)))
        stream.on('error', reject)
        stream.resume()
        stream.end(body)
      })
    const statuses = await Promise.all(sessions.flatMap(session => [1, 2, 3, 4, 5].map(() => ask(session))))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await until(async () => (await sumOf('portolan_worker_connections{')) === 12)
    const byWorker = await valuesOf('portolan_worker_connections{')
    expect(byWorker).toHaveLength(4)
    expect(byWorker.filter(count => count > 0).length).toBeGreaterThan(1)
    for (const session of sessions) session.close()
    await until(async () => (await sumOf('portolan_worker_connections{')) === 0)
    expect(await sumOf('portolan_requests_total{config="plain",status="200"')).toBe(60)
  })

  it('serve a session of MCP that began at one of them on every connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    const message = (method: string, params: object, id: number, more: Record<string, string> = {}) => ({
      path: '/mcp/tools',
      headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream', ...more },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    })
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const begun = await send(agent, message('initialize', client, 1))
    const session = {
      'mcp-session-id': String(begun.headers['mcp-session-id']),
      'mcp-protocol-version': '2025-06-18',
    }
    const { headers } = message('', {}, 0, session)
    const initialized = {
      path: '/mcp/tools',
      headers,
      body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    }
    expect((await send(agent, initialized)).status).toBe(202)
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        send(agent, message('tools/call', { name: 'echo', arguments: { at } }, at + 2, session)),
      ),
    )
    const workers = (await valuesOf('portolan_worker_connections{')).filter(count => count > 0)
    expect(workers.length).toBeGreaterThan(1)
    for (const [at, { status, text }] of replies.entries()) {
      expect(status).toBe(200)
      expect(text).toContain(`{\\"at\\":${at}}`)
    }
    expect(upstream.seen.sessions.size).toBe(1)
    agent.destroy()
  })

  it('admit what a limit allows, together with another process', async () => {
    const agent = new Agent({ keepAlive: false })
    const { path, headers, body } = chatOf('limited')
    const here = Array.from({ length: LIMIT }, () => send(agent, { path, headers, body }))
    const there = Array.from({ length: LIMIT }, async () => ({
      status: (await fetch(`http://127.0.0.1:${otherPort}${path}`, { method: 'POST', headers, body })).status,
    }))
    const statuses = (await Promise.all([...here, ...there])).map(({ status }) => status)
    expect([200, 429].map(status => statuses.filter(each => each === status).length)).toEqual([LIMIT, LIMIT])
  })

  it('serve saved resources on the listener of these alone', async () => {
    const agent = new Agent({ keepAlive: false })
    const ask = (at: number): Promise<Got> =>
      send(agent, { port: at, method: 'GET', path: '/v1/workspaces', headers: {} })
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => ask(adminPort)))).map(
      ({ status }) => status,
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const elsewhere = await ask(port)
    expect([elsewhere.status, elsewhere.text.includes('on the admin listener')]).toEqual([404, true])
  })

  it('take a renewed certificate at SIGHUP, and serve open connections on', async () => {
    const fingerprint = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connectTls({ port, host: '127.0.0.1', ca }, () => {
          resolve(socket.getPeerX509Certificate()?.subject ?? '')
          socket.destroy()
        })
        socket.on('error', reject)
      })
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const kept = (): Promise<readonly Got[]> =>
      Promise.all(Array.from({ length: 8 }, () => send(agent, chatOf('plain'))))
    await kept()
    const sockets = Object.values(agent.freeSockets).flat()
    for (const [name, text] of [
      ['a.key', second.key],
      ['a.pem', second.certificate],
    ] as const) {
      writeFileSync(join(folder, `${name}.new`), text)
      renameSync(join(folder, `${name}.new`), join(folder, name))
    }
    running.child.kill('SIGHUP')
    await until(async () => {
      const seen = await Promise.all(Array.from({ length: 16 }, fingerprint))
      return seen.every(subject => subject === 'CN=second')
    }, 30_000)
    expect((await kept()).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(
      Object.values(agent.freeSockets)
        .flat()
        .every(socket => sockets.includes(socket)),
    ).toBe(true)
    agent.destroy()
  })

  it('rotate one log file, and finish their requests at SIGTERM: it has one line for each request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 32 })
    const sent = Array.from({ length: 400 }, (_, at) => `rotated-${at}`)
    await Promise.all(
      sent.map(async trace => {
        const { path, headers, body } = chatOf('plain')
        await send(agent, { path, headers: { ...headers, 'x-gateway-trace-id': trace }, body })
      }),
    )
    const last = chatOf('plain', '@mock/delay-500')
    const draining = Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        send(agent, { ...last, headers: { ...last.headers, 'x-gateway-trace-id': `draining-${at}` } }),
      ),
    )
    await until(async () => (await sumOf('portolan_requests_in_flight')) === 8)
    running.child.kill('SIGTERM')
    expect((await draining).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await running.ended).toBe(0)
    const files = readdirSync(logFolder).filter(name => name.endsWith('.jsonl'))
    expect(files.length).toBeGreaterThan(1)
    const traces = files
      .flatMap(name => readFileSync(join(logFolder, name), 'utf8').trim().split('\n'))
      .map(line => (JSON.parse(line) as { readonly trace?: string }).trace)
    const drained = Array.from({ length: 8 }, (_, at) => `draining-${at}`)
    for (const trace of [...sent, ...drained])
      expect([trace, traces.filter(each => each === trace).length]).toEqual([trace, 1])
    expect(running.stderr()).not.toMatch(/internal|has ended/)
  })
})
