// HTTP client for providers. undici's timeouts are disabled, since calls have their own.
import { Agent, buildConnector, type Dispatcher } from 'undici'
import type { Connect, HostAuthor, Upstream } from '../values/ports.ts'
import { ignoringContinue } from './skip-continue.ts'
import { type GuardedAuthor, guardConnector } from './ssrf-guard.ts'
import { createConnect } from './tunnel.ts'
import { type StartingRequest, UpstreamExchange, uploadBody } from './upstream-exchange.ts'
import type { FilterConnector, PoolState, Sending, Way } from './way.ts'

export interface UpstreamSettings {
  /** Maximum open connections per origin. */
  readonly connections: number
  /** Connect timeout in milliseconds. */
  readonly connectTimeout: number
  /** Maximum total size of the headers of a reply in bytes. */
  readonly replyHeaderBytes: number
  /** The private hosts that are open to an author; read on each connect, since a reload may change them. */
  readonly openHosts: (author: GuardedAuthor) => readonly string[]
  /** Providers inside this process, by origin: the mock. */
  readonly inProcess?: ReadonlyMap<string, Upstream>
  /** How connections leave; absent: directly, trusting the authorities of the platform. */
  readonly way?: Way | undefined
}

const DIRECTLY: Way = {
  build: buildConnector,
  connector: (_author, direct) => direct,
  sending: (_author, agent) => agent,
}

export interface UpstreamClient {
  readonly send: Upstream
  readonly connect: Connect
  /** Requests that wait for a connection, because all to their hosts are busy. */
  readonly waiting: () => number
  /** Closes all connections. */
  readonly close: () => Promise<void>
}

const EMPTY_BODY = new Uint8Array(0)
/** Milliseconds before an idle connection is closed: reconnecting costs more than keeping it. */
const KEEP_ALIVE = 60_000

export function createUpstreamClient({
  connections,
  connectTimeout,
  replyHeaderBytes,
  openHosts,
  inProcess = new Map(),
  way = DIRECTLY,
}: UpstreamSettings): UpstreamClient {
  const shared = {
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE,
    bodyTimeout: 0,
    headersTimeout: 0,
    maxHeaderSize: replyHeaderBytes,
  }
  const starting: StartingRequest = { exchange: undefined }
  const filter: FilterConnector = connect => ignoringContinue(connect, replyHeaderBytes, starting)
  const { build } = way
  const guard = (author: GuardedAuthor): buildConnector.connector =>
    way.connector(
      author,
      guardConnector(build, connectTimeout, author, () => openHosts(author)),
      false,
    )
  const guards = { operator: guard('operator'), caller: guard('caller'), remote: guard('remote') }
  // Each author has connections of its own: one that was opened for the operator must not serve a caller.
  const agentOf = (author: HostAuthor, pool: typeof shared = shared): Sending =>
    way.sending(author, new Agent({ ...pool, connect: filter(connectors[author]) }), pool, filter)
  const connectors: Readonly<Record<HostAuthor, buildConnector.connector>> = {
    catalog: way.connector('catalog', build({ timeout: connectTimeout }), true),
    ...guards,
  }
  const agents: Readonly<Record<HostAuthor, Sending>> = {
    catalog: agentOf('catalog'),
    operator: agentOf('operator'),
    caller: agentOf('caller'),
    remote: agentOf('remote'),
  }
  /** Agents whose connections serve one request each, made when the first is needed. */
  const singles = new Map<HostAuthor, Sending>()
  const fresh = (author: HostAuthor): Sending => {
    const known = singles.get(author)
    if (known !== undefined) return known
    const sending = agentOf(author, { ...shared, pipelining: 0 })
    singles.set(author, sending)
    return sending
  }
  const plain = way.connector('catalog', build({ timeout: connectTimeout, allowH2: false }), false)
  return {
    send: (request, receiver) => {
      const { origin, path, method, headers, body, rest, remainder, hostAuthor, isRepeatable } = request
      const local = inProcess.get(origin)
      if (local !== undefined) return local(request, receiver)
      const parts = rest === undefined || body === undefined ? undefined : [body, ...rest]
      const length = parts?.reduce((sum, part) => sum + part.length, 0) ?? remainder?.length
      const upload = remainder && uploadBody(body ?? EMPTY_BODY, remainder.stream)
      const sending = agents[hostAuthor]
      const exchange = new UpstreamExchange(receiver, upload, {
        starting,
        isCrowded: () => isCrowded(sending.stats?.[origin], connections),
        repeat: isRepeatable === true ? () => fresh(hostAuthor).dispatch(options, exchange) : undefined,
      })
      const options: Dispatcher.DispatchOptions = {
        origin,
        path,
        method: method as Dispatcher.HttpMethod,
        headers: (length === undefined
          ? headers
          : [...headers, 'content-length', String(length)]) as string[],
        body: (upload ?? parts ?? body ?? null) as Dispatcher.DispatchOptions['body'] & {},
      }
      try {
        sending.dispatch(options, exchange)
      } catch (error) {
        exchange.onResponseError(undefined, error as Error)
      }
      return () => exchange.cancel()
    },
    connect: createConnect({ catalog: plain, ...guards }, replyHeaderBytes),
    waiting: () =>
      Object.values(agents)
        .flatMap(({ stats = {} }) => Object.values(stats))
        .reduce((sum, pool) => sum + waitingFor(pool), 0),
    close: async () => {
      await Promise.all([...Object.values(agents), ...singles.values()].map(each => each.destroy()))
    },
  }
}

const waitingFor = ({ queued, pending = 0 }: PoolState): number => queued ?? pending

/** A request waits although as many connections are open as may be: it does not wait for one to be opened. */
const isCrowded = (pool: PoolState | undefined, connections: number): boolean =>
  pool !== undefined && waitingFor(pool) > 0 && Number(pool.connected ?? 0) >= connections
