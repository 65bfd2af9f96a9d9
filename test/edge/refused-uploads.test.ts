// A request that is refused before its body was read, by a client that writes all of the body before it reads: it reads the reply, over
// HTTP/1.1, TLS and HTTP/2. One that never ends is cut off.

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { selfSigned } from '../support/self-signed.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

const { certificate, key } = selfSigned('uploads')
const folder = makeFolder({ 'a.pem': certificate, 'a.key': key })
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const SIZE = 10 * 1024 * 1024
const PIECE = Buffer.alloc(65_536, ' ')

const MANIFEST = {
  providers: { mock: { provider: 'mock' } },
  limits: { body_bytes: 4096, body_timeout: 60_000 },
}

const OPENINGS = [
  [
    'HTTP/1.1',
    (refusal: Refusal) =>
      connect({ port: gatewayOf(refusal).plain.port, host: '127.0.0.1', allowHalfOpen: true }),
  ],
  [
    'TLS',
    (refusal: Refusal) =>
      connectTls({
        port: gatewayOf(refusal).secure.port,
        host: '127.0.0.1',
        ca: certificate,
        servername: 'localhost',
      }),
  ],
] as const

interface Gateways {
  readonly plain: RunningGateway
  readonly secure: RunningGateway
}

let idle: Gateways
/** Those that answer as many calls as they may. */
let busy: Gateways
const gatewayOf = ({ status }: Refusal): Gateways => (status === 503 ? busy : idle)
const closing = new AbortController()

beforeAll(async () => {
  const manifest = {
    ...MANIFEST,
    api_keys: ['one', 'two'].map(id => ({
      id,
      hash: `sha256:${sha256(`key ${id}`)}`,
      ...(id === 'two' && { scopes: ['logs.view'] }),
    })),
  }
  const tls = { certificate: `${folder}/a.pem`, key: `${folder}/a.key` }
  const start = async (written: object): Promise<Gateways> => ({
    plain: await runGateway(written, {}, {}),
    secure: await runGateway({ ...written, listen: { port: 0, tls } }, {}, {}),
  })
  idle = await start(manifest)
  busy = await start({ ...manifest, limits: { ...MANIFEST.limits, concurrent_requests: 1 } })
  for (const [{ port }, request] of [
    [busy.plain, requestHttp],
    [busy.secure, requestHttps],
  ] as const) {
    const options = { port, host: '127.0.0.1', ca: certificate, servername: 'localhost', method: 'POST' }
    const head = { 'content-type': 'application/json', authorization: 'Bearer key one' }
    // Of two calls, one is refused, and the other one has no reply.
    await new Promise(resolve => {
      for (let sent = 0; sent < 2; sent += 1)
        request({ ...options, path: CHATS, headers: head, signal: closing.signal })
          .on('response', resolve)
          .on('error', () => {})
          .end(SMALL.replace('@mock/echo', '@mock/hang'))
    })
  }
})
afterAll(async () => {
  closing.abort()
  for (const { plain, secure } of [idle, busy]) await Promise.all([plain.stop(), secure.stop()])
  rmSync(folder, { recursive: true })
})

/** The status of a request whose body is written to its end before anything is read. */
function writeThenRead(socket: Duplex, refusal: Refusal): Promise<string> {
  const { chunked = false } = refusal
  return new Promise(resolve => {
    let received = ''
    socket.pause()
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`${error.code} after ${received.split('\r\n', 1)[0]}`),
    )
    socket.on('close', () => resolve(received.split('\r\n', 1)[0] ?? ''))
    socket.on('data', bytes => {
      received += String(bytes)
    })
    socket.on('end', () => socket.end())
    let left = SIZE
    const write = (): void => {
      while (left > 0) {
        left -= PIECE.length
        if (chunked) socket.write(`${PIECE.length.toString(16)}\r\n`)
        if (chunked) socket.write(PIECE)
        if (!socket.write(chunked ? '\r\n' : PIECE)) return void socket.once('drain', write)
      }
      if (chunked) socket.write('0\r\n\r\n')
      socket.write('', () => socket.resume())
    }
    socket.write(headOf(refusal), write)
    socket.pause()
  })
}

const CHATS = '/v1/chat/completions'
const SMALL = '{"model":"@mock/echo","messages":[{"role":"user","content":"Hello"}]}'
const headOf = ({ headers, chunked = false, path = CHATS }: Refusal): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    chunked ? 'transfer-encoding: chunked' : `content-length: ${SIZE}`,
    ...headers,
    '\r\n',
  ].join('\r\n')

const JSON_TYPE = 'content-type: application/json'
const KEY = 'authorization: Bearer key one'
interface Refusal {
  readonly status: number
  readonly headers: readonly string[]
  readonly chunked?: boolean
  readonly path?: string
}

const REFUSALS: readonly (readonly [title: string, refusal: Refusal])[] = [
  ['413, by its length', { status: 413, headers: [JSON_TYPE, KEY] }],
  ['413, by its bytes', { status: 413, headers: [JSON_TYPE, KEY], chunked: true }],
  ['401', { status: 401, headers: [JSON_TYPE] }],
  ['415', { status: 415, headers: ['content-type: text/csv', KEY] }],
  ['403', { status: 403, headers: [JSON_TYPE, 'authorization: Bearer key two'] }],
  ['404', { status: 404, headers: [JSON_TYPE, KEY], path: '/nothing/here' }],
  ['503', { status: 503, headers: [JSON_TYPE, KEY] }],
  ['405', { status: 405, headers: [JSON_TYPE, KEY], path: '/healthz' }],
]

describe.each(OPENINGS)('Over %s', (_name, open) => {
  it.each(REFUSALS)('%s reaches the client', async (_title, refusal) => {
    for (let time = 0; time < 5; time += 1)
      expect(await writeThenRead(open(refusal), refusal)).toMatch(new RegExp(`^HTTP/1.1 ${refusal.status} `))
  })
})

it.each(REFUSALS.filter(([, { chunked }]) => chunked !== true))(
  'Over HTTP/2, %s reaches the client',
  async (_title, refusal) => {
    const { status, headers, path = CHATS } = refusal
    const session = connectHttp2(`https://localhost:${gatewayOf(refusal).secure.port}`, {
      ca: certificate,
      maxSessionMemory: 100,
    })
    const pairs = headers.map(line => line.split(': ') as [string, string])
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      ...Object.fromEntries(pairs),
    })
    const replied = new Promise(resolve => {
      stream.on('response', received => resolve(received[':status']))
      stream.on('error', error => resolve(error.message))
    })
    stream.on('data', () => {})
    stream.end(Buffer.alloc(SIZE))
    expect(await replied).toBe(status)
    await new Promise(resolve => stream.once('close', resolve))
    expect(stream.rstCode).toBe(0)
    session.close()
  },
)

describe('A client that waits for 100 before it sends its body', () => {
  const waiting = ['expect: 100-continue', 'connection: close']

  it.each(REFUSALS.filter(([, { chunked }]) => chunked !== true))(
    'gets %s at once, and no 100',
    async (_title, refusal) => {
      const reply = await exchangeRaw(
        gatewayOf(refusal).plain.port,
        headOf({ ...refusal, headers: [...refusal.headers, ...waiting] }),
      )
      expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${refusal.status} `))
    },
  )

  it('gets 100, and then its reply', async () => {
    const reply = await exchangeRaw(
      idle.plain.port,
      rawRequest('POST', CHATS, [JSON_TYPE, KEY, ...waiting], SMALL),
    )
    expect(reply).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
  })
})
