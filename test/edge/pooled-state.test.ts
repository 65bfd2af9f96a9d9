// What two accounts of a pool store, over real sockets: by the vendors' clients, which neither notice the marks nor the accounts.
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { gzipSync } from 'node:zlib'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { WebSocket } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountMark, withMark } from '../../runtime/resources/member-ids.ts'
import { readAll } from '../../runtime/values/byte-stream.ts'
import { isStream } from '../../runtime/values/call.ts'
import { isFailure } from '../../runtime/values/failures.ts'
import { closeAll, listening } from '../support/local-servers.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { type Asked, type TwoAccounts, twoAccounts } from '../support/two-accounts.ts'

const MARK = /-pm[0-9a-z]{10}$/

let provider: Provider
let gateway: RunningGateway
let accounts: TwoAccounts

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

/** Requests that name other things than their path does. */
function answer({ account, method, pathname, json }: Asked) {
  const { stream, input_file_id, previous_response_id } = (json ?? {}) as Record<string, unknown>
  const unknown = (collection: string, id: unknown): boolean =>
    typeof id === 'string' && !accounts.has(account as 'a', collection, id)
  if (unknown('/files', input_file_id) || unknown('/responses', previous_response_id))
    return { status: 400, body: { error: { message: 'Of another account.' } } }
  if (pathname.endsWith('/content')) return { status: 200, text: '{"id": "file-1"}' }
  if (pathname.endsWith('/results'))
    return { status: 200, headers: ['content-type', 'application/x-jsonl'], text: '{"custom_id":"1"}\n' }
  if (method === 'POST' && pathname === '/messages/batches') {
    const id = `msgbatch_${account}${accounts.requests().length}`
    accounts.store(account as 'a', '/messages/batches', id)
    return {
      status: 200,
      body: { id, results_url: `https://api.anthropic.com/v1/messages/batches/${id}/results` },
    }
  }
  if (method === 'GET' && pathname.startsWith('/messages/batches/')) {
    const [id = ''] = pathname.split('/').slice(-1)
    return {
      status: 200,
      body: { id, results_url: `https://api.anthropic.com/v1/messages/batches/${id}/results` },
    }
  }
  if (method !== 'POST' || pathname !== '/responses') return undefined
  const id = `resp_${account}${accounts.requests().length}`
  accounts.store(account as 'a', '/responses', id)
  const response = { id, object: 'response', store: true, previous_response_id, output: [] }
  if (stream !== true) return { status: 200, body: response }
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const item = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Hi' }],
  }
  return {
    events: [
      event('response.created', { response }),
      event('response.output_item.added', { output_index: 0, item: { ...item, content: [] } }),
      event('response.content_part.added', {
        ...at,
        part: { type: 'output_text', text: '', annotations: [] },
      }),
      event('response.output_text.delta', { ...at, delta: 'Hi' }),
      event('response.completed', { response: { ...response, output: [item] } }),
    ],
  }
}

afterEach(closeAll)

