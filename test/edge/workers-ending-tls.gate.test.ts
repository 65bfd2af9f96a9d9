// What a worker was answering over TLS and HTTP/2 when it ended: connections and their streams end, and each call has one record.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portolan } from '../support/command.ts'
import { selfSigned } from '../support/self-signed.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { CHECK, chat, ENDED, recordsOf, THREAD_CONFIG, traceOf } from './ending-workers.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'
import { rawRequest } from './raw-client.ts'

const { certificate, key } = selfSigned('workers')
const CHATS = '/v1/chat/completions'
const STREAM = chat('@mock/slow-200', 'one '.repeat(1000), { stream: true })

const FILES = {
  'gateway.yaml': `providers: { mock: { provider: mock } }
checks: { acme.thread: ./checks/thread.ts }
listen: { tls: { certificate: tls.pem, key: tls.key } }
telemetry: { metrics: true }
`,
  'checks/thread.ts': CHECK,
  'configs/thread.yaml': THREAD_CONFIG,
  'tls.pem': certificate,
  'tls.key': key,
}

type Send = (path: string, headers: readonly string[], body: string) => Exchange

interface Exchange {
  readonly text: () => string
  readonly isClosed: () => boolean
}

/** What each call has when the worker ends; undefined for nothing. */
const CALLS: Readonly<Record<string, { readonly body: string; readonly has?: string }>> = {
  'a call': { body: chat('@mock/hang', 'Hi') },
  'a stream': { body: STREAM, has: '"one' },
}

describe('A worker that ends', { timeout: 120_000 }, () => {
  let folder: string
  let running: GatewayProcess
  let port: number
  beforeAll(async () => {
    folder = makeFolder(FILES)
    const { code, out, complaints } = await portolan(['compile'], folder)
    if (code !== 0) throw new Error(out + complaints)
    running = startProcess([join(folder, 'gateway.plan.json'), '--port', '0', '--workers', '2'])
    port = await portOf(running)
  }, 120_000)
  afterAll(() => {
    running?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const trust = { ca: certificate, servername: 'localhost' }

  const openTls = async () => {
    let received = ''
    const socket = connectTls({ port, host: '127.0.0.1', ...trust })
    socket.on('error', () => {})
    socket.on('data', bytes => {
      received += String(bytes)
    })
    await once(socket, 'secureConnect')
    const send = (path: string, headers: readonly string[], body: string): Exchange => {
      socket.write(rawRequest('POST', path, ['content-type: application/json', ...headers], body))
      return { text: () => received, isClosed: () => socket.closed }
    }
    return { send, close: (): void => void socket.destroy() }
  }

  const read = (stream: ClientHttp2Stream): Exchange => {
    let received = ''
    stream.on('error', () => {})
    stream.on('data', bytes => {
      received += String(bytes)
    })
    return { text: () => received, isClosed: () => stream.closed }
  }

  const openSession = async () => {
    const session: ClientHttp2Session = connectHttp2(`https://localhost:${port}`, trust)
    session.on('error', () => {})
    await once(session, 'connect')
    const send = (path: string, headers: readonly string[], body: string): Exchange => {
      const pairs = headers.map(line => line.split(': ') as [string, string])
      const stream = session.request({
        ...{ ':method': 'POST', ':path': path, 'content-type': 'application/json' },
        ...Object.fromEntries(pairs),
      })
      stream.end(body)
      return read(stream)
    }
    return { send, session, close: () => session.destroy() }
  }

  /** A connection to a thread, the first one's by default. */
  async function connectionTo<Connection extends { readonly send: Send; readonly close: () => void }>(
    open: () => Promise<Connection>,
    wanted?: string,
  ) {
    for (;;) {
      const connection = await open()
      const reply = connection.send(CHATS, ['x-gateway-config: thread'], chat('echo', 'who'))
      await until(() => /thread \d+/.test(reply.text()))
      const thread = /thread (\d+)/.exec(reply.text())?.[1] ?? ''
      if (wanted === undefined || thread === wanted) return { ...connection, thread }
      connection.close()
    }
  }

  it('ends the streams of HTTP/2 and the connections over TLS, and each call has one record', async () => {
    const ending = await connectionTo(openSession)
    const open = new Map<string, Exchange>()
    for (const [name, { body }] of Object.entries(CALLS)) {
      const { send } = await connectionTo(openTls, ending.thread)
      const [secure, multiplexed] = [`${name} over TLS`, `${name} over HTTP 2`]
      open.set(secure, send(CHATS, [`x-gateway-trace-id: ${traceOf(secure)}`], body))
      open.set(multiplexed, ending.send(CHATS, [`x-gateway-trace-id: ${traceOf(multiplexed)}`], body))
    }
    await until(() =>
      [...open].every(
        ([name, { text }]) => !name.startsWith('a stream') || text().includes(CALLS['a stream']?.has ?? ''),
      ),
    )
    await until(async () => {
      const metrics = read(ending.session.request({ ':path': '/metrics' }))
      await until(metrics.isClosed)
      return (
        Number(/^portolan_requests_in_flight(?:\{[^}]*\})? (\d+)/m.exec(metrics.text())?.[1]) === open.size
      )
    })
    ending.send(CHATS, ['x-gateway-config: thread'], chat('echo', 'end'))
    await until(() => [...open.values()].every(({ isClosed }) => isClosed()) && ending.session.closed)
    await until(() => running.stdout().includes('is serving again'), 60_000)
    const names = [...open.keys()]
    expect(Object.fromEntries(names.map(name => [name, recordsOf(running, name)]))).toEqual(
      Object.fromEntries(names.map(name => [name, [ENDED]])),
    )
  })
})
