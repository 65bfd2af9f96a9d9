// Semantics, section 21: every request leaves one log record, without secrets and bodies.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { until, untilStill } from '../support/until.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

let gateway: RunningGateway
let provider: Provider
const SECRET = 'sk-stored-secret-1234'
const KEY = 'caller-key-5678'
const STREAM_PIECE = `data: {"choices":[{"index":0,"delta":{"content":"${'x'.repeat(60_000)}"}}]}\n\n`
let pieces = 0

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    if (request.url?.startsWith('/broken')) {
      response.writeHead(503, { 'content-type': 'application/json' })
      return response.end('{"error":{"message":"busy"}}')
    }
    if (request.url?.startsWith('/long')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const pump = (): void => {
        while (pieces < 1000) {
          pieces += 1
          if (!response.write(STREAM_PIECE)) return void response.once('drain', pump)
        }
        response.end('data: [DONE]\n\n')
      }
      return pump()
    }
    if (request.url?.startsWith('/cut')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.write(
        'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: {"choices":[{"ind',
        () => request.socket.destroy(),
      )
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'the answer' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      }),
    )
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
        broken: at('broken'),
        sound: at('sound'),
        long: at('long'),
        cut: at('cut'),
      },
      trusted_hosts: ['127.0.0.1'],
      api_keys: [
        { id: 'caller', hash: `sha256:${createHash('sha256').update(KEY).digest('hex')}`, workspace: 'team' },
      ],
    },
    {
      route: {
        strategy: { mode: 'fallback' },
        cache: { mode: 'simple' },
        targets: [{ provider: '@broken', retry: { attempts: 1 } }, { provider: '@sound' }],
      },
    },
    { KEY: SECRET },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

const send = (trace: string, body: object, headers: readonly string[] = [`x-gateway-api-key: ${KEY}`]) =>
  exchangeRaw(
    gateway.port,
    rawRequest(
      'POST',
      '/v1/chat/completions?token=query-secret',
      [
        'content-type: application/json',
        'connection: close',
        `x-gateway-trace-id: ${trace}`,
        'authorization: Bearer sk-callers-own',
        ...headers,
      ],
      JSON.stringify({ messages: [{ role: 'user', content: 'the question' }], ...body }),
    ),
  )
const linesOf = async (trace: string) => (await gateway.log()).filter(line => line['trace'] === trace)

const TIMES = {
  started: expect.any(Number),
  queued: expect.any(Number),
  firstByte: expect.any(Number),
  milliseconds: expect.any(Number),
}

const BUSY = { at: 'config.targets[0]', provider: 'openai', status: 503, message: 'busy' }

