// `listen.tls` over real sockets: HTTP/1.1, HTTP/2 and WebSockets over TLS, and certificates that are renewed.
import { createHash } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Agent, WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAll, listening } from '../support/local-servers.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { selfSigned } from '../support/self-signed.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const first = selfSigned('first')
const second = selfSigned('second')
const folder = makeFolder({ 'a.pem': first.certificate, 'a.key': first.key })
const files = { certificate: `${folder}/a.pem`, key: `${folder}/a.key` }
const CHAT = JSON.stringify({ model: '@main/m', messages: [{ role: 'user', content: 'Hello' }] })
const JSON_TYPE = { 'content-type': 'application/json' }
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

let provider: Provider
let gateway: RunningGateway
let session: ClientHttp2Session

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    response.writeHead(200, [
      ['content-type', 'application/json'],
      ['link', '<a>'],
      ['link', '<b>'],
      ['connection', 'keep-alive'],
      ['x-path', request.url ?? ''],
    ] as never)
    response.end('{"choices":[{"message":{"content":"Hello"}}]}')
  })
  gateway = await runGateway(
    {
      listen: { port: 0, tls: files },
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
      limits: { body_bytes: 4096, body_timeout: 1500 },
    },
    {},
    { KEY: 'stored-key' },
  )
  session = connectHttp2(`https://localhost:${gateway.port}`, { ca: first.certificate })
})
afterAll(async () => {
  session.close()
  await gateway.stop()
  await provider.stop()
  await closeAll()
  rmSync(folder, { recursive: true })
})

interface Got {
  readonly headers: IncomingHttpHeaders & { readonly ':status'?: number | undefined }
  readonly text: string
}

/** One request over HTTP/2. */
function over2(headers: Readonly<Record<string, string>>, body?: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': '/v1/models', ...headers }, { endStream: body === undefined })
    let got: Got['headers'] = {}
    let text = ''
    stream.on('response', received => {
      got = received
    })
    stream.on('data', bytes => {
      text += String(bytes)
    })
    stream.on('end', () => resolve({ headers: got, text }))
    stream.on('error', reject)
    if (body !== undefined) stream.end(body)
  })
}
const chat = (more = {}) => ({ ':method': 'POST', ':path': '/v1/chat/completions', ...JSON_TYPE, ...more })

/** One request over HTTP/1.1. */
function over1(ca: string): Promise<{ readonly status: number | undefined; readonly protocol: string }> {
  const options = { host: '127.0.0.1', port: gateway.port, path: '/v1/chat/completions', method: 'POST', ca }
  return new Promise((resolve, reject) => {
    const request = httpsRequest({ ...options, headers: JSON_TYPE, agent: false }, reply => {
      reply.resume()
      resolve({ status: reply.statusCode, protocol: reply.httpVersion })
    })
    request.on('error', reject)
    request.end(CHAT)
  })
}

