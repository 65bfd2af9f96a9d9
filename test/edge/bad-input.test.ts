// Bad input over a real socket: each gets the status and body of the failure table and a log record, and the gateway
// keeps running.
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

let gateway: RunningGateway
let provider: Provider

const CHAT = { model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }
const CONFIG = { provider: '@mock', override_params: { model: 'echo' } }
let trace = 0

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    switch (request.url) {
      case '/reset/chat/completions':
        return request.socket.resetAndDestroy()
      case '/cut/chat/completions':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        return response.write('{"id":', () => request.socket.destroy())
      case '/cut-stream/chat/completions':
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        return response.write('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n', () =>
          request.socket.destroy(),
        )
      case '/garbage/chat/completions':
        return request.socket.end('\x00\x01\x02 this is not HTTP\r\n\r\n')
      case '/html/chat/completions':
        response.writeHead(200, { 'content-type': 'text/html' })
        return response.end('<html>Sorry</html>')
      case '/bad-gateway/chat/completions':
        response.writeHead(502, { 'content-type': 'text/html' })
        return response.end('<html>Sorry</html>')
      default:
        return undefined // never replies
    }
  })
  const at = (path: string) => ({
    provider: 'openai',
    api_key: '${env:KEY}',
    custom_host: `${provider.origin}/${path}`,
  })
  gateway = await runGateway(
    {
      providers: {
        mock: { provider: 'mock' },
        openai: { provider: 'openai', api_key: '${env:KEY}' },
        ...Object.fromEntries(
          ['reset', 'cut', 'cut-stream', 'garbage', 'html', 'bad-gateway', 'silent'].map(path => [
            path,
            at(path),
          ]),
        ),
        closed: { ...at(''), custom_host: 'http://127.0.0.1:9/v1' },
      },
      trusted_hosts: ['127.0.0.1'],
      caller_hosts: ['127.0.0.1'],
      limits: { body_bytes: 1_000_000, request_timeout: 300 },
    },
    {
      chat: CONFIG,
      guarded: {
        ...CONFIG,
        input_guardrails: [{ 'default.contains': { words: ['never'], operator: 'none' }, deny: true }],
      },
      cached: { ...CONFIG, cache: { mode: 'simple' } },
    },
    { KEY: 'sk-test-secret-1234567890' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

/** After every case the gateway still replies. */
afterEach(async () => {
  const reply = await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CHAT),
  })
  expect(reply.status).toBe(200)
})

