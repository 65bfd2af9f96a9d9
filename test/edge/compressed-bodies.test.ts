// Request bodies with a content coding, as Codex (zstd) and other clients send them.
import { request as send } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

const LIMIT = 200_000
let provider: Provider
let gateway: RunningGateway

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      request.url === '/v1/responses'
        ? '{"id":"r","object":"response","status":"completed","output":[]}'
        : '{"id":"c","object":"chat.completion","choices":[]}',
    )
  })
  gateway = await runGateway(
    {
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
      authentication: 'none',
      limits: { body_bytes: LIMIT },
    },
    {},
    { KEY: 'provider-key' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

interface Sent {
  readonly status: number
  readonly json: {
    readonly type?: string
    readonly error?: { readonly code?: string; readonly message?: string }
  }
  readonly headers: Readonly<Record<string, unknown>>
}

const post = (path: string, body: Uint8Array, headers: Readonly<Record<string, string>>): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const sent = send(
      {
        port: gateway.port,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
      },
      response => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            json: JSON.parse(Buffer.concat(pieces).toString()) as Sent['json'],
            headers: response.headers,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const chat = (content: string): Buffer =>
  Buffer.from(JSON.stringify({ model: '@main/m', messages: [{ role: 'user', content }] }))
const coded = (coding: string) => ({ 'content-encoding': coding })
const HELLO = chat('Hello')

describe('a body is decoded', () => {
  it.each<readonly [coding: string, body: Uint8Array]>([
    ['gzip', gzipSync(HELLO)],
    ['X-GZIP', gzipSync(HELLO)],
    ['deflate', deflateSync(HELLO)],
    ['deflate', deflateRawSync(HELLO)],
    ['br', brotliCompressSync(HELLO)],
    ['zstd', zstdCompressSync(HELLO)],
    ['gzip, zstd', zstdCompressSync(gzipSync(HELLO))],
    ['identity', HELLO],
  ])('%s', async (coding, body) => {
    const { status } = await post('/v1/chat/completions', body, coded(coding))
    expect(status).toBe(200)
    const { headers, body: received } = provider.received.at(-1) ?? {}
    expect(headers?.['content-encoding']).toBeUndefined()
    expect(JSON.parse(String(received))).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Hello' }],
    })
  })

  it('of every API, and of paths whose body names the provider', async () => {
    const response = zstdCompressSync(Buffer.from('{"model":"@main/m","input":"Hello"}'))
    expect((await post('/v1/responses', response, coded('zstd'))).status).toBe(200)
    expect(String(provider.received.at(-1)?.body)).toBe('{"model":"m","input":"Hello"}')
    expect((await post('/v1/some/path', gzipSync(HELLO), coded('gzip'))).status).toBe(200)
    expect(String(provider.received.at(-1)?.body)).toContain('"model":"m"')
  })

  it('but not below /proxy, where bytes pass as they are', async () => {
    const body = gzipSync(HELLO)
    const headers = { ...coded('gzip'), 'x-gateway-provider': '@main' }
    expect((await post('/v1/proxy/some/path', body, headers)).status).toBe(200)
    expect(provider.received.at(-1)?.headers['content-encoding']).toBe('gzip')
    expect(provider.received.at(-1)?.body.equals(body)).toBe(true)
  })
})

describe('a body is refused', () => {
  const bomb = gzipSync(chat('a'.repeat(50 * 1024 * 1024)))
  it.each<readonly [title: string, coding: string, body: Uint8Array, status: number, message: RegExp]>([
    [
      'an unknown coding',
      'compress',
      HELLO,
      415,
      /"compress" is not supported; gzip, deflate, br and zstd are/,
    ],
    ['too many codings', 'gzip, gzip, gzip', HELLO, 415, /more than 2/],
    ['data of another coding', 'gzip', HELLO, 400, /content-encoding/],
    ['truncated gzip', 'gzip', gzipSync(HELLO).subarray(0, 30), 400, /content-encoding/],
    ['truncated brotli', 'br', brotliCompressSync(HELLO).subarray(0, 20), 400, /content-encoding/],
    ['truncated zstd', 'zstd', zstdCompressSync(HELLO).subarray(0, 40), 400, /content-encoding/],
    ['a bomb', 'gzip', bomb, 413, /exceeds the limit of 200000 bytes/],
    ['a bomb in a bomb', 'gzip, gzip', gzipSync(bomb), 413, /exceeds the limit of 200000 bytes/],
  ])('%s', async (_title, coding, body, status, message) => {
    expect(body.length).toBeLessThan(LIMIT)
    const calls = provider.received.length
    const reply = await post('/v1/chat/completions', body, coded(coding))
    expect(reply.status).toBe(status)
    expect(reply.json.error?.message).toMatch(message)
    expect(reply.headers['x-request-id']).toBe(reply.headers['x-gateway-trace-id'])
    expect(provider.received.length).toBe(calls)
  })

  it('in the form of Messages', async () => {
    const reply = await post('/v1/messages', HELLO, {
      ...coded('compress'),
      'anthropic-version': '2023-06-01',
    })
    expect(reply).toMatchObject({
      status: 415,
      json: {
        type: 'error',
        error: { type: 'invalid_request_error' },
        request_id: reply.headers['request-id'],
      },
    })
    expect(reply.headers['request-id']).toBe(reply.headers['x-gateway-trace-id'])
  })
})
