// A request that is refused before its body was read, by a client that writes all of the body before it reads: it reads the reply, over
// HTTP/1.1, TLS and HTTP/2. One that never ends is cut off.

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
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

let plain: RunningGateway
let secure: RunningGateway
beforeAll(async () => {
  const manifest = {
    ...MANIFEST,
    api_keys: ['one'].map(id => ({ id, hash: `sha256:${sha256(`key ${id}`)}` })),
  }
  plain = await runGateway(manifest, {}, {})
  const tls = { certificate: `${folder}/a.pem`, key: `${folder}/a.key` }
  secure = await runGateway({ ...manifest, listen: { port: 0, tls } }, {}, {})
})
afterAll(async () => {
  await plain.stop()
  await secure.stop()
  rmSync(folder, { recursive: true })
})

/** The status of a request whose body is written to its end before anything is read. */
function writeThenRead(socket: Duplex, head: string, chunked: boolean): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    socket.pause()
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(`${error.code} after ${text.split('\r\n', 1)[0]}`),
    )
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
    socket.on('data', bytes => {
      text += String(bytes)
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
    socket.write(head, write)
    socket.pause()
  })
}

const headOf = (headers: readonly string[], chunked: boolean): string =>
  [
    'POST /v1/chat/completions HTTP/1.1',
    'host: localhost',
    chunked ? 'transfer-encoding: chunked' : `content-length: ${SIZE}`,
    ...headers,
    '\r\n',
  ].join('\r\n')

const JSON_TYPE = 'content-type: application/json'
const KEY = 'authorization: Bearer key one'
const REFUSED = [
  ['413, by its length', 413, [JSON_TYPE, KEY], false],
  ['413, by its bytes', 413, [JSON_TYPE, KEY], true],
  ['401', 401, [JSON_TYPE], false],
  ['415', 415, ['content-type: text/csv', KEY], false],
] as const

describe.each([
  ['HTTP/1.1', () => connect({ port: plain.port, host: '127.0.0.1', allowHalfOpen: true })],
  [
    'TLS',
    () => connectTls({ port: secure.port, host: '127.0.0.1', ca: certificate, servername: 'localhost' }),
  ],
] as const)('Over %s', (_name, open) => {
  it.each(REFUSED)('%s reaches the client', async (_title, status, headers, chunked) => {
    for (let time = 0; time < 5; time += 1)
      expect(await writeThenRead(open(), headOf(headers, chunked), chunked)).toMatch(
        new RegExp(`^HTTP/1.1 ${status} `),
      )
  })
})

it.each(REFUSED.filter(([, , , chunked]) => !chunked))(
  'Over HTTP/2, %s reaches the client',
  async (_title, status, headers) => {
    const session = connectHttp2(`https://localhost:${secure.port}`, {
      ca: certificate,
      maxSessionMemory: 100,
    })
    const pairs = headers.map(line => line.split(': ') as [string, string])
    const stream = session.request({
      ':method': 'POST',
      ':path': '/v1/chat/completions',
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

  it.each(REFUSED.filter(([, , , chunked]) => !chunked))(
    'gets %s at once, and no 100',
    async (_title, status, headers) => {
      const reply = await exchangeRaw(plain.port, headOf([...headers, ...waiting], false))
      expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    },
  )

  it('gets 100, and then its reply', async () => {
    const body = '{"model":"@mock/echo","messages":[{"role":"user","content":"Hello"}]}'
    const reply = await exchangeRaw(
      plain.port,
      rawRequest('POST', '/v1/chat/completions', [JSON_TYPE, KEY, ...waiting], body),
    )
    expect(reply).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
  })
})