async function send(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  path = '/chat/completions',
  method = 'POST',
) {
  trace += 1
  const reply = await fetch(gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-gateway-trace-id': `bad-${trace}`, ...headers },
    ...(method === 'GET'
      ? {}
      : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    text,
    error: (JSON.parse(text) as { error: Record<string, unknown> }).error,
    trace: `bad-${trace}`,
  }
}

async function expectFailure(
  sent: ReturnType<typeof send>,
  status: number,
  code: string,
  message?: RegExp,
): Promise<void> {
  const reply = await sent
  expect([reply.status, reply.error['code']]).toEqual([status, code])
  expect(Object.keys(reply.error)).toEqual(expect.arrayContaining(['message', 'type', 'param', 'code']))
  if (message) expect(reply.error['message']).toMatch(message)
  expect(reply.text).not.toContain('sk-test-secret')
  const line = (await gateway.log()).find(each => each['trace'] === reply.trace)
  expect(line).toMatchObject({ status, error: code })
  expect(JSON.stringify(line)).not.toContain('sk-test-secret')
}

describe('the body', () => {
  it.each<readonly [string, string, RegExp]>([
    ['is empty', '', /empty/],
    ['is truncated', '{"model": "@mock/echo"', /not JSON/],
    ['has a trailing comma', '{"model": "@mock/echo",}', /not JSON/],
    ['is a list', '[]', /not an object/],
    ['is a string', '"hello"', /not an object/],
    [
      'has a duplicate key',
      '{"model":"@mock/echo","model":"@mock/tools","messages":[]}',
      /"model" is repeated/,
    ],
    ['is garbage', '\x00\x01', /not JSON/],
    ['is UTF-16', `\ufeff${JSON.stringify(CHAT)}`, /UTF-16; JSON must be UTF-8/],
  ])('%s: 400 invalid_json', async (title, body, message) => {
    await expectFailure(
      send(title === 'is UTF-16' ? Buffer.from(body, 'utf16le') : body),
      400,
      'invalid_json',
      message,
    )
  })

  const spelt = (more: string): Buffer =>
    Buffer.from(`{"messages":[{"role":"user","content":"Hi"}],${more}}`, 'latin1')
  it.each(
    [
      ['has a line feed in a string', '"user":"a\nb"'],
      ['has NUL in a string', '"user":"a\0b"'],
      ['has NaN', '"temperature":NaN'],
      ['has a number that begins with zero', '"seed":01'],
      ['has an unknown escape', '"user":"\\x"'],
      ['has a comma too many in a list', '"stop":["a",]'],
      ['is not UTF-8', '"user":"\xff"'],
    ].flatMap(([title = '', more = '']) =>
      ['chat', 'guarded', 'cached'].map(config => [title, config, more] as const),
    ),
  )('%s: 400 invalid_json with the config %s', (_title, config, more) =>
    expectFailure(send(spelt(more), { 'x-gateway-config': config }), 400, 'invalid_json'),
  )

  it('a model that is not a string: 400 invalid_request', () =>
    expectFailure(send({ ...CHAT, model: 3 }), 400, 'invalid_request', /"model"/))

  it('of 20 MB: 413 body_too_large', () =>
    expectFailure(send({ ...CHAT, padding: 'x'.repeat(20_000_000) }), 413, 'body_too_large'))

  it('of another type: 415 unsupported_media_type', () =>
    expectFailure(
      send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'unsupported_media_type',
    ))

  it('without a provider: 400 that explains how to name one', () =>
    expectFailure(send({ ...CHAT, model: 'gpt-6-sol' }), 400, 'invalid_request', /@slug\/model/))
})

describe('the headers', () => {
  it('of 64 KB: 431 headers_too_large, on the bare socket', async () => {
    const reply = await new Promise<string>(resolve => {
      let text = ''
      const socket = connect(gateway.port, '127.0.0.1', () => {
        socket.write(
          `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nx-big: ${'x'.repeat(65_536)}\r\n\r\n`,
        )
      })
      socket.on('data', piece => {
        text += piece.toString()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', () => resolve(text))
    })
    expect(reply).toMatch(/^HTTP\/1.1 431 /)
    expect(reply).toContain('"code":"headers_too_large"')
    expect((await gateway.log()).some(line => line['error'] === 'headers_too_large')).toBe(true)
  })

  it.each<readonly [string, string, number, string, RegExp]>([
    ['x-gateway-config', 'nope', 404, 'unknown_config', /"nope"/],
    ['x-gateway-config', '{"provider":', 400, 'invalid_config', /x-gateway-config/],
    [
      'x-gateway-config',
      '{"retry":{"attempts":1},"retry":{"attempts":2}}',
      400,
      'invalid_config',
      /Duplicate key/,
    ],
    ['x-gateway-config', '{"retyr":{"attempts":1}}', 400, 'invalid_config', /retry/],
    ['x-gateway-config', '{"provider":"openai","api_key":"${env:KEY}"}', 400, 'invalid_config', /refer/],
    ['x-gateway-metadata', '{', 400, 'invalid_metadata', /JSON object/],
    ['x-gateway-metadata', '["a"]', 400, 'invalid_metadata', /JSON object/],
    ['x-gateway-request-timeout', 'soon', 400, 'invalid_request', /milliseconds/],
    ['x-gateway-provider', 'opanai', 400, 'invalid_request', /"openai"/],
    ['x-gateway-provider', '@mok', 400, 'invalid_request', /"@mock"/],
    ['x-gateway-strict-vendor-compliance', 'maybe', 400, 'invalid_request', /true/],
  ])('%s: %s gives %i %s', async (name, value, status, code, message) => {
    await expectFailure(send({ ...CHAT, model: 'echo' }, { [name]: value }), status, code, message)
  })
})

describe('custom hosts in private ranges: 400 blocked_host', () => {
  const hosts = [
    'http://localhost:8080/v1',
    'http://127.0.0.1/v1'.replace('127.0.0.1', '127.1'),
    'http://10.0.0.1/v1',
    'http://192.168.1.1/v1',
    'http://172.16.0.1/v1',
    'http://169.254.169.254/latest',
    'http://[::1]/v1',
    'http://[::ffff:10.0.0.1]/v1',
    'http://0x0a000001/v1',
    'http://167772161/v1',
    'http://0/v1',
    'http://[fd00::1]/v1',
    'http://metadata.google.internal/v1',
    'http://100.64.0.1/v1',
    'http://user:pass@example.com/v1',
    'ftp://example.com/v1',
  ]
  it.each(hosts.filter(host => !host.includes('127.1')))('%s', async host => {
    await expectFailure(
      send(
        { ...CHAT, model: 'gpt-6-sol' },
        { 'x-gateway-provider': 'openai', 'x-gateway-custom-host': host, authorization: 'Bearer x' },
      ),
      400,
      'blocked_host',
    )
  })

  it('a stored credential is not sent to a host that a client names', async () => {
    const headers = {
      'x-gateway-provider': '@openai',
      'x-gateway-custom-host': `http://127.0.0.1:${provider.port}`,
    }
    const before = provider.received.length
    await expectFailure(send({ ...CHAT, model: 'gpt-6-sol' }, headers), 400, 'blocked_host', /not bound/)
    expect(provider.received.length).toBe(before)
  })
})

describe('a provider that', () => {
  it.each<readonly [string, string, number, string]>([
    ['refuses', '@closed', 502, 'upstream_unreachable'],
    ['resets', '@reset', 502, 'upstream_unreachable'],
    ['truncates its reply', '@cut', 502, 'invalid_upstream_reply'],
    ['sends garbage', '@garbage', 502, 'invalid_upstream_reply'],
    ['sends a page instead of JSON', '@html', 502, 'invalid_upstream_reply'],
    ['never replies', '@silent', 408, 'timeout'],
  ])('%s: %s gives %i %s', async (_title, slug, status, code) => {
    await expectFailure(send({ ...CHAT, model: `${slug}/gpt-6-sol` }), status, code)
  })

  it('sends an HTML error page: its status, the vendor-style body', async () => {
    const { status, error } = await send({ ...CHAT, model: '@bad-gateway/gpt-6-sol' })
    expect(status).toBe(502)
    expect(error['message']).toMatch(/^OpenAI: /)
  })

  it('truncates a stream: an error event and no [DONE]', async () => {
    const reply = await fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CHAT, model: '@cut-stream/gpt-6-sol', stream: true }),
    })
    const text = await reply.text()
    expect(reply.status).toBe(200)
    expect(text).toContain('"error":{"type":')
    expect(text).not.toContain('[DONE]')
  })
})

