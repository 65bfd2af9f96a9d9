// Semantics, section 16, over real sockets: any other path, every method, bytes unchanged in both directions.
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { passThroughFixture } from './pass-through-fixture.ts'

const fixture = passThroughFixture()
const { send, last } = fixture

describe('What is passed through', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s reaches the provider', async method => {
    const body = method === 'GET' || method === 'HEAD' ? undefined : 'hello'
    const got = await send(
      method,
      '/files/abc',
      body === undefined ? {} : { body, headers: { 'content-length': '5' } },
    )
    expect([got.status, last().method, last().path, last().body.toString()]).toEqual([
      200,
      method,
      '/base/v1/files/abc',
      body ?? '',
    ])
  })

  it.each(['OPTIONS', 'TRACE', 'SEARCH'])('%s is rejected', async method => {
    const before = fixture.provider.received.length
    expect((await send(method, '/files')).status).toBe(405)
    expect(fixture.provider.received).toHaveLength(before)
  })

  it.each([
    '/files?limit=2&after=a%20b&x=%E2%9C%93&flag',
    '/files?',
    '/files/a%2Fb',
    '/other//double',
    '/models/gpt-6.1-sol',
    '/responses/r_1/input_items?order=asc',
  ])('the path and query %s', async path => {
    await send('GET', path)
    expect(last().path).toBe(`/base/v1${path}`)
  })

  it.each([
    '/../admin',
    '/files/../../admin',
    '/files/%2e%2e/x',
    '/.%2E/x',
    '/files/..',
    '/..%2fadmin',
    '/./x',
    '/..;/x',
    '/..\\x',
  ])('the path %s could leave the base URL and is rejected', async path => {
    const before = fixture.provider.received.length
    const { status, body } = await send('GET', path)
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([400, 'invalid_request'])
    expect(fixture.provider.received).toHaveLength(before)
  })

  it('binary bodies, both ways', async () => {
    const body = randomBytes(3_000_000)
    const got = await send('POST', '/files', {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(last().body.equals(body)).toBe(true)
    expect(got.body.equals(body)).toBe(true)
    expect(got.message.headers['content-type']).toBe('application/octet-stream')
  })

  it('compressed bodies, both ways', async () => {
    const packed = gzipSync('hello '.repeat(1000))
    fixture.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
      response.end(packed)
    }
    const got = await send('POST', '/files', {
      body: packed,
      headers: { 'content-encoding': 'gzip', 'accept-encoding': 'gzip' },
    })
    expect(last().headers).toMatchObject({ 'content-encoding': 'gzip', 'accept-encoding': 'gzip' })
    expect(last().body.equals(packed)).toBe(true)
    expect(got.message.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
    })
    expect(gunzipSync(got.body).length).toBe(6000)
  })

  it('multipart bodies', async () => {
    const body =
      '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\n@main/whisper\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n\x00\x01\r\n--b--\r\n'
    await send('POST', '/uploads/u_1/parts', {
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect([last().headers['content-type'], last().body.toString()]).toEqual([
      'multipart/form-data; boundary=b',
      body,
    ])
  })

  it('a JSON body, without the slug of its model', async () => {
    await send('POST', '/responses', {
      body: '{"model": "@main/gpt-6-sol",  "input": "\\u0041"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(last().body.toString()).toBe('{"model": "gpt-6-sol",  "input": "\\u0041"}')
  })

  it("headers of the client, except the gateway's, hop-by-hop ones, cookies and credentials", async () => {
    await send('GET', '/files', {
      headers: {
        'X-Own': 'a',
        'OpenAI-Beta': 'assistants=v2',
        'x-gateway-metadata': '{}',
        cookie: 'a=b',
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        te: 'trailers',
        'http2-settings': 'AAMAAABkAAQAAP__',
        authorization: 'Bearer client',
        'proxy-authorization': 'x',
      },
    })
    const { host, connection: _connection, ...headers } = last().headers
    expect(headers).toEqual({
      'accept-encoding': 'identity',
      'x-own': 'a',
      'openai-beta': 'assistants=v2',
      authorization: 'Bearer stored-key',
    })
    expect(host).toBe(`127.0.0.1:${fixture.provider.port}`)
  })

  it.each([201, 204, 206, 302, 304, 400, 404, 409, 422, 429, 500, 503])(
    'the status %i and its body unchanged',
    async status => {
      fixture.answer = (_request, response) => {
        response.writeHead(status, {
          'content-type': 'text/x-odd',
          location: 'http://example.com/x',
          'retry-after': '0',
        })
        response.end(status === 204 || status === 304 ? undefined : 'odd body')
      }
      const got = await send('GET', '/files')
      expect([got.status, got.body.toString()]).toEqual([
        status,
        status === 204 || status === 304 ? '' : 'odd body',
      ])
      expect(got.message.headers).toMatchObject({
        'content-type': 'text/x-odd',
        location: 'http://example.com/x',
      })
    },
  )

  it('headers of the provider, repeated ones too, except hop-by-hop ones, those of its origin and those reserved for the gateway', async () => {
    fixture.answer = (_request, response) => {
      response.writeHead(200, [
        ['Link', '<a>'],
        ['Link', '<b>'],
        ['Set-Cookie', 'a=1'],
        ['Access-Control-Allow-Origin', '*'],
        ['Access-Control-Allow-Credentials', 'true'],
        ['Strict-Transport-Security', 'max-age=1'],
        ['Alt-Svc', 'h3=":443"'],
        ['Clear-Site-Data', '"*"'],
        ['Service-Worker-Allowed', '/'],
        ['X-Content-Type-Options', 'other'],
        ['X-Request-Id', 'r'],
        ['x-powered-by', 'them'],
        ['x-gateway-trace-id', 'theirs'],
        ['x-gateway-provider', 'theirs'],
        ['Connection', 'x-hop'],
        ['x-hop', '1'],
        ['Trailer', 'x-after'],
      ] as never)
      response.end('x')
    }
    const { headers } = (await send('GET', '/files', { headers: { 'x-gateway-trace-id': 'ours' } })).message
    expect(headers).toMatchObject({
      link: '<a>, <b>',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r',
      'x-gateway-trace-id': 'ours',
      'x-gateway-provider': 'openai',
    })
    const removed =
      /^(?:x-powered-by|x-hop|trailer|set-cookie|access-control-.*|strict-.*|alt-svc|clear-site-data|service-.*)$/
    expect(Object.keys(headers).filter(name => removed.test(name))).toEqual([])
  })

  it('HEAD has the headers of the body and no body', async () => {
    fixture.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '12345', etag: '"x"' })
      response.end()
    }
    const { status, message, body } = await send('HEAD', '/files/a')
    expect([status, message.headers['content-length'], message.headers['etag'], body.length]).toEqual([
      200,
      '12345',
      '"x"',
      0,
    ])
  })

  it('GET with a body', async () => {
    await send('GET', '/search', {
      body: '{"q":1}',
      headers: { 'content-type': 'application/json', 'content-length': '7' },
    })
    expect(last().body.toString()).toBe('{"q":1}')
  })
})
