// Whatever the gateway, its stores, guards, agents or exporters throw, at once or later, ends at most the request that it happened in:
// the client gets a reply or a closed connection, nothing stays in flight, and health checks are answered (semantics, section 13).
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Gateway } from '../../../runtime/gateway/request.ts'
import { createClientConnections } from '../../../runtime/http/client-connections.ts'
import { createHttpServer, type HttpServer } from '../../../runtime/http/server.ts'
import type { ServePorts, ServingGateway } from '../../../runtime/http/serving-gateway.ts'
import { createStalledReaders } from '../../../runtime/http/stalled-readers.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import type { ByteStream } from '../../../runtime/values/byte-stream.ts'
import { plainReply, type Reply } from '../../../runtime/values/call.ts'
import { createMemoryBudget } from '../../../runtime/values/memory-budget.ts'

const BUG = new RangeError('a bug')
const throws = (): never => {
  throw BUG
}
const rejects = (): Promise<never> => Promise.reject(BUG)

const admitted = {
  trace: 'trace',
  id: 'id',
  caller: { id: 'anonymous', workspace: 'default' },
  requestOptions: {},
  upload: false,
  endpoint: 'chat/completions',
  service: undefined,
  head: {},
}
const outcome = { config: undefined, model: 'm', stream: false, record: { attempts: [] } }
const OK = plainReply(200, new TextEncoder().encode('{}'), ['content-type', 'application/json'])
const stream = (more: Partial<ByteStream>): Reply =>
  plainReply(
    200,
    { start: sink => sink.end(), pause: () => {}, resume: () => {}, cancel: () => {}, ...more },
    ['content-type', 'text/event-stream'],
  )

const gatewayOf = (more: object): Gateway =>
  ({
    admit: () => admitted,
    begin: () => ({ outcome, reply: Promise.resolve(OK) }),
    handle: () => Promise.resolve({ ...outcome, reply: plainReply(426, new Uint8Array(), []) }),
    ...more,
  }) as unknown as Gateway
const replies = (reply: Reply) => ({ begin: () => ({ outcome, reply: Promise.resolve(reply) }) })

interface Fault {
  readonly gateway?: object
  readonly served?: object
  readonly ports?: object
  /** The request; a call unless it says otherwise. */
  readonly path?: string
  readonly upgrade?: true
  /** Its status; 0: the connection is closed. */
  readonly status: number
  /** It has its own sentence for the client. */
  readonly isFailure?: true
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'admission throws': { gateway: { admit: throws }, status: 500 },
  'a call throws at once': { gateway: { begin: throws }, status: 500 },
  'a call rejects': { gateway: { begin: () => ({ outcome, reply: rejects() }) }, status: 500 },
  'a stream throws as it starts': { gateway: replies(stream({ start: throws })), status: 0 },
  'the headers of the gateway throw': { served: { gatewayHeaders: throws }, status: 0 },
  'the challenge of a resource server throws': {
    gateway: { resourceServer: { challenge: throws, document: throws } },
    status: 0,
  },
  'an exporter throws': { ports: { log: { write: () => {}, request: throws } }, status: 200 },
  'what captures bodies throws': { ports: { capture: throws }, status: 500 },
  'what holds requests throws': { served: { hold: throws }, status: 500 },
  'what holds requests rejects': { served: { hold: rejects }, status: 500, isFailure: true },
  'metrics throw': { served: { metrics: throws }, path: '/metrics', status: 500 },
  'metrics reject': { served: { metrics: rejects }, path: '/metrics', status: 500 },
  'readiness throws': { ports: { degraded: throws }, path: '/readyz', status: 500 },
  'a document throws': {
    gateway: { resourceServer: { document: throws } },
    path: '/.well-known/oauth-protected-resource',
    status: 500,
  },
  'the browser guard throws': { served: { browserGuard: throws }, status: 500 },
  'CORS throws': { served: { cors: { replyHeaders: throws, preflight: throws } }, status: 500 },
  'admission of a WebSocket throws': { gateway: { admit: throws }, upgrade: true, status: 500 },
  'a WebSocket throws at once': { gateway: { handle: throws }, upgrade: true, status: 500 },
  'a WebSocket rejects': { gateway: { handle: rejects }, upgrade: true, status: 500 },
  'what holds a WebSocket throws': { served: { hold: throws }, upgrade: true, status: 0 },
  'the headers of a WebSocket throw': { served: { gatewayHeaders: throws }, upgrade: true, status: 0 },
}

let server: HttpServer | undefined
afterEach(() => server?.stop(0))

/** A server with one fault, what it has logged, and its port. */
async function serve({ gateway = {}, served = {}, ports = {} }: Fault) {
  const bugs: string[] = []
  const memory = createMemoryBudget(1e8)
  const serving = {
    gateway: gatewayOf(gateway),
    gatewayHeaders: () => {},
    plan: 'plan',
    bodyLimits: { buffered: 1e6, upload: 1e6, timeout: 60_000, values: 1e6 },
    ...served,
  } as unknown as ServingGateway
  const given = {
    clock: nodePorts().clock,
    randomId: () => 'trace',
    price: () => undefined,
    log: { write: (line: { message?: string }) => bugs.push(line.message ?? ''), request: () => {} },
    memory,
    streamTurn: setImmediate,
    endOfTurn: setImmediate,
    stalledReaders: createStalledReaders(),
    connections: createClientConnections({ bytes: 1e8, headerBytes: 16_384 }, memory.lease(), () => {}),
    degraded: () => [],
    onDroppedConnection: () => {},
    onRefusedRequest: () => {},
    ...ports,
  } as unknown as ServePorts
  const limits = { headerBytes: 16_384, concurrentRequests: 10, connections: 100, bodyTimeout: 60_000 }
  server = createHttpServer(serving, given, limits)
  return { server, bugs, port: await server.listen('127.0.0.1', 0) }
}

/** The status of a request by hand, until its connection closes; 0 where none came. */
const statusOf = (port: number, path: string, upgrade: boolean): Promise<number> =>
  new Promise(resolve => {
    const body = upgrade || path !== CALL ? '' : '{"model":"m"}'
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)))
    socket.write(
      [
        `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
        'host: 127.0.0.1',
        `connection: ${upgrade ? 'upgrade' : 'close'}`,
        ...(upgrade
          ? ['upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==']
          : []),
        'content-type: application/json',
        `content-length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
  })

const CALL = '/v1/chat/completions'

describe('A bug ends its own request at most', () => {
  it.each(Object.entries(FAULTS))('where %s', async (_title, fault) => {
    const { server, bugs, port } = await serve(fault)
    expect(await statusOf(port, fault.path ?? CALL, fault.upgrade === true)).toBe(fault.status)
    // Another request of the same kind, and a health check.
    expect(await statusOf(port, fault.path ?? CALL, fault.upgrade === true)).toBe(fault.status)
    expect(await statusOf(port, '/healthz', false)).toBeGreaterThan(0)
    expect(server.inFlight()).toBe(0)
    if (fault.isFailure !== true && !('log' in (fault.ports ?? {}))) expect(bugs.length).toBeGreaterThan(0)
  })
})