describe('A gateway with a certificate', () => {
  it('serves HTTP/1.1', async () => {
    expect(await over1(first.certificate)).toEqual({ status: 200, protocol: '1.1' })
  })

  it('serves HTTP/2 to clients that ask for it, with the same headers', async () => {
    const { headers, text } = await over2(chat(), CHAT)
    expect(headers).toMatchObject({
      ':status': 200,
      'x-gateway-provider': 'openai',
      link: '<a>, <b>',
    })
    expect(text).toContain('Hello')
    expect(provider.received.at(-1)?.headers.authorization).toBe('Bearer stored-key')
  })

  it('passes a path through without the pseudo-headers of HTTP/2', async () => {
    const { headers } = await over2({
      ':path': '/v1/files?limit=1',
      'x-gateway-provider': '@main',
      'x-own': '1',
    })
    expect([headers[':status'], headers['x-path']]).toEqual([200, '/v1/files?limit=1'])
    const sent = provider.received.at(-1)?.headers ?? {}
    expect(sent['x-own']).toBe('1')
    expect(Object.keys(sent).filter(name => name.startsWith(':'))).toEqual([])
  })

  it.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ['a foreign origin', chat({ origin: 'https://evil.example' }), 403],
    ['a foreign authority', chat({ ':authority': 'evil.example' }), 403],
    ['a Host beside another authority', chat({ ':authority': 'localhost', host: 'evil.example' }), 400],
    ['another content type', chat({ 'content-type': 'text/plain' }), 415],
  ])('refuses %s over HTTP/2', async (_title, headers, status) => {
    const before = provider.received.length
    expect((await over2(headers, CHAT)).headers[':status']).toBe(status)
    expect(provider.received.length).toBe(before)
  })

  it('refuses a body that is too large, and goes on serving the connection', async () => {
    expect((await over2(chat(), `"${'x'.repeat(100_000)}"`)).headers[':status']).toBe(413)
    expect((await over2(chat(), CHAT)).headers[':status']).toBe(200)
  })

  it('answers 408 to a body that stalls, records it so, and goes on serving the connection', async () => {
    const stream = session.request(chat())
    stream.write('{"model":')
    const status = await new Promise(resolve => {
      stream.on('response', headers => resolve(headers[':status']))
      stream.on('error', resolve)
    })
    stream.resume()
    await new Promise(resolve => void (stream.closed ? resolve(0) : stream.once('close', resolve)))
    expect(status).toBe(408)
    expect((await gateway.log()).at(-1)).toMatchObject({ status: 408, error: 'timeout' })
    expect((await over2(chat(), CHAT)).headers[':status']).toBe(200)
  })

  it('calls no provider for a body that was cut off', async () => {
    const before = provider.received.length
    const lines = async () => (await gateway.log()).filter(line => line['left'] === true)
    const logged = (await lines()).length
    const socket = connectTls({
      port: gateway.port,
      host: '127.0.0.1',
      ca: first.certificate,
      ALPNProtocols: ['h2'],
    })
    const client = connectHttp2('https://localhost', { createConnection: () => socket })
    client.on('error', () => {})
    const stream = client.request(chat(), { endStream: false })
    stream.on('error', () => {})
    // Sent by then: the gateway has read the head and the beginning of the body.
    await new Promise<void>(resolve => stream.write(CHAT, () => resolve()))
    await new Promise(resolve => client.ping(resolve))
    socket.destroy()
    await until(async () => (await lines()).length > logged)
    expect(provider.received.length).toBe(before)
  })

  it('does not log or answer what is not TLS', async () => {
    const before = (await gateway.log()).length
    await expect(fetch(`http://127.0.0.1:${gateway.port}/healthz`)).rejects.toThrow()
    expect((await gateway.log()).length).toBe(before)
  })

  it('opens a WebSocket over wss', async () => {
    const upstream = createServer()
    upstream.on('upgrade', (request, socket: Duplex) => {
      const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
      )
      socket.write(Buffer.from([0x81, 2, 0x68, 0x69]))
      socket.on('data', () => socket.destroy())
      socket.on('error', () => {})
    })
    const port = await listening(upstream)
    const realtime = await runGateway(
      {
        listen: { port: 0, tls: files },
        providers: {
          main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
        },
        trusted_hosts: ['127.0.0.1'],
      },
      {},
      { KEY: 'stored-key' },
    )
    const dispatcher = new Agent({ connect: { ca: first.certificate } })
    const text = await new Promise((resolve, reject) => {
      const socket = new WebSocket(`wss://localhost:${realtime.port}/v1/realtime?model=@main%2Fm`, {
        dispatcher,
      })
      socket.onmessage = ({ data }) => {
        resolve(data)
        socket.close()
      }
      socket.onerror = () => reject(new Error('The socket failed.'))
    })
    expect(text).toBe('hi')
    await dispatcher.destroy()
    await realtime.stop()
  })
})

describe('A renewed certificate', () => {
  /** The name in the certificate that a new connection is shown. */
  const shown = (): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const socket: TLSSocket = connectTls({
        port: gateway.port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
      })
      socket.once('secureConnect', () => {
        const { CN } = socket.getPeerCertificate().subject
        resolve(Array.isArray(CN) ? CN[0] : CN)
        socket.destroy()
      })
      socket.once('error', reject)
    })
  const messages = async () => (await gateway.log()).flatMap(line => ('level' in line ? [line] : []))

  it('that cannot be used leaves the old one in use, and says so once', async () => {
    writeFileSync(files.certificate, second.certificate)
    await gateway.runtime.reload(gateway.bundle)
    await gateway.runtime.reload(gateway.bundle)
    expect(await shown()).toBe('first')
    expect(await messages()).toMatchObject([
      {
        level: 'error',
        message: expect.stringMatching(/does not belong to .* The previous certificate stays/),
      },
    ])
  })

  it('is served to new connections after a reload; open ones go on', async () => {
    writeFileSync(`${files.key}.new`, second.key)
    renameSync(`${files.key}.new`, files.key)
    await gateway.runtime.reload(gateway.bundle)
    expect(await shown()).toBe('second')
    expect((await over1(second.certificate)).status).toBe(200)
    expect((await over2(chat(), CHAT)).headers[':status']).toBe(200)
    expect((await messages()).at(-1)).toMatchObject({ level: 'info' })
  })
})

describe('A gateway that stops', () => {
  it('ends idle connections of HTTP/2', async () => {
    const other = await runGateway({
      listen: { port: 0, tls: files },
      providers: { mock: { provider: 'mock' } },
    })
    const client = connectHttp2(`https://localhost:${other.port}`, { ca: second.certificate })
    await new Promise(resolve => client.once('connect', resolve))
    const closed = new Promise(resolve => client.once('close', resolve))
    await other.stop()
    await closed
  })
})