beforeAll(async () => {
  accounts = twoAccounts(
    {
      '/files': 'file-',
      '/batches': 'batch_',
      '/responses': 'resp_',
      '/vector_stores': 'vs_',
      '/messages/batches': 'msgbatch_',
    },
    answer,
  )
  provider = await runProvider((request, response, body) => {
    accounts.upstream.send(
      {
        method: request.method ?? '',
        origin: '',
        path: request.url ?? '',
        headers: request.rawHeaders,
        body,
        hostAuthor: 'operator',
      } as never,
      {
        reply: ({
          status,
          headers,
          body: stream,
        }: {
          status: number
          headers: readonly string[]
          body: never
        }) => {
          if (!isStream(stream)) return
          readAll(stream, 1_000_000, bytes => {
            if (isFailure(bytes)) return
            // Providers compress what they may.
            const isCoded = /gzip/.test(request.headers['accept-encoding'] ?? '') && status === 200
            response.writeHead(status, [...headers, ...(isCoded ? ['content-encoding', 'gzip'] : [])])
            response.end(isCoded ? gzipSync(bytes) : bytes)
          })
        },
        fail: () => response.destroy(),
      } as never,
    )
  })
  const member = (vendor: string, key: string) => ({
    provider: vendor,
    api_key: `\${env:${key}}`,
    custom_host: `${provider.origin}/v1`,
  })
  const pool = (vendor: string) => ({
    pool: { sticky: false, members: { a: member(vendor, 'A'), b: member(vendor, 'B') } },
  })
  gateway = await runGateway(
    { trusted_hosts: ['127.0.0.1'], providers: { gpt: pool('openai'), claude: pool('anthropic') } },
    { gpt: { provider: '@gpt' }, claude: { provider: '@claude' } },
    { A: 'key-a', B: 'key-b' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

describe("OpenAI's client", () => {
  const client = (): OpenAI =>
    new OpenAI({
      baseURL: gateway.url,
      apiKey: 'unused',
      maxRetries: 0,
      defaultHeaders: { 'x-gateway-config': 'gpt' },
    })

  it('uploads files to both accounts, lists, reads and deletes them, and makes batches of them', async () => {
    const openai = client()
    const ids: string[] = []
    // Enough that each account gets one, but once in a million runs.
    for (let count = 0; count < 20; count += 1) {
      const file = await toFile(Buffer.from('{}'), 'batch.jsonl')
      ids.push((await openai.files.create({ file, purpose: 'batch' })).id)
    }
    expect(new Set(ids.map(id => id[5]))).toEqual(new Set(['a', 'b']))
    expect(ids.every(id => id.startsWith('file-') && MARK.test(id))).toBe(true)
    const listed: string[] = []
    for await (const { id } of openai.files.list({ limit: 3 })) listed.push(id)
    expect([...listed].sort()).toEqual([...ids].sort())
    for (const id of [ids.find(each => each[5] === 'a'), ids.find(each => each[5] === 'b')]) {
      if (id === undefined) continue
      expect((await openai.files.retrieve(id)).id).toBe(id)
      expect(await (await openai.files.content(id)).text()).toBe('{"id": "file-1"}')
      const batch = await openai.batches.create({
        input_file_id: id,
        endpoint: '/v1/responses',
        completion_window: '24h',
      })
      expect(batch.id.slice(0, 7)).toBe(`batch_${id[5]}`)
      expect((await openai.batches.retrieve(batch.id)).id).toBe(batch.id)
      expect((await openai.files.delete(id)).id).toBe(id)
    }
  })

  it('continues stored responses, whole and streamed', async () => {
    const openai = client()
    let previous: string | undefined
    for (let count = 0; count < 6; count += 1) {
      const request = {
        model: 'gpt-6.1-sol',
        input: 'Hi',
        ...(previous !== undefined && { previous_response_id: previous }),
      }
      const response =
        count % 2 === 0
          ? await openai.responses.create(request)
          : await openai.responses.stream(request).finalResponse()
      expect(response.id).toMatch(MARK)
      expect(response.previous_response_id ?? undefined).toBe(previous)
      expect((await openai.responses.retrieve(response.id)).id).toBe(response.id)
      previous = response.id
    }
  })
})

describe("Anthropic's client", () => {
  it('creates batches in both accounts, lists them and reads their results', async () => {
    const anthropic = new Anthropic({
      baseURL: `http://127.0.0.1:${gateway.port}`,
      apiKey: 'unused',
      maxRetries: 0,
      defaultHeaders: { 'x-gateway-config': 'claude' },
    })
    const params = {
      model: 'claude-opus-4-8',
      max_tokens: 9,
      messages: [{ role: 'user' as const, content: 'Hi' }],
    }
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1)
      ids.push((await anthropic.messages.batches.create({ requests: [{ custom_id: '1', params }] })).id)
    expect(new Set(ids.map(id => id[9]))).toEqual(new Set(['a', 'b']))
    const listed: string[] = []
    for await (const { id } of anthropic.messages.batches.list({ limit: 3 })) listed.push(id)
    expect([...listed].sort()).toEqual([...ids].sort())
    for (const id of ids.slice(0, 4)) {
      const results: unknown[] = []
      for await (const result of await anthropic.messages.batches.results(id)) results.push(result)
      expect(results).toEqual([{ custom_id: '1' }])
      expect(accounts.requests().at(-1)).toBe(
        `${id[9]} GET /messages/batches/${id.replace(MARK, '')}/results`,
      )
    }
  })

  it('gets its own form of error for identifiers of two accounts', async () => {
    const anthropic = new Anthropic({
      baseURL: `http://127.0.0.1:${gateway.port}`,
      apiKey: 'unused',
      maxRetries: 0,
    })
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const batch = await anthropic.messages.batches.create(
          { requests: [] },
          { headers: { 'x-gateway-config': 'claude' } },
        )
        return batch.id
      }),
    )
    const marks = [...new Set(ids.map(id => id.slice(-13, -4)))]
    expect(marks).toHaveLength(2)
    const file = (id: string) => ({ type: 'container_upload' as const, file_id: id })
    const first = ids.find(id => id[9] === 'a') ?? ''
    const second = ids.find(id => id[9] === 'b') ?? ''
    const refused = anthropic.beta.messages.create(
      {
        model: 'claude-opus-4-8',
        max_tokens: 9,
        messages: [{ role: 'user', content: [file(first), file(second)] }],
      },
      { headers: { 'x-gateway-config': 'claude' } },
    )
    await expect(refused).rejects.toMatchObject({
      status: 400,
      error: { type: 'error', error: { type: 'invalid_request_error' } },
    })
  })
})

describe('A session', () => {
  it('joins a call at the account that has it', async () => {
    const paths: string[] = []
    const server = createServer()
    server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
      paths.push(`${request.headers.authorization} ${request.url}`)
      const isHere = request.headers.authorization === 'Bearer key-b'
      socket.end(
        `HTTP/1.1 ${isHere ? '409 Conflict' : '404 Not Found'}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      )
    })
    const port = await listening(server)
    const member = (key: string) => ({
      provider: 'openai',
      api_key: `\${env:${key}}`,
      custom_host: `http://127.0.0.1:${port}/v1`,
    })
    const pooled = await runGateway(
      {
        trusted_hosts: ['127.0.0.1'],
        providers: { gpt: { pool: { members: { a: member('A'), b: member('B') } } } },
      },
      { gpt: { provider: '@gpt' } },
      { A: 'key-a', B: 'key-b' },
    )
    const join = (id: string): Promise<unknown> =>
      new Promise(resolve => {
        const socket = new WebSocket(`ws://127.0.0.1:${pooled.port}/v1/realtime?call_id=${id}`, {
          headers: { 'x-gateway-config': 'gpt' },
        })
        socket.onclose = resolve
        socket.onerror = resolve
      })
    await join(withMark('rtc_1', accountMark('b')))
    await join('rtc_old')
    await pooled.stop()
    expect(paths).toEqual([
      'Bearer key-b /v1/realtime?call_id=rtc_1',
      'Bearer key-a /v1/realtime?call_id=rtc_old',
      'Bearer key-b /v1/realtime?call_id=rtc_old',
    ])
  })
})
