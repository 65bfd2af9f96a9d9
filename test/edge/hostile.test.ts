// Unusual and hostile HTTP requests over raw sockets: each is served or rejected, and logged, and the gateway keeps
// running.
import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { CHAT, CLOSE, chat, hostileFixture, JSON_TYPE } from './hostile-fixture.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

const fixture = hostileFixture()

describe('Requests', () => {
  it('in absolute form are served', async () => {
    const request = chat().replace('/v1/chat', 'http://127.0.0.1/v1/chat')
    expect(await exchangeRaw(fixture.gateway.port, request)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['*', 'ftp://x/v1/models', '/v1', '/v2/models', '/healthz/x', '/v1x/models'])(
    'for %s are not found',
    async target => {
      expect(await exchangeRaw(fixture.gateway.port, rawRequest('GET', target, [CLOSE]))).toMatch(
        /^HTTP\/1\.1 404 /,
      )
    },
  )

  it('of HTTP/1.0 are served, streams too, and closed', async () => {
    const body = CHAT.replace('}]}', '}],"stream":true}')
    const whole = await exchangeRaw(fixture.gateway.port, chat([]).replace('HTTP/1.1', 'HTTP/1.0'))
    const stream = await exchangeRaw(fixture.gateway.port, chat([], body).replace('HTTP/1.1', 'HTTP/1.0'))
    expect(whole).toMatch(/^HTTP\/1\.1 200 .*"content":"Hello"/s)
    expect(stream).toMatch(/^HTTP\/1\.1 200 .*\n\ndata: \[DONE\]\n\n$/s)
    expect(stream).not.toMatch(/transfer-encoding/i)
  })

  it('without a Host are rejected', async () => {
    const text = await exchangeRaw(
      fixture.gateway.port,
      'GET /v1/models HTTP/1.1\r\nconnection: close\r\n\r\n',
    )
    expect(text).toMatch(/^HTTP\/1\.1 400 .*"message":"The request has no Host header\."/s)
  })

  it('for a tunnel are rejected in JSON', async () => {
    const text = await exchangeRaw(fixture.gateway.port, 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n')
    expect(text).toMatch(
      /^HTTP\/1\.1 405 .*\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n.*"message":"CONNECT is not supported: the gateway is not a proxy\."/s,
    )
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
    expect(await exchangeRaw(fixture.gateway.port, text)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
  })

  it('that expect 100-continue get it, and their reply', async () => {
    expect(await exchangeRaw(fixture.gateway.port, chat([CLOSE, 'expect: 100-continue']))).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    )
  })

  it('that expect anything else are rejected', async () => {
    expect(await exchangeRaw(fixture.gateway.port, chat([CLOSE, 'expect: magic']))).toMatch(
      /^HTTP\/1\.1 417 .*"code":"expectation_failed"/s,
    )
  })

  it('that ask for an upgrade are served without one', async () => {
    expect(
      await exchangeRaw(fixture.gateway.port, chat(['connection: close, upgrade', 'upgrade: websocket'])),
    ).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('in chunks are served', async () => {
    const pieces = (CHAT.match(/.{1,5}/gs) ?? []).map(piece => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    const head = rawRequest('POST', '/v1/chat/completions', [JSON_TYPE, CLOSE, 'transfer-encoding: chunked'])
    expect(await exchangeRaw(fixture.gateway.port, head, ...pieces, '0\r\nx-trailer: 1\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  it('byte by byte are served', async () => {
    expect(await exchangeRaw(fixture.gateway.port, ...chat())).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('of clients that half-close are served', async () => {
    const { socket, text } = await openRaw(fixture.gateway.port)
    socket.end(chat([]))
    await until(() => text().includes('"content":"Hello"'))
  })

  it.each([
    [800, /^HTTP\/1\.1 200 .*x-gateway-trace-id: many-headers/s],
    [10_000, /^HTTP\/1\.1 431 /],
  ])('with %i headers are served or rejected', async (count, expected) => {
    const many = Array.from({ length: count }, (_, index) => `a${index}: b`)
    const headers = [CLOSE, ...many, 'x-gateway-trace-id: many-headers']
    expect(await exchangeRaw(fixture.gateway.port, chat(headers))).toMatch(expected)
  })

  it('with a repeated gateway header are rejected', async () => {
    const twice = ['x-gateway-config: first', 'x-gateway-config: other']
    expect(await exchangeRaw(fixture.gateway.port, chat([CLOSE, ...twice]))).toMatch(
      /^HTTP\/1\.1 400 .*is repeated/s,
    )
  })

  it('that are pipelined on a connection are answered in order', async () => {
    const marked = (index: number, more: readonly string[] = []) =>
      chat([`x-gateway-trace-id: pipe-${index}`, ...more])
    const reply = await exchangeRaw(fixture.gateway.port, marked(1) + marked(2) + marked(3, [CLOSE]))
    expect([...reply.matchAll(/x-gateway-trace-id: (pipe-\d)/g)].map(match => match[1])).toEqual([
      'pipe-1',
      'pipe-2',
      'pipe-3',
    ])
  })

  it('that are pipelined free their slots when the client disconnects', async () => {
    const { socket } = await openRaw(fixture.gateway.port)
    const waiting = rawRequest('GET', '/v1/open', [
      'x-gateway-provider: @main',
      'x-gateway-trace-id: piped-away',
    ])
    socket.write(waiting.repeat(10))
    await until(() => fixture.provider.received.filter(({ path }) => path === '/v1/open').length >= 10)
    socket.destroy()
    await until(
      async () => (await fixture.gateway.log()).filter(line => line['trace'] === 'piped-away').length === 10,
    )
  })

  it('garbage after a request does not corrupt its reply', async () => {
    const { socket, text } = await openRaw(fixture.gateway.port)
    socket.write(rawRequest('GET', '/v1/open', ['x-gateway-provider: @main']))
    await until(() => text().includes('beginning'))
    socket.write('\0\0 nonsense\r\n\r\n')
    await until(() => socket.destroyed)
    expect(text()).not.toContain('invalid_request')
  })

  it('whose body is truncated are logged', async () => {
    const { socket } = await openRaw(fixture.gateway.port)
    socket.write(chat(['x-gateway-trace-id: half-a-body']).slice(0, -10))
    // When a later request is served, the earlier bytes have been read.
    await exchangeRaw(fixture.gateway.port, rawRequest('GET', '/healthz', ['connection: close']))
    socket.destroy()
    await until(async () =>
      (await fixture.gateway.log()).some(line => line['trace'] === 'half-a-body' && line['left'] === true),
    )
  })

  it('with a very long model name leave a short log record', async () => {
    const body = JSON.stringify({ model: `@mock/${'x'.repeat(100_000)}`, messages: [] })
    await exchangeRaw(fixture.gateway.port, chat([CLOSE, 'x-gateway-trace-id: long-name'], body))
    const line = (await fixture.gateway.log()).find(each => each['trace'] === 'long-name')
    expect(JSON.stringify(line).length).toBeLessThan(2000)
  })
})
