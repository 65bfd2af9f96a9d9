// Crowds of clients that take and send little: idle connections, slow readers, stalled streams of HTTP/2. None of them ends a process in
// a container of 512 MB, and calls are served beside them. Bodies and configs are in memory-limits.gate.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { runProvider } from '../support/running-gateway.ts'
import { selfSigned } from '../support/self-signed.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, planFolder, startProcess } from './gateway-process.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

const MIB = 1024 * 1024
/** Node's own share of a container of 512 MB. */
const HEAP = '--max-old-space-size=256'
const BUFFERED = 80 * MIB
const CHAT = '{"model":"m","stream":true,"messages":[{"role":"user","content":"x"}]}'
const headersOf = (config: object): readonly string[] => [
  'content-type: application/json',
  `x-gateway-config: ${JSON.stringify({ provider: '@main', ...config })}`,
]
const HEADERS = headersOf({})
const WINDOWS = {
  output_guardrails: [
    { id: 'g', deny: true, stream: 'window', contains: { words: ['bad'], operator: 'none' } },
  ],
}

const plans = planFolder()
afterAll(plans.remove)
afterEach(closeAll)

/** Memory that a container counts: without files, which processes share. Undefined where the system does not report it. */
function anonymousBytes({ child }: GatewayProcess): number | undefined {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
  } catch {
    return undefined
  }
}

async function startGateway(listen: object = {}) {
  const event = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: 'x'.repeat(1000) }, finish_reason: null }] })}\n\n`
  const provider = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let left = 5000
    const send = (): void => {
      while (left > 0) {
        left -= 1
        if (!response.write(event)) return void response.once('drain', send)
      }
      response.end('data: [DONE]\n\n')
    }
    send()
  })
  later(provider.stop)
  const manifest = {
    listen: { port: 0, ...listen },
    providers: {
      main: {
        provider: 'openai',
        api_key: '${env:KEY}',
        custom_host: `http://127.0.0.1:${provider.port}/v1`,
      },
    },
    trusted_hosts: ['127.0.0.1'],
    telemetry: { log: 'none' },
    limits: { buffered_bytes: BUFFERED },
  }
  const running = startProcess([plans.write({ manifest })], { environment: { KEY: 'k', NODE_OPTIONS: HEAP } })
  later(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  const said = (): string | undefined => /https?:\/\/\S+:(\d+)\/v1/.exec(running.stderr())?.[1]
  await until(() => said() !== undefined, 60_000)
  return { running, port: Number(said()) }
}

const openMany = async (port: number, count: number, begin: (socket: Socket) => Promise<void>) => {
  const sockets: Socket[] = []
  later(async () => {
    for (const socket of sockets) socket.destroy()
  })
  const open = (): Promise<void> =>
    new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(begin(socket)))
      socket.on('error', () => resolve())
      sockets.push(socket)
    })
  for (let opened = 0; opened < count; opened += 200) await Promise.all(Array.from({ length: 200 }, open))
  return sockets
}

const expectAlive = (running: GatewayProcess): void => {
  expect([running.child.exitCode, running.child.signalCode]).toEqual([null, null])
  expect(anonymousBytes(running) ?? 0).toBeLessThan(512 * MIB)
}

const call = (port: number): Promise<string> =>
  exchangeRaw(port, rawRequest('POST', '/v1/chat/completions', [...HEADERS, 'connection: close'], CHAT))

describe('In 512 MB', () => {
  it('16,000 idle connections are held, and a call is served beside them', { timeout: 240_000 }, async () => {
    const { running, port } = await startGateway()
    const sockets = await openMany(port, 16_000, async () => {})
    expectAlive(running)
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
    expect(await call(port)).toMatch(/^HTTP\/1\.1 200 .*\[DONE\]/s)
  })

  it.each([
    ['streams', HEADERS],
    ['streams behind a guard', headersOf(WINDOWS)],
  ])(
    '2,000 readers of %s that stop reading hold no more than there is',
    {
      timeout: 240_000,
    },
    async (_title, headers) => {
      const { running, port } = await startGateway()
      const request = rawRequest('POST', '/v1/chat/completions', headers, CHAT)
      const statuses: string[] = []
      const sockets = await openMany(
        port,
        2000,
        socket =>
          new Promise(resolve => {
            socket.once('data', (bytes: Buffer) => {
              statuses.push(bytes.toString('latin1', 9, 12))
              socket.pause()
              resolve()
            })
            socket.once('close', resolve)
            socket.write(request)
          }),
      )
      expectAlive(running)
      expect(new Set(statuses)).toEqual(new Set(['200', '503']))
      expect(statuses).toHaveLength(2000)
      // Those that leave make room for others.
      for (const socket of sockets.slice(0, 1000)) socket.destroy()
      await until(async () => /^HTTP\/1\.1 200 .*\[DONE\]/s.test(await call(port)), 60_000)
    },
  )

  it('500 streams of HTTP/2 that are not read are held, and a call is served beside them', {
    timeout: 240_000,
  }, async () => {
    const { certificate, key } = selfSigned('crowd')
    writeFileSync(plans.path('crowd.crt'), certificate)
    writeFileSync(plans.path('crowd.key'), key)
    const { running, port } = await startGateway({ tls: { certificate: 'crowd.crt', key: 'crowd.key' } })
    const options = { ca: certificate, settings: { initialWindowSize: 1 } }
    const headers = {
      ':method': 'POST',
      ':path': '/v1/chat/completions',
      'content-type': 'application/json',
      'x-gateway-config': '{"provider":"@main"}',
    }
    const open = () => {
      const session = connectHttp2(`https://localhost:${port}`, options)
      session.on('error', () => {})
      session.setMaxListeners(0)
      later(async () => session.destroy())
      return session
    }
    let answered = 0
    for (let count = 0; count < 5; count += 1) {
      const session = open()
      for (let index = 0; index < 100; index += 1) {
        const stream = session.request(headers)
        stream.once('response', () => {
          answered += 1
        })
        stream.on('error', () => {})
        stream.pause()
        stream.end(CHAT)
      }
    }
    await until(() => answered === 500, 120_000)
    expectAlive(running)
    const other = connectHttp2(`https://localhost:${port}`, { ca: certificate })
    later(async () => other.destroy())
    const stream = other.request(headers)
    stream.end(CHAT)
    let text = ''
    for await (const bytes of stream) text += String(bytes)
    expect(text).toContain('[DONE]')
  })
})
