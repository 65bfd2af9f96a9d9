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
