// Unusual and hostile HTTP over raw sockets: each request is served or rejected, and logged,
// and the gateway keeps running.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { exchangeRaw, openRaw, rawRequest, until } from './raw-client.ts'

let gateway: RunningGateway
let provider: Provider
const bugs: unknown[] = []
const onBug = (bug: unknown): void => {
  bugs.push(bug)
}

const CHAT = JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] })
const STREAM = 'data: {"choices":[{"index":0,"delta":{"content":"Hi there"}}]}'
const JSON_TYPE = 'content-type: application/json'
const CLOSE = 'connection: close'
const chat = (headers: readonly string[] = [CLOSE], body = CHAT): string =>
  rawRequest('POST', '/v1/chat/completions', [JSON_TYPE, ...headers], body)

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
      case '/v1/status-999':
        return socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nok')
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

const get = (path: string, ...headers: readonly string[]) =>
  exchangeRaw(gateway.port, rawRequest('GET', `/v1${path}`, ['x-gateway-provider: @main', CLOSE, ...headers]))
const bodyOf = (reply: string): string => reply.slice(reply.indexOf('\r\n\r\n') + 4)

describe('Requests', () => {
  it('in absolute form are served', async () => {
    const request = chat().replace('/v1/chat', 'http://127.0.0.1/v1/chat')
    expect(await exchangeRaw(gateway.port, request)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each([
    '*',
    'http://localhost',
    'ftp://x/v1/models',
    '/',
    '/v1',
    '//v1/models',
    '/v2/models',
    '/healthz/x',
    '/v1x/models',
  ])('for %s are not found', async target => {
    expect(await exchangeRaw(gateway.port, rawRequest('GET', target, [CLOSE]))).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('of HTTP/1.0 are served, streams too, and closed', async () => {
    const body = CHAT.replace('}]}', '}],"stream":true}')
    const whole = await exchangeRaw(gateway.port, chat([]).replace('HTTP/1.1', 'HTTP/1.0'))
    const stream = await exchangeRaw(gateway.port, chat([], body).replace('HTTP/1.1', 'HTTP/1.0'))
    expect(whole).toMatch(/^HTTP\/1\.1 200 .*"content":"Hello"/s)
    expect(stream).toMatch(/^HTTP\/1\.1 200 .*\n\ndata: \[DONE\]\n\n$/s)
    expect(stream).not.toMatch(/transfer-encoding/i)
  })

  it('without a Host are rejected', async () => {
    expect(await exchangeRaw(gateway.port, 'GET /v1/models HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each<readonly [string, string]>([
    ['two lengths', chat([CLOSE, 'content-length: 3'])],
    ['a length and chunks', chat([CLOSE, 'transfer-encoding: chunked'])],
    ['a header with a bare line feed', 'GET /v1/models HTTP/1.1\r\nhost: x\nx: y\r\n\r\n\0'],
    ['a space before a colon', 'GET /v1/models HTTP/1.1\r\nhost : x\r\n\r\n'],
    ['a control character in a header', 'GET /v1/models HTTP/1.1\r\nhost: x\r\nx-a: a\0b\r\n\r\n'],
    [
      'a broken chunk',
      `${rawRequest('POST', '/v1/files', ['x-gateway-provider: @main', 'transfer-encoding: chunked'])}zz\r\n`,
    ],
  ])('with %s are rejected', async (_title, text) => {
    expect(await exchangeRaw(gateway.port, text)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
  })

  it('that expect 100-continue get it, and their reply', async () => {
    expect(await exchangeRaw(gateway.port, chat([CLOSE, 'expect: 100-continue']))).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    )
  })

  it('that expect anything else are rejected', async () => {
    expect(await exchangeRaw(gateway.port, chat([CLOSE, 'expect: magic']))).toMatch(/^HTTP\/1\.1 417 /)
  })

  it('that ask for an upgrade are served without one', async () => {
    expect(
      await exchangeRaw(gateway.port, chat(['connection: close, upgrade', 'upgrade: websocket'])),
    ).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('in chunks are served', async () => {
    const pieces = (CHAT.match(/.{1,5}/gs) ?? []).map(piece => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    const head = rawRequest('POST', '/v1/chat/completions', [JSON_TYPE, CLOSE, 'transfer-encoding: chunked'])
    expect(await exchangeRaw(gateway.port, head, ...pieces, '0\r\nx-trailer: 1\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  it('byte by byte are served', async () => {
    expect(await exchangeRaw(gateway.port, ...chat())).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('of clients that half-close are served', async () => {
    const { socket, text } = await openRaw(gateway.port)
    socket.end(chat([]))
    await until(() => text().includes('"content":"Hello"'))
  })

  it.each([
    [800, /^HTTP\/1\.1 200 .*x-gateway-trace-id: many-headers/s],
    [10_000, /^HTTP\/1\.1 431 /],
  ])('with %i headers are served or rejected', async (count, expected) => {
    const many = Array.from({ length: count }, (_, index) => `a${index}: b`)
    const headers = [CLOSE, ...many, 'x-gateway-trace-id: many-headers']
    expect(await exchangeRaw(gateway.port, chat(headers))).toMatch(expected)
  })

  it('with a repeated gateway header are rejected', async () => {
    const twice = ['x-gateway-config: first', 'x-gateway-config: other']
    expect(await exchangeRaw(gateway.port, chat([CLOSE, ...twice]))).toMatch(
      /^HTTP\/1\.1 400 .*was sent more than once/s,
    )
  })

  it('that are pipelined on a connection are answered in order', async () => {
    const marked = (index: number, more: readonly string[] = []) =>
      chat([`x-gateway-trace-id: pipe-${index}`, ...more])
    const reply = await exchangeRaw(gateway.port, marked(1) + marked(2) + marked(3, [CLOSE]))
    expect([...reply.matchAll(/x-gateway-trace-id: (pipe-\d)/g)].map(match => match[1])).toEqual([
      'pipe-1',
      'pipe-2',
      'pipe-3',
    ])
  })

  it('that are pipelined free their slots when the client disconnects', async () => {
    const { socket } = await openRaw(gateway.port)
    const waiting = rawRequest('GET', '/v1/open', [
      'x-gateway-provider: @main',
      'x-gateway-trace-id: piped-away',
    ])
    socket.write(waiting.repeat(10))
    await until(() => provider.received.filter(({ path }) => path === '/v1/open').length >= 10)
    socket.destroy()
    await until(
      async () => (await gateway.log()).filter(line => line['trace'] === 'piped-away').length === 10,
    )
  })

  it('garbage after a request does not corrupt its reply', async () => {
    const { socket, text } = await openRaw(gateway.port)
    socket.write(rawRequest('GET', '/v1/open', ['x-gateway-provider: @main']))
    await until(() => text().includes('beginning'))
    socket.write('\0\0 nonsense\r\n\r\n')
    await until(() => socket.destroyed)
    expect(text()).not.toContain('invalid_request')
  })

  it('whose body is truncated are logged', async () => {
    const { socket } = await openRaw(gateway.port)
    socket.write(chat(['x-gateway-trace-id: half-a-body']).slice(0, -10))
    await new Promise(resolve => setTimeout(resolve, 20))
    socket.destroy()
    await until(async () =>
      (await gateway.log()).some(line => line['trace'] === 'half-a-body' && line['left'] === true),
    )
  })

  it('with a very long model name leave a short log record', async () => {
    const body = JSON.stringify({ model: `@mock/${'x'.repeat(100_000)}`, messages: [] })
    await exchangeRaw(gateway.port, chat([CLOSE, 'x-gateway-trace-id: long-name'], body))
    const line = (await gateway.log()).find(each => each['trace'] === 'long-name')
    expect(JSON.stringify(line).length).toBeLessThan(2000)
  })
})

describe('Replies of a provider', () => {
  it('informational ones are skipped', async () => {
    const reply = await get('/early-hints')
    expect([reply.split('HTTP/1.1').length, bodyOf(reply)]).toEqual([2, 'ok'])
  })

  it('trailers are dropped', async () => {
    expect(await get('/trailers')).not.toMatch(/x-after/)
  })

  it('delimited by the connection’s end pass', async () => {
    expect(bodyOf(await get('/until-close'))).toContain('until the end')
  })

  it('non-ASCII headers pass unchanged', async () => {
    expect(await get('/odd-header')).toMatch(/x-odd: caf\xe9 \x80\r\n/)
  })

  it.each(['/bad-header', '/upgraded'])('%s is a 502 or passes, and nothing breaks', async path => {
    expect(await get(path)).toMatch(/^HTTP\/1\.1 (200|502|500) /)
  })

  it('an unknown status passes', async () => {
    expect(await get('/status-999')).toMatch(/^HTTP\/1\.1 999 /)
  })

  it('a stream with a length is relayed without it, since its end is added', async () => {
    const body = CHAT.replace('@mock/echo', '@main/m').replace('}]}', '}],"stream":true}')
    const reply = await exchangeRaw(gateway.port, chat([CLOSE], body))
    expect(reply).not.toMatch(/content-length/i)
    expect(reply).toMatch(/"Hi there".*"error":\{/s)
  })

  it('HEAD of a failure has its headers and no body', async () => {
    const reply = await exchangeRaw(
      gateway.port,
      rawRequest('HEAD', '/v1/files', ['x-gateway-provider: nobody', CLOSE]),
    )
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(reply)).toBe('')
  })
})

describe('Too many requests', () => {
  it('get 503 with retry-after, each logged, and later ones are served', async () => {
    const holding = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const connection = await openRaw(gateway.port)
        connection.socket.write(rawRequest('GET', '/v1/open', ['x-gateway-provider: @main']))
        return connection
      }),
    )
    await until(() => holding.every(({ text }) => text().includes('beginning')))
    const reply = await exchangeRaw(gateway.port, chat([]))
    expect(reply).toMatch(/^HTTP\/1\.1 503 /)
    expect(reply).toMatch(/retry-after: 1\r\n/i)
    expect(reply).toMatch(/connection: close/i)
    expect(reply).toContain('"code":"overloaded"')
    expect((await gateway.log()).some(line => line['error'] === 'overloaded' && line['status'] === 503)).toBe(
      true,
    )
    expect(await exchangeRaw(gateway.port, rawRequest('GET', '/healthz', [CLOSE]))).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    for (const { socket } of holding) socket.destroy()
    await until(async () => (await exchangeRaw(gateway.port, chat())).startsWith('HTTP/1.1 200'))
  })
})