describe('The log record of a request', () => {
  it('contains the route, every attempt, the usage and the sizes', async () => {
    const reply = await send('whole', { model: 'gpt-4o' }, [
      `x-gateway-api-key: ${KEY}`,
      'x-gateway-config: route',
    ])
    const lines = await linesOf('whole')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      trace: 'whole',
      endpoint: 'chat/completions',
      firstToken: expect.any(Number),
      own: expect.any(Number),
      slug: 'sound',
      steps: [{ at: 'config', to: 'config.targets[1]', because: 'status 503' }],
      // 3 tokens at 2.50 dollars a million, 2 at 10.
      tokens: { input: 3, output: 2, source: 'provider' },
      cost: 27_500,
      costSource: 'list',
      priced: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      rates: 'input 2.5, cached 1.25, output 10, per_search 0.01',
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
      milliseconds: expect.any(Number),
      plan: expect.stringMatching(/^[0-9a-f]{12}$/),
      bytesIn: 72,
      key: 'caller',
      workspace: 'team',
      config: 'route',
      at: 'config.targets[1]',
      retries: 0,
      provider: 'openai',
      model: 'gpt-4o',
      cache: 'MISS',
      attempts: [
        {
          ...TIMES,
          ...BUSY,
          wait: { milliseconds: expect.any(Number), because: 'backoff' },
          connect: expect.any(Number),
        },
        // On the connection of the first.
        { ...TIMES, ...BUSY },
        { ...TIMES, at: 'config.targets[1]', provider: 'openai', status: 200, connect: expect.any(Number) },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      bytesOut: reply.length - reply.indexOf('\r\n\r\n') - 4,
    })
  })

  it('contains the span and the metadata of the client, without what looks like a credential', async () => {
    const metadata = {
      _user: 'u-1',
      plan: 'team',
      seats: 3,
      trial: false,
      nested: { a: 1 },
      list: ['a'],
      api_key: 'plain-words',
      note: 'use sk-abcdefghijklmnop12 here',
      long: 'x'.repeat(1000),
    }
    const tags = [
      'x-gateway-span-id: s1',
      'x-gateway-parent-span-id: s0',
      'x-gateway-span-name: rank sk-abcdefghijklmnop12',
      `x-gateway-metadata: ${JSON.stringify(metadata)}`,
    ]
    await send('tagged', { model: '@mock/echo' }, [`x-gateway-api-key: ${KEY}`, ...tags])
    expect((await linesOf('tagged'))[0]).toMatchObject({
      span: { id: 's1', parent: 's0', name: `rank ${'*'.repeat(21)}` },
      metadata: {
        _user: 'u-1',
        plan: 'team',
        seats: 3,
        trial: false,
        api_key: '*'.repeat(11),
        note: `use ${'*'.repeat(21)} here`,
        long: 'x'.repeat(128),
      },
    })
    const [line] = await linesOf('tagged')
    expect(Object.keys(line?.['metadata'] ?? {})).not.toContain('nested')
    expect(Object.keys(line?.['metadata'] ?? {})).not.toContain('list')
  })

  const claudeUser = 'user_0a1b_account__session_1c2d3e4f-0000-4000-8000-000000000000'
  it.each<readonly [string, readonly string[], object, string | RegExp | undefined]>([
    ['a header of an agent', ['session-id: s-1'], {}, 's-1'],
    ['the first of several', ['X-Claude-Code-Session-Id: s-2', 'session-id: s-1'], {}, 's-2'],
    ['the header of the gateway', ['x-claude-code-session-id: s-1', 'x-gateway-session: own'], {}, 'own'],
    ['the key of the prompt cache', [], { prompt_cache_key: 'k' }, 'k'],
    ['a header before the body', ['session_id: s-1'], { prompt_cache_key: 'k' }, 's-1'],
    ['the metadata', ['x-gateway-metadata: {"_session":"m"}'], { prompt_cache_key: 'k' }, 'm'],
    ['a digest, if its name is long', [`session_id: ${'x'.repeat(129)}`], {}, /^sha256:[0-9a-f]{64}$/],
    ['a digest, if it is like a secret', ['session_id: sk-abcdefghijklmnop12'], {}, /^sha256:/],
    ['nothing of a user of chats', [], { metadata: { user_id: claudeUser } }, undefined],
    ['nothing', [], {}, undefined],
  ])('names the session of an agent: %s', async (title, headers, body, session) => {
    const trace = `session-${title.replaceAll(/\W/g, '-')}`
    await send(trace, { model: '@mock/echo', ...body }, [`x-gateway-api-key: ${KEY}`, ...headers])
    const [line] = await linesOf(trace)
    if (session instanceof RegExp) expect(line?.['session']).toMatch(session)
    else expect(line?.['session']).toBe(session)
  })

  it('of a span header with a key of the gateway contains nothing of it', async () => {
    await send('misplaced', { model: '@mock/echo' }, [
      `x-gateway-api-key: ${KEY}`,
      `x-gateway-span-name: ${KEY}`,
    ])
    expect(JSON.stringify(await gateway.log())).not.toContain(KEY)
  })

  it('of a stream contains its usage and its end', async () => {
    await send('streamed', { model: '@mock/echo', stream: true, stream_options: { include_usage: true } })
    expect((await linesOf('streamed'))[0]).toMatchObject({
      stream: true,
      status: 200,
      usage: { total_tokens: expect.any(Number) },
    })
    const reply = await send('cut', { model: '@cut/m', stream: true })
    expect((await linesOf('cut'))[0]).toMatchObject({
      stream: true,
      status: 200,
      broken: expect.stringContaining('cut'),
    })
    const events = [...reply.matchAll(/^data: (.*)$/gm)].map(match => JSON.parse(match[1] ?? '') as object)
    expect(events.at(-1)).toHaveProperty('error.message')
  })

  it.each<readonly [string, object, readonly string[], object]>([
    ['no-key', {}, [], { status: 401, error: 'missing_api_key' }],
    [
      'bad-config',
      { model: 'm' },
      [`x-gateway-api-key: ${KEY}`, 'x-gateway-config: nothing'],
      { status: 404, error: 'unknown_config', key: 'caller' },
    ],
    [
      'inline',
      { model: 'm' },
      [`x-gateway-api-key: ${KEY}`, 'x-gateway-config: {"provider":"@mock"}'],
      { status: 404, config: 'inline' },
    ],
  ])('%s', async (trace, body, headers, expected) => {
    await send(trace, body, headers)
    const lines = await linesOf(trace)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject(expected)
  })

  it('is written for unknown paths too', async () => {
    await exchangeRaw(gateway.port, rawRequest('GET', '/nowhere', ['connection: close']))
    await until(async () =>
      (await gateway.log()).some(line => line['path'] === '/nowhere' && line['error'] === 'not_found'),
    )
  })

  it('never contains a secret, a header, a query or a body', async () => {
    const text = JSON.stringify(await gateway.log())
    for (const hidden of [
      SECRET,
      KEY,
      'sk-callers-own',
      'query-secret',
      'the question',
      'the answer',
      'Bearer',
    ])
      expect(text).not.toContain(hidden)
  })
})

describe('A client that reads an event stream slowly', () => {
  it('slows the provider down, and its disconnect is logged', async () => {
    const { socket } = await openRaw(gateway.port)
    socket.pause()
    socket.write(
      rawRequest(
        'POST',
        '/v1/chat/completions',
        ['content-type: application/json', `x-gateway-api-key: ${KEY}`, 'x-gateway-trace-id: slow'],
        JSON.stringify({ model: '@long/m', messages: [], stream: true }),
      ),
    )
    await until(() => pieces > 0)
    await untilStill(() => pieces)
    expect(pieces).toBeLessThan(500)
    socket.destroy()
    await until(async () => (await linesOf('slow')).some(line => line['left'] === true))
  })
})