describe('the request itself', () => {
  it('GET on an endpoint that requires POST: 405', () =>
    expectFailure(send('', {}, '/embeddings', 'GET'), 405, 'method_not_allowed'))

  it.each<readonly [string, string, string]>([
    ['GET', '/v1/embeddings', 'POST'],
    ['GET', '/v1/messages', 'POST'],
    ['GET', '/v1/responses', 'POST'],
    ['GET', '/v1/prompts/a/render', 'POST'],
    ['OPTIONS', '/v1/files', 'GET, POST, PUT, PATCH, DELETE, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['PUT', '/readyz', 'GET, HEAD'],
  ])('%s %s: 405 that names the methods', async (method, path, allow) => {
    const reply = await fetch(new URL(path, gateway.url), { method })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow])
  })

  it('a path outside the base URL: 404', async () => {
    const reply = await fetch(gateway.url.replace('/v1', '/nothing'))
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ error: { code: 'not_found' } })
  })

  it('bytes that are not HTTP: 400 on the bare socket', async () => {
    const reply = await new Promise<string>(resolve => {
      let text = ''
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write('HELLO GATEWAY\r\n\r\n'))
      socket.on('data', piece => {
        text += piece.toString()
      })
      socket.on('close', () => resolve(text))
    })
    expect(reply).toMatch(/^HTTP\/1.1 400 /)
  })
})
