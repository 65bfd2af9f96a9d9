// A gateway with a provider that answers strangely, a mock, and a watch on errors that nobody handles.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

export const CHAT = JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] })
const STREAM = 'data: {"choices":[{"index":0,"delta":{"content":"Hi there"}}]}'
export const JSON_TYPE = 'content-type: application/json'
export const CLOSE = 'connection: close'
export const chat = (headers: readonly string[] = [CLOSE], body = CHAT): string =>
  rawRequest('POST', '/v1/chat/completions', [JSON_TYPE, ...headers], body)

export const bodyOf = (reply: string): string => reply.slice(reply.indexOf('\r\n\r\n') + 4)

/** Starts them for all tests of a file, each of which must leave the gateway working and no error unhandled. */
export function hostileFixture() {
  let gateway: RunningGateway
  let provider: Provider
  const bugs: unknown[] = []
  const onBug = (bug: unknown): void => {
    bugs.push(bug)
  }

  beforeAll(async () => {
    process.on('uncaughtException', onBug)
    process.on('unhandledRejection', onBug)
    provider = await runProvider((request, response) => {
      const socket = request.socket
      switch (request.url) {
        case '/v1/early-hints':
          socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
          return socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        case '/v1/trailers':
          return socket.end(
            'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-after\r\n\r\n2\r\nok\r\n0\r\nx-after: 1\r\n\r\n',
          )
        case '/v1/until-close':
          return socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nuntil the end')
        case '/v1/odd-header':
          return socket.end('HTTP/1.1 200 OK\r\nx-odd: caf\xe9 \x80\r\ncontent-length: 2\r\n\r\nok', 'latin1')
        case '/v1/bad-header':
          return socket.end('HTTP/1.1 200 OK\r\nx-bad: a\x01b\r\ncontent-length: 2\r\n\r\nok')
        case '/v1/upgraded':
          return socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
        case '/v1/status-600':
        case '/v1/status-999':
          return socket.end(`HTTP/1.1 ${request.url.slice(-3)} Odd\r\ncontent-length: 2\r\n\r\nok`)
        case '/v1/headers-of-24000':
        case '/v1/headers-of-48000':
          return socket.end(
            `HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(Number(request.url.slice(-5)))}\r\ncontent-length: 2\r\n\r\nok`,
          )
        case '/v1/headers':
          response.writeHead(200)
          return response.end(JSON.stringify(request.headers))
        case '/v1/open':
          response.writeHead(200)
          return response.write('beginning')
        case '/v1/chat/completions':
          // A stream with content-length, which an event added by the gateway would exceed.
          return socket.end(
            `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${STREAM.length}\r\n\r\n${STREAM}`,
          )
        default:
          return response.end('plain')
      }
    })
    gateway = await runGateway(
      {
        providers: {
          mock: { provider: 'mock' },
          main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
        },
        trusted_hosts: ['127.0.0.1'],
        limits: { concurrent_requests: 20 },
      },
      { first: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@mock' }] } },
      { KEY: 'k' },
    )
  })
  afterAll(async () => {
    await gateway.stop()
    await provider.stop()
    process.off('uncaughtException', onBug)
    process.off('unhandledRejection', onBug)
  })

  /** There was no unhandled error, and every slot of the concurrent requests is free again. */
  afterEach(async () => {
    expect(bugs).toEqual([])
    const replies = await Promise.all(
      Array.from({ length: 15 }, async () => await exchangeRaw(gateway.port, chat())),
    )
    expect(replies.filter(reply => reply.startsWith('HTTP/1.1 200'))).toHaveLength(15)
  })

  return {
    get gateway() {
      return gateway
    },
    get provider() {
      return provider
    },
    /** A request that is passed through to the provider. */
    get: (path: string, ...headers: readonly string[]) =>
      exchangeRaw(
        gateway.port,
        rawRequest('GET', `/v1${path}`, ['x-gateway-provider: @main', CLOSE, ...headers]),
      ),
  }
}
