// Compressed replies: asked for by nobody where the body is read, decoded all the same, and passed as they are where
// nothing reads them and the client accepts them (semantics, section 14).
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import { acceptsCodings } from '../../../runtime/values/accepted-codings.ts'
import { readAll } from '../../../runtime/values/byte-stream.ts'
import { type Failure, isFailure } from '../../../runtime/values/failures.ts'
import type { UpstreamReply } from '../../../runtime/values/ports.ts'
import { createHarness } from '../../support/harness.ts'
import { CHAT, chunk, completion, DONE } from '../../support/sample-bodies.ts'

const LIMIT = 1_000_000
const TEXT = Buffer.from(JSON.stringify(completion('Grüße')))
const CODED: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  'deflate ': deflateRawSync,
  zstd: zstdCompressSync,
  'gzip, br': bytes => brotliCompressSync(gzipSync(bytes)),
}

describe('A provider that compresses unasked', () => {
  const ask = async (headers: readonly string[], bytes: Uint8Array, options: object = {}) => {
    const { call, upstream } = createHarness({
      script: [{ status: 200, headers: ['content-type', 'application/json', ...headers], bytes }],
    })
    const reply = await call({ headers: { 'x-gateway-provider': '@main' }, ...options })
    return { reply, sent: upstream.sent[0]?.headers ?? [], cancelled: upstream.cancelled }
  }
  const asked = (sent: readonly string[]): string | undefined => sent[sent.indexOf('accept-encoding') + 1]

  it.each(Object.keys(CODED))('%s is decoded', async coding => {
    const bytes = CODED[coding]?.(TEXT) ?? TEXT
    const { reply, sent } = await ask(
      ['content-encoding', coding, 'content-length', `${bytes.length}`],
      bytes,
    )
    expect([reply.status, reply.text]).toEqual([200, TEXT.toString()])
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expect(reply.headers).not.toHaveProperty('content-length')
    expect(asked(sent)).toBe('identity')
  })

  it.each<readonly [string, string, Uint8Array]>([
    ['an unknown coding', 'compress', TEXT],
    ['too many codings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(TEXT)))],
    ['a body without the coding it claims', 'gzip', TEXT],
    ['a truncated body', 'gzip', gzipSync(TEXT).subarray(0, -9)],
  ])('%s is a 502', async (_title, coding, bytes) => {
    const { reply } = await ask(['content-encoding', coding], bytes)
    expect([reply.status, reply.json]).toMatchObject([502, { error: { code: 'invalid_upstream_reply' } }])
  })

  it('an error is read', async () => {
    const { call } = createHarness({
      script: [
        {
          status: 429,
          headers: ['content-encoding', 'gzip'],
          bytes: gzipSync('{"error":{"message":"slow down","code":"rate_limit_exceeded"}}'),
        },
      ],
    })
    const reply = await call({ headers: { 'x-gateway-provider': '@main' } })
    expect([reply.status, reply.json]).toMatchObject([429, { error: { message: 'slow down' } }])
  })

  it.each(['gzip', 'br', 'zstd'] as const)('a stream in %s is relayed', async coding => {
    const text = chunk({ role: 'assistant', content: 'Hi' }) + chunk({}, 'stop') + DONE
    const bytes = CODED[coding]?.(Buffer.from(text)) ?? TEXT
    const events = [...bytes].map(byte => new Uint8Array([byte]))
    const { call } = createHarness({
      script: [{ events, headers: ['content-type', 'text/event-stream', 'content-encoding', coding] }],
    })
    const reply = await call({
      headers: { 'x-gateway-provider': '@main' },
      body: { ...CHAT, stream: true },
    })
    expect(reply.text).toBe(text)
  })

  it('a passed-through reply is unchanged where the client accepts its coding, else decoded', async () => {
    const bytes = gzipSync(TEXT)
    for (const [accepted, isKept] of [
      ['gzip, br', true],
      ['*', true],
      ['br', false],
      ['gzip;q=0', false],
      [undefined, false],
    ] as const) {
      const headers = { 'x-gateway-provider': '@main', ...(accepted && { 'accept-encoding': accepted }) }
      const { reply, sent } = await ask(['content-encoding', 'gzip'], bytes, { path: '/other', headers })
      expect(Buffer.from(reply.bytes).equals(isKept ? bytes : TEXT), accepted).toBe(true)
      expect(reply.headers['content-encoding'], accepted).toBe(isKept ? 'gzip' : undefined)
      expect(asked(sent)).toBe(accepted ?? 'identity')
    }
  })
})

describe('A small body that expands to a large one', () => {
  const SIZE = 512 * 1024 * 1024
  let server: Server
  const client = createUpstreamClient({
    connections: 2,
    connectTimeout: 1000,
    replyHeaderBytes: 32_768,
    openHosts: () => [],
  })
  beforeAll(async () => {
    const bombs: Readonly<Record<string, Buffer>> = {
      gzip: gzipSync(Buffer.alloc(SIZE)),
      br: brotliCompressSync(Buffer.alloc(SIZE), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      zstd: zstdCompressSync(Buffer.alloc(SIZE)),
    }
    server = createServer((request, response) => {
      const coding = request.url?.slice(1) ?? ''
      response.setHeader('content-encoding', coding)
      response.end(bombs[coding])
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await client.close()
    server.close()
  })

  it.each(['gzip', 'br', 'zstd'])('in %s is given up at the limit', async coding => {
    const { port } = server.address() as AddressInfo
    const before = process.memoryUsage().rss
    const result = await new Promise<Uint8Array | Failure>(resolve => {
      client.send(
        {
          method: 'GET',
          origin: `http://127.0.0.1:${port}`,
          path: `/${coding}`,
          headers: [],
          body: undefined,
          hostAuthor: 'catalog',
        },
        { fail: resolve, reply: ({ body }: UpstreamReply) => readAll(body, LIMIT, resolve) },
      )
    })
    expect(isFailure(result) && result.cause).toBe('too-large')
    expect(process.memoryUsage().rss - before).toBeLessThan(SIZE / 4)
  })
})

describe('Accepted codings', () => {
  it.each<readonly [string, string, boolean]>([
    ['gzip', 'gzip', true],
    ['GZIP', 'x-gzip', true],
    ['gzip', 'gzip, br', false],
    ['gzip, br;q=0.1', 'gzip, br', true],
    ['*;q=0, br', 'gzip', false],
    ['*, gzip;q=0', 'gzip', false],
    ['gzip;q=nonsense', 'gzip', false],
  ])('%s for a reply in %s: %s', (accepted, coding, expected) => {
    expect(acceptsCodings(['Accept-Encoding', accepted], ['Content-Encoding', coding])).toBe(expected)
  })
})
