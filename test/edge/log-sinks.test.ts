// Semantics, section 21: records go where the manifest says, bodies only where it says so.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readKeyRing } from '../../runtime/control/core/sealing/key-ring.ts'
import { openLogStore } from '../../runtime/stores/logs/open-log-store.ts'
import { runGateway, runProvider } from '../support/running-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
const QUESTION = 'My key is ghp_R8vT2mQ9xLk4Wn7Zc1Yb5Hd3Jf6Gs0Pa4Ub9, call me.'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function collector() {
  const received: { headers: Record<string, unknown>; lines: Record<string, unknown>[] }[] = []
  let status = 200
  let accepts = (_text: string): boolean => true
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString()
      const replied = status === 200 && !accepts(text) ? 400 : status
      if (replied === 200)
        received.push({
          headers: request.headers,
          lines: text
            .trim()
            .split('\n')
            .map(line => JSON.parse(line) as Record<string, unknown>),
        })
      response.writeHead(replied).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${port}/in`,
    received,
    reply: (next: number) => {
      status = next
    },
    /** Others are answered 400. */
    accept: (test: (text: string) => boolean) => {
      accepts = test
    },
  }
}

const ask = (url: string, body: object = {}) =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-metadata': '{"_user":"ada"}' },
    body: JSON.stringify({ model: '@up/gpt-4o', messages: [{ role: 'user', content: QUESTION }], ...body }),
  }).then(response => response.text())

const REPLY = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Gladly.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
})

describe('Records of requests', () => {
  it('go to the file, the service and the store of the manifest, with masked bodies where they are logged', async () => {
    const folder = temporaryFolder()
    const service = await collector()
    const provider = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(REPLY))
    })
    onTestFinished(provider.stop)
    const store = `sqlite:${join(folder, 'store.db')}`
    const gateway = await runGateway(
      {
        store,
        encryption_key: '${env:ENCRYPTION_KEY}',
        providers: { up: { provider: 'openai', api_key: '${env:KEY}', custom_host: provider.origin } },
        trusted_hosts: ['127.0.0.1'],
        telemetry: {
          log_file: { path: join(folder, 'requests.jsonl') },
          log_http: { url: service.url, headers: { Authorization: 'Bearer ${env:TOKEN}' }, bodies: true },
          log_store: {},
          bodies: { mask: ['secrets'] },
        },
      },
      {},
      { KEY: 'sk-of-provider', TOKEN: 'collector-token', ENCRYPTION_KEY },
    )
    const id = await ask(gateway.url).then(async reply => {
      expect(JSON.parse(reply)).toMatchObject({ id: 'c' })
      const [line] = (await gateway.log()).filter(each => each['path'] === '/v1/chat/completions')
      return String(line?.['id'])
    })
    await gateway.stop()

    const [fileLine] = readFileSync(join(folder, 'requests.jsonl'), 'utf8').trim().split('\n')
    expect(JSON.parse(fileLine ?? '')).toMatchObject({ id, cost: 27_500, metadata: { _user: 'ada' } })

    const [batch] = service.received
    expect(batch?.headers).toMatchObject({
      authorization: 'Bearer collector-token',
      'content-type': 'application/x-ndjson',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const [sent] = batch?.lines ?? []
    expect(sent).toMatchObject({ id, bodies: { response: REPLY } })
    const { request = '' } = (sent?.['bodies'] ?? {}) as { request?: string }
    expect(JSON.parse(request)).toMatchObject({ model: '@up/gpt-4o' })
    expect(request).toContain('call me.')
    expect(request).not.toContain('ghp_')

    const ring = readKeyRing(ENCRYPTION_KEY, sha256)
    const logs = await openLogStore(store, { folder, ring: typeof ring === 'string' ? undefined : ring })
    expect(await logs.find(id, 'all')).toMatchObject({
      record: { id, provider: 'openai', slug: 'up', tokens: { input: 3, output: 2, source: 'provider' } },
      hasBodies: true,
    })
    const bodies = await logs.bodies(id, 'all')
    expect(new TextDecoder().decode(bodies?.request)).toBe(request)
    expect(new TextDecoder().decode(bodies?.response)).toBe(REPLY)
    await logs.close()
  })

  it('wait for a service that is away, and no body is kept where none are logged', async () => {
    const service = await collector()
    service.reply(503)
    const gateway = await runGateway({
      providers: { up: { provider: 'mock' } },
      trusted_hosts: ['127.0.0.1'],
      telemetry: { log_http: { url: service.url } },
    })
    await ask(gateway.url, { model: '@up/echo' })
    const sentences = async () => (await gateway.log()).filter(line => line['sink'] === 'log_http')
    while ((await sentences()).length === 0);
    service.reply(200)
    while (service.received.length === 0) await sentences()
    expect(service.received[0]?.lines[0]).not.toHaveProperty('bodies')
    expect((await sentences()).map(({ message }) => message)).toEqual([
      'log_http does not take records: it replied with status 503. They wait, and are dropped when there are too many.',
      'log_http takes records again.',
    ])
    await gateway.stop()
  })

  it('do not wait behind one that the service answers 400, which is dropped and told', async () => {
    const service = await collector()
    service.accept(text => !text.includes('poison'))
    const gateway = await runGateway({
      providers: { up: { provider: 'mock' } },
      trusted_hosts: ['127.0.0.1'],
      telemetry: { log_http: { url: service.url } },
    })
    for (const trace of ['good-1', 'poison', 'good-2'])
      await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-trace-id': trace },
        body: JSON.stringify({ model: '@up/echo', messages: [{ role: 'user', content: 'Hello' }] }),
      }).then(response => response.text())
    await gateway.stop()
    expect(service.received.flatMap(({ lines }) => lines.map(line => line['trace']))).toEqual([
      'good-1',
      'good-2',
    ])
    expect((await gateway.log()).filter(line => line['sink'] === 'log_http')).toMatchObject([
      {
        lost: 1,
        message: 'log_http dropped 1 record, since repeating it is useless: it replied with status 400.',
      },
    ])
  })

  it('are told with their number where the process stops before a service that is away has them', async () => {
    const service = await collector()
    service.reply(503)
    const gateway = await runGateway({
      providers: { up: { provider: 'mock' } },
      trusted_hosts: ['127.0.0.1'],
      telemetry: { log_http: { url: service.url } },
    })
    for (let index = 0; index < 3; index += 1) await ask(gateway.url, { model: '@up/echo' })
    await gateway.stop()
    expect((await gateway.log()).filter(line => line['sink'] === 'log_http').at(-1)).toMatchObject({
      level: 'warning',
      lost: 3,
      message: 'log_http: 3 records were not written before the process ended.',
    })
  })

  it('are not sent to a private address that no list opens, and the line says which list would', async () => {
    const service = await collector()
    const gateway = await runGateway(
      {
        providers: { up: { provider: 'mock' } },
        telemetry: { log_http: { url: '${env:LOG_URL}' } },
      },
      {},
      { LOG_URL: service.url },
    )
    await ask(gateway.url, { model: '@up/echo' })
    const sentences = async () => (await gateway.log()).filter(line => line['sink'] === 'log_http')
    while ((await sentences()).length === 0);
    expect((await sentences())[0]?.['message']).toBe(
      'log_http does not take records: it could not be reached (blocked): its address is private or reserved, and not in trusted_hosts of the manifest. They wait, and are dropped when there are too many.',
    )
    expect(service.received).toEqual([])
    await gateway.stop()
  })

  it('has calls in the log store, and no request to saved resources, served or refused', async () => {
    const folder = temporaryFolder()
    const store = `sqlite:${join(folder, 'store.db')}`
    const hash = `sha256:${sha256('key')}`
    const gateway = await runGateway({
      store,
      providers: { up: { provider: 'mock' } },
      api_keys: [{ id: 'app', hash, scopes: ['inference', 'configs.list'] }],
      telemetry: { log_store: {} },
    })
    const send = async (path: string, key: string, init: RequestInit = {}): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-gateway-api-key': key }
      const reply = await fetch(gateway.url + path, { headers, ...init })
      await reply.text()
      return reply.status
    }
    const body = JSON.stringify({ model: '@up/echo', messages: [{ role: 'user', content: 'Hello' }] })
    expect([
      await send('/configs', 'key'),
      await send('/configs', 'another'),
      await send('/chat/completions', 'key', { method: 'POST', body }),
    ]).toEqual([200, 401, 200])
    expect((await gateway.log()).filter(({ path }) => path === '/v1/configs')).toHaveLength(2)
    await gateway.stop()
    const logs = await openLogStore(store, { folder })
    onTestFinished(() => logs.close())
    const { records } = await logs.list({ scope: 'all', from: 0, to: Date.now() + 60_000 }, 10, undefined)
    expect(records.map(({ record }) => record.path)).toEqual(['/v1/chat/completions'])
  })

  it('are not begun where a body could not be encrypted', async () => {
    await expect(
      runGateway({
        store: `sqlite:${join(temporaryFolder(), 'store.db')}`,
        providers: { up: { provider: 'mock' } },
        telemetry: { log_store: {}, bodies: {} },
      }),
    ).rejects.toThrow('Bodies are stored encrypted: set encryption_key')
  })
})

describe('The header of the cost', () => {
  it('says what a whole reply cost by the prices of the manifest, and nothing where that is not known', async () => {
    const provider = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(REPLY)
    })
    onTestFinished(provider.stop)
    const gateway = await runGateway(
      {
        providers: { up: { provider: 'openai', api_key: '${env:KEY}', custom_host: provider.origin } },
        trusted_hosts: ['127.0.0.1'],
        telemetry: { cost_header: true },
        prices: [
          { provider: 'openai', model: 'home-made', input: 0.15, output: 0.6, from: '2020-01-01' },
          { provider: 'openai', model: 'home-made', input: 99, output: 99, from: '2999-01-01' },
        ],
      },
      {},
      { KEY: 'sk-of-provider' },
    )
    const costOf = async (model: string, stream = false): Promise<string | null> => {
      const response = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      await response.arrayBuffer()
      return response.headers.get('x-gateway-cost')
    }
    const usageOf = async (strict: string): Promise<unknown> => {
      const response = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-strict-vendor-compliance': strict },
        body: JSON.stringify({ model: '@up/home-made', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      return ((await response.json()) as { usage?: unknown }).usage
    }
    // 3 tokens at 150 and 2 at 600 billionths of a dollar.
    expect(await costOf('@up/home-made')).toBe('0.00000165')
    expect(await costOf('@up/gpt-4o')).toBe('0.0000275')
    expect(await costOf('@up/nobody-knows')).toBeNull()
    // Nobody whose compliance is strict gets more than the header.
    expect(await usageOf('true')).not.toHaveProperty('cost')
    expect(await usageOf('false')).toHaveProperty('cost', 0.00000165)
    await gateway.stop()
  })
})

describe('The cost of a stream', () => {
  const event = (name: string, body: object): string =>
    `event: ${name}\ndata: ${JSON.stringify({ type: name, ...body })}\n\n`
  const chunk = (more: object): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], ...more })}\n\n`
  const text = chunk({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] })
  const response = { id: 'r', object: 'response', status: 'completed', output: [], error: null }
  // 3 tokens at 150 and 2 at 600 billionths of a dollar.
  const COMMENT = ': cost 0.00000165\n\n'

  const STREAMS: { readonly [path: string]: readonly string[] } = {
    '/chat/completions': [
      text,
      chunk({ usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
      'data: [DONE]\n\n',
    ],
    '/responses': [
      event('response.created', { response: { ...response, status: 'in_progress', usage: null } }),
      event('response.output_text.delta', { delta: 'Hi' }),
      event('response.completed', {
        response: { ...response, usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } },
      }),
    ],
    '/messages': [
      event('message_start', {
        message: { id: 'm', content: [], usage: { input_tokens: 3, output_tokens: 1 } },
      }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      event('message_stop', {}),
    ],
  }

  async function streamOf(
    path: string,
    strict: boolean | undefined,
    pieces = STREAMS[path] ?? [],
  ): Promise<string> {
    const provider = await runProvider((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of pieces) reply.write(piece)
      reply.end()
    })
    onTestFinished(provider.stop)
    const name = path === '/messages' ? 'anthropic' : 'openai'
    const gateway = await runGateway(
      {
        providers: { up: { provider: name, api_key: '${env:KEY}', custom_host: provider.origin } },
        trusted_hosts: ['127.0.0.1'],
        telemetry: { cost_header: true },
        prices: [{ provider: name, model: 'home-made', input: 0.15, output: 0.6 }],
      },
      {},
      { KEY: 'sk-of-provider' },
    )
    const sent = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(strict !== undefined && { 'x-gateway-strict-vendor-compliance': String(strict) }),
      },
      body: JSON.stringify({
        model: '@up/home-made',
        stream: true,
        ...(path === '/responses'
          ? { input: 'Hello', store: false }
          : { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 9 }),
        ...(path === '/chat/completions' && { stream_options: { include_usage: true } }),
      }),
    })
    const received = await sent.text()
    await gateway.stop()
    return received
  }

  it.each(Object.keys(STREAMS))('of %s is a comment before its last event', async path => {
    const received = await streamOf(path, undefined)
    const last = STREAMS[path]?.at(-1) ?? ''
    expect(received.endsWith(`${COMMENT}${last}`)).toBe(true)
    expect(received.split(': cost ')).toHaveLength(2)
    expect(received).not.toContain('"cost"')
  })

  it.each(Object.keys(STREAMS))('of %s is in its usage too where strict compliance is off', async path => {
    const received = await streamOf(path, false)
    expect(received).toContain('"usage":{"cost":0.00000165,')
    expect(received).toContain(COMMENT)
    expect(await streamOf(path, true)).not.toContain('"cost"')
  })

  it('is not told of a stream without usage', async () => {
    expect(await streamOf('/chat/completions', false, [text, 'data: [DONE]\n\n'])).not.toContain('cost')
  })
})
