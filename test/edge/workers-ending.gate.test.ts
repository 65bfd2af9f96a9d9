// What a worker was answering when it ended, of every kind: no client waits for it any longer, and each call has one record.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { portolan } from '../support/command.ts'
import { closeAll, later, listening } from '../support/local-servers.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

/** Names the thread that evaluates it, or ends it. */
const CHECK = `import { threadId } from 'node:worker_threads'
import { defineCheck } from 'portolan'
export default defineCheck({
  schema: { title: 'Thread', description: 'Names the thread, or ends it.', properties: {} },
  link: () => ({ texts }) => {
    if (texts.join('').includes('end')) setTimeout(() => process.exit(3), 0)
    return { passed: false, reason: 'thread ' + threadId }
  },
})
`

/** A provider, an MCP server and an agent: has a card, accepts sockets, begins streams, and says nothing more. */
async function silentServer(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.endsWith('agent-card.json') === true)
      return void response.end(CARD(request.headers.host))
    if (request.url?.endsWith('/files') === true) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.write('the first bytes')
    }
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket => {
    socket.on('error', () => {})
    socket.send('{"type":"session.created"}')
  })
  later(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
  })
  return await listening(server)
}

const CARD = (host = ''): string =>
  JSON.stringify({
    ...{ name: 'silent', description: 'Says nothing.', version: '1', capabilities: { streaming: true } },
    ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], skills: [] },
    supportedInterfaces: [{ url: `http://${host}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  })

const filesOf = (port: number): Readonly<Record<string, string>> => ({
  'gateway.yaml': `public_url: http://127.0.0.1:8787
trusted_hosts: ["127.0.0.1:${port}"]
providers:
  mock: { provider: mock }
  silent: { provider: openai, api_key: "\${env:SILENT_KEY}", custom_host: "http://127.0.0.1:${port}/v1" }
checks:
  acme.thread: ./checks/thread.ts
telemetry: { metrics: true }
mcp: { servers: { tools: { url: "http://127.0.0.1:${port}/mcp" } } }
agents: { silent: { card_url: "http://127.0.0.1:${port}/.well-known/agent-card.json" } }
`,
  'checks/thread.ts': CHECK,
  'configs/thread.yaml':
    'provider: "@mock"\ninput_guardrails: [{ id: thread, deny: true, acme.thread: {} }]\n',
})

const JSON_TYPE = 'content-type: application/json'
const chat = (model: string, content: string, more: object = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...more })
const thread = (content: string): string =>
  rawRequest('POST', '/v1/chat/completions', [JSON_TYPE, 'x-gateway-config: thread'], chat('echo', content))

interface Kind {
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string
  /** Bytes that are announced and do not arrive. */
  readonly missing?: number
  /** What the client has when the worker ends. */
  readonly has?: string
  readonly method?: string
}

const TO_SILENT = 'x-gateway-provider: @silent'

const KINDS: Readonly<Record<string, Kind>> = {
  'a call': { path: '/v1/chat/completions', headers: [TO_SILENT], body: chat('m', 'Hi') },
  'a stream': {
    path: '/v1/chat/completions',
    body: chat('@mock/slow-200', 'one '.repeat(1000), { stream: true }),
    has: '"one',
  },
  'a call by messages': {
    path: '/v1/messages',
    headers: [TO_SILENT],
    body: chat('m', 'Hi', { max_tokens: 9 }),
  },
  'a body that does not end': { path: '/v1/chat/completions', body: '{"model":', missing: 1000 },
  'a passed call': { path: '/v1/proxy/some/thing', headers: [TO_SILENT], body: '{}' },
  'a passed reply': { path: '/v1/files', headers: [TO_SILENT], method: 'GET', has: 'the first bytes' },
  'a session of MCP': {
    path: '/mcp/tools',
    headers: ['accept: application/json, text/event-stream'],
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    }),
  },
  'a message to an agent': {
    path: '/agents/silent',
    headers: ['a2a-version: 1.0'],
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
      params: { message: { messageId: 'a', role: 'ROLE_USER', parts: [{ text: 'Hi' }] } },
    }),
  },
}

const requestOf = (name: string, { path, headers = [], body, missing = 0, method = 'POST' }: Kind): string =>
  rawRequest(
    method,
    path,
    [
      ...(body === undefined ? [] : [JSON_TYPE]),
      `x-gateway-trace-id: ${traceOf(name)}`,
      ...headers,
      ...(missing === 0 ? [] : [`content-length: ${(body?.length ?? 0) + missing}`]),
    ],
    missing === 0 ? body : undefined,
  ) + (missing === 0 ? '' : body)

const traceOf = (name: string): string => name.replaceAll(' ', '-')

describe('A worker that ends', { timeout: 120_000 }, () => {
  let folder: string
  let running: GatewayProcess
  let port: number
  beforeAll(async () => {
    folder = makeFolder(filesOf(await silentServer()))
    const { code, out, complaints } = await portolan(['compile'], folder)
    if (code !== 0) throw new Error(out + complaints)
    running = startProcess([join(folder, 'gateway.plan.json'), '--port', '0', '--workers', '2'], {
      environment: { SILENT_KEY: 'a-key' },
    })
    port = await portOf(running)
  }, 120_000)
  afterAll(async () => {
    running?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    await closeAll()
  })

  /** An open connection to a thread, the first one's by default. */
  const connectionTo = async (wanted?: string) => {
    for (;;) {
      const connection = await openRaw(port)
      connection.socket.write(thread('who'))
      await until(() => /thread \d+/.test(connection.text()))
      const found = /thread (\d+)/.exec(connection.text())?.[1] ?? ''
      if (wanted === undefined || found === wanted) return { ...connection, thread: found }
      connection.socket.destroy()
    }
  }
  const recordsOf = (name: string): readonly object[] =>
    running
      .stdout()
      .split('\n')
      .filter(line => line.includes(`"trace":"${traceOf(name)}"`))
      .map(line => JSON.parse(line) as object)

  it('ends the connections of all that it was answering, and each call has one record', async () => {
    const ending = await connectionTo()
    const open = await Promise.all(
      Object.entries(KINDS).map(async ([name, kind]) => {
        const connection = await connectionTo(ending.thread)
        connection.socket.write(requestOf(name, kind))
        return { name, kind, ...connection }
      }),
    )
    const socketTo = async (path: string, name: string, headers: Readonly<Record<string, string>>) => {
      const { socket } = await connectionTo(ending.thread)
      const client = new WebSocket(`ws://localhost${path}`, {
        createConnection: () => socket,
        headers: { 'x-gateway-trace-id': traceOf(name), ...headers },
      })
      client.on('error', () => {})
      await once(client, 'open')
      return { name, client }
    }
    const realtime = await socketTo('/v1/realtime?model=gpt-realtime', 'a realtime session', {
      'x-gateway-provider': '@silent',
    })
    const responses = await socketTo('/v1/responses', 'a message of a socket', {})
    responses.client.send(JSON.stringify({ type: 'response.create', model: '@mock/hang', input: 'Hi' }))
    await until(() => open.every(({ kind, text }) => kind.has === undefined || text().includes(kind.has)))
    const names = [...Object.keys(KINDS), realtime.name, responses.name]
    await until(async () => {
      const metrics = await exchangeRaw(port, rawRequest('GET', '/metrics', ['connection: close']))
      return Number(/^portolan_requests_in_flight(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]) === names.length
    })
    ending.socket.write(thread('end'))
    await until(() => open.every(({ socket }) => socket.closed))
    await until(() => [realtime, responses].every(({ client }) => client.readyState === WebSocket.CLOSED))
    await until(() => running.stdout().includes('is serving again'), 60_000)
    expect(Object.fromEntries(names.map(name => [name, recordsOf(name)]))).toEqual(
      Object.fromEntries(
        names.map(name => [
          name,
          [expect.objectContaining({ error: 'internal', message: expect.stringContaining('exit code 3') })],
        ]),
      ),
    )
  })
})
