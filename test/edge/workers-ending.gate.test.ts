// What a worker was answering when it ended, of every kind: no client waits for it any longer, and each call has one record.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { portolan } from '../support/command.ts'
import { closeAll, later, listening } from '../support/local-servers.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { CHECK, chat, ENDED, recordsOf, THREAD_CONFIG, traceOf } from './ending-workers.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

/** A provider, MCP servers and an agent: has a card, accepts sockets and sessions, begins streams, and says nothing more. */
async function silentServer(): Promise<number> {
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    if (url.endsWith('/live')) return void serveSession(request, response)
    if (url.endsWith('/a2a')) return void beginTask(request, response)
    request.resume()
    if (url.endsWith('agent-card.json')) return void response.end(CARD(headers.host))
    if (method === 'GET' && url.endsWith('/files')) {
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

const EVENTS = { 'content-type': 'text/event-stream' }

/** An MCP server with sessions and one tool, whose calls have no result. */
async function serveSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.writeHead(200, EVENTS).write(':\n\n')
  const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string }
  if (id === undefined) return void response.writeHead(202).end()
  if (method === 'tools/call') return
  const result = SESSION_RESULTS[method]
  const outcome = result === undefined ? { error: { code: -32601, message: 'Unknown.' } } : { result }
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'a-session' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
}

const SESSION_RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    ...{ protocolVersion: '2025-11-25', capabilities: { tools: {} } },
    serverInfo: { name: 'live', version: '1' },
  },
  'tools/list': { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] },
}

/** Says that a task is being worked on, if it is asked for a stream. */
async function beginTask(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await text(request)).includes('Streaming')) return
  const task = { id: 'a-task', contextId: 'a-context', status: { state: 'TASK_STATE_WORKING' } }
  response.writeHead(200, EVENTS)
  response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { task } })}\n\n`)
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
mcp: { servers: { tools: { url: "http://127.0.0.1:${port}/mcp" }, live: { url: "http://127.0.0.1:${port}/live" } } }
agents: { silent: { card_url: "http://127.0.0.1:${port}/.well-known/agent-card.json" } }
`,
  'checks/thread.ts': CHECK,
  'configs/thread.yaml': THREAD_CONFIG,
})

const JSON_TYPE = 'content-type: application/json'
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
  /** In a session of MCP that was begun before. */
  readonly isInSession?: true
}

const TO_SILENT = 'x-gateway-provider: @silent'

const MCP_ACCEPT = ['accept: application/json, text/event-stream']
const mcpMessage = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const INITIALIZE = mcpMessage('initialize', {
  ...{ protocolVersion: '2025-11-25', capabilities: {} },
  clientInfo: { name: 'a', version: '1' },
})

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
    headers: MCP_ACCEPT,
    body: INITIALIZE,
  },
  'the stream of a session of MCP': {
    path: '/mcp/live',
    method: 'GET',
    headers: ['accept: text/event-stream'],
    isInSession: true,
    has: 'text/event-stream',
  },
  'a call of a tool in a session': {
    path: '/mcp/live',
    headers: MCP_ACCEPT,
    isInSession: true,
    body: mcpMessage('tools/call', { name: 'wait', arguments: {} }),
  },
  'a passed upload': {
    path: '/v1/proxy/some/upload',
    headers: [TO_SILENT],
    body: ' '.repeat(2_000_000),
    missing: 20_000_000,
  },
  'a stream of an agent': {
    path: '/agents/silent',
    headers: ['a2a-version: 1.0', 'accept: text/event-stream'],
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage' },
      params: { message: { messageId: 'a', role: 'ROLE_USER', parts: [{ text: 'Hi' }] } },
    }),
    has: 'TASK_STATE_WORKING',
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

const requestOf = (
  name: string,
  { path, headers = [], body, missing = 0, method = 'POST', isInSession }: Kind,
  session: string,
): string =>
  rawRequest(
    method,
    path,
    [
      ...(body === undefined ? [] : [JSON_TYPE]),
      `x-gateway-trace-id: ${traceOf(name)}`,
      ...headers,
      ...(isInSession === true ? [`mcp-session-id: ${session}`] : []),
      ...(missing === 0 ? [] : [`content-length: ${(body?.length ?? 0) + missing}`]),
    ],
    missing === 0 ? body : undefined,
  ) + (missing === 0 ? '' : body)

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
  it('ends the connections of all that it was answering, and each call has one record', async () => {
    const ending = await connectionTo()
    const begun = await connectionTo(ending.thread)
    begun.socket.write(rawRequest('POST', '/mcp/live', [JSON_TYPE, ...MCP_ACCEPT], INITIALIZE))
    await until(() => /mcp-session-id: (\S+)/i.test(begun.text()))
    const session = /mcp-session-id: (\S+)/i.exec(begun.text())?.[1] ?? ''
    const open = await Promise.all(
      Object.entries(KINDS).map(async ([name, kind]) => {
        const connection = await connectionTo(ending.thread)
        connection.socket.write(requestOf(name, kind, session))
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
    const create = (client: WebSocket, model: string): void =>
      client.send(JSON.stringify({ type: 'response.create', model, input: 'Hi' }))
    create(responses.client, '@mock/hang')
    const second = await socketTo('/v1/responses', 'a second message of a socket', {})
    create(second.client, '@mock/echo')
    // Until then the first message counts as in flight too.
    await until(() => recordsOf(running, second.name).length === 1)
    create(second.client, '@mock/hang')
    await until(() => open.every(({ kind, text }) => kind.has === undefined || text().includes(kind.has)))
    const sockets = [realtime, responses, second]
    const names = [...Object.keys(KINDS), ...sockets.map(({ name }) => name)]
    await until(async () => {
      const metrics = await exchangeRaw(port, rawRequest('GET', '/metrics', ['connection: close']))
      return Number(/^portolan_requests_in_flight(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]) === names.length
    })
    ending.socket.write(thread('end'))
    await until(() => open.every(({ socket }) => socket.closed))
    await until(() => sockets.every(({ client }) => client.readyState === WebSocket.CLOSED))
    await until(() => running.stdout().includes('is serving again'), 60_000)
    const first = expect.objectContaining({ status: 200, model: 'echo' })
    expect(Object.fromEntries(names.map(name => [name, recordsOf(running, name)]))).toEqual(
      Object.fromEntries(names.map(name => [name, name === second.name ? [first, ENDED] : [ENDED]])),
    )
  })
})
