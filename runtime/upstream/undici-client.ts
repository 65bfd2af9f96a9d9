// HTTP client for providers. One object per call is its dispatch handler and its reply body. undici's timeouts are off: calls have their own.
import { lookup as lookupName } from 'node:dns'
import { Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { Connect, HostAuthor, Upstream, UpstreamReceiver, UpstreamReply } from '../values/ports.ts'
import { passReply } from './decoded-body.ts'
import type { Egress, FilterConnector, PoolState, RequestDispatcher } from './egress.ts'
import { INVALID_STATUS, LAST_STATUS, toNetworkFailure, truncated } from './network-failure.ts'
import { ignoringInterim } from './skip-interim.ts'
import { type GuardedAuthor, guardConnector, type NameLookup } from './ssrf-guard.ts'
import { createConnect } from './tunnel.ts'

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
  readonly egress?: Egress | undefined
  /** For hosts that are guarded; absent: that of the platform. */
  readonly lookup?: NameLookup
}

/** Connects; of a stream that is not read, so many bytes are read ahead, rounded up to a read of the system. */
export const buildSocket: typeof buildConnector = options =>
  buildConnector(options && { ...{ highWaterMark: 16_384 }, ...options })
const DIRECT_EGRESS: Egress = {
  build: buildSocket,
  connector: (_author, direct) => direct,
  dispatcher: (_author, agent) => agent,
}

export interface UpstreamClient {
  readonly send: Upstream
  readonly connect: Connect
  /** Requests that wait for a connection, because all to their hosts are busy. */
  readonly waiting: () => number
  /** Closes all connections. */
  readonly close: () => Promise<void>
}

/** Milliseconds before an idle connection is closed: reconnecting costs more than keeping it. */
const KEEP_ALIVE = 60_000

export function createUpstreamClient({
  connections,
  connectTimeout,
  replyHeaderBytes,
  openHosts,
  inProcess = new Map(),
  egress = DIRECT_EGRESS,
  lookup = lookupName,
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
  const filter: FilterConnector = connect => ignoringInterim(connect, replyHeaderBytes, starting)
  const { build } = egress
  const guard = (author: GuardedAuthor): buildConnector.connector =>
    egress.connector(author, guardConnector(build, connectTimeout, author, openHosts, lookup), false)
  const guards = { operator: guard('operator'), caller: guard('caller'), remote: guard('remote') }
  // Each author has connections of its own: one that was opened for the operator must not serve a caller.
  const agentOf = (author: HostAuthor, pool: typeof shared = shared): RequestDispatcher =>
    egress.dispatcher(author, new Agent({ ...pool, connect: filter(connectors[author]) }), pool, filter)
  const connectors: Readonly<Record<HostAuthor, buildConnector.connector>> = {
    catalog: egress.connector('catalog', build({ timeout: connectTimeout }), true),
    ...guards,
  }
  const agents: Readonly<Record<HostAuthor, RequestDispatcher>> = {
    catalog: agentOf('catalog'),
    operator: agentOf('operator'),
    caller: agentOf('caller'),
    remote: agentOf('remote'),
  }
  /** Agents whose connections serve one request each, made when the first is needed. */
  const singles = new Map<HostAuthor, RequestDispatcher>()
  const fresh = (author: HostAuthor): RequestDispatcher => {
    const known = singles.get(author)
    if (known !== undefined) return known
    const dispatcher = agentOf(author, { ...shared, pipelining: 0 })
    singles.set(author, dispatcher)
    return dispatcher
  }
  const plain = egress.connector('catalog', build({ timeout: connectTimeout, allowH2: false }), false)
  return {
    send: (request, receiver) => {
      const { origin, path, method, headers, body, rest, remainder, hostAuthor, isRepeatable } = request
      const local = inProcess.get(origin)
      if (local !== undefined) return local(request, receiver)
      const parts = rest === undefined || body === undefined ? undefined : [body, ...rest]
      const length = parts?.reduce((sum, part) => sum + part.length, 0) ?? remainder?.length
      const upload = remainder && uploadBody(body ?? new Uint8Array(0), remainder.stream)
      const dispatcher = agents[hostAuthor]
      const exchange = new UpstreamExchange(receiver, upload, {
        starting,
        isCrowded: () => isCrowded(dispatcher.stats?.[origin], connections),
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
        dispatcher.dispatch(options, exchange)
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

/** A request waits although as many connections are open as may be. */
const isCrowded = (pool: PoolState | undefined, connections: number): boolean =>
  pool !== undefined && waitingFor(pool) > 0 && Number(pool.connected ?? 0) >= connections

const toHundredths = (milliseconds: number): number => Math.round(milliseconds * 100) / 100

/** The request that undici has begun to send: its head is written next, in the same turn. */
interface StartingRequest {
  exchange: UpstreamExchange | undefined
}

interface SendingParts {
  readonly starting: StartingRequest
  /** Whether requests to the host wait for a connection. */
  readonly isCrowded: () => boolean
  /** Sends the request once more, on a new connection; undefined where it may not be repeated. */
  readonly repeat: (() => void) | undefined
}

/** Milliseconds after writing a request within which a connection that closes had been closed before. */
const STALE_WITHIN = 100

class UpstreamExchange implements Dispatcher.DispatchHandler, ByteStream {
  readonly #receiver: UpstreamReceiver
  /** Destroyed when the call is over, so that its producer does not wait for a reader. */
  readonly #upload: Readable | undefined
  #controller: Dispatcher.DispatchController | undefined
  #sink: ByteSink | undefined
  /** Chunks received in this turn of the event loop, or before the sink was attached. */
  #pending: Uint8Array[] = []
  #ended: 'no' | 'well' | Error = 'no'
  #begun = false
  #cancelled = false
  readonly #sending: SendingParts
  readonly #dispatched: number
  #queued = 0
  /** The head was the first one on its connection. */
  #isFirst = false
  #isRepeated = false

  constructor(receiver: UpstreamReceiver, upload: Readable | undefined, sending: SendingParts) {
    this.#receiver = receiver
    this.#upload = upload
    this.#sending = sending
    this.#dispatched = performance.now()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#cancelled) return controller.abort(new Error('cancelled'))
    this.#sending.starting.exchange = this
    this.#queued = toHundredths(performance.now() - this.#dispatched)
    this.#receiver.sent?.(this.#queued, undefined)
  }

  /** The head is the first one on a new connection, which took this many milliseconds to open. */
  opened(milliseconds: number): void {
    this.#isFirst = true
    if (!this.#cancelled)
      this.#receiver.sent?.(this.#queued, Math.min(toHundredths(milliseconds), this.#queued))
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#cancelled) return
    if (status > LAST_STATUS) {
      this.onResponseError(undefined, INVALID_STATUS)
      return controller.abort(INVALID_STATUS)
    }
    this.#begun = true
    const headers = flatHeaders(controller.rawHeaders)
    controller.rawHeaders = null // Views of a chunk of the connection, which the reply would retain.
    const reply: UpstreamReply = { status, headers, body: this }
    if (headerValue(headers, 'content-encoding') === undefined) this.#receiver.reply(reply)
    else passReply(reply, this.#receiver)
  }

  /** undici emits one chunk per HTTP chunk, many per socket read; all chunks of one turn are coalesced. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#cancelled) return
    this.#pending.push(chunk)
    if (this.#pending.length === 1 && this.#sink !== undefined) process.nextTick(flushExchange, this)
  }

  /** Emits the chunks received since the last turn. */
  flush(): void {
    const sink = this.#sink
    if (sink === undefined || this.#cancelled || this.#pending.length === 0) return
    const [first] = this.#pending
    const whole = this.#pending.length === 1 && first !== undefined ? first : Buffer.concat(this.#pending)
    this.#pending = []
    sink.chunk(whole)
  }

  onResponseEnd(): void {
    if (this.#cancelled) return
    // A response that ends without a final head had an invalid status.
    if (!this.#begun) return this.onResponseError(undefined, INVALID_STATUS)
    this.#ended = 'well'
    this.#upload?.destroy()
    this.flush()
    if (!this.#cancelled) this.#sink?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#cancelled || this.#ended !== 'no') return
    if (this.#isStale(error)) {
      this.#isRepeated = true
      this.#receiver.reconnecting?.()
      return this.#sending.repeat?.()
    }
    this.#ended = error
    this.#upload?.destroy()
    if (!this.#begun) return this.#receiver.fail(toNetworkFailure(error, false))
    this.flush()
    if (!this.#cancelled) this.#sink?.fail(toNetworkFailure(error, true))
  }

  /** The provider had closed an idle connection, and had not read the request: no error of the provider. */
  #isStale(error: Error): boolean {
    const { repeat } = this.#sending
    if (repeat === undefined || this.#begun || this.#isFirst || this.#isRepeated) return false
    if (this.#controller === undefined || toNetworkFailure(error, false).cause !== 'reset') return false
    return performance.now() - this.#dispatched - this.#queued <= STALE_WITHIN
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    this.flush()
    if (this.#cancelled) return
    if (this.#ended === 'well') sink.end()
    else if (this.#ended !== 'no') sink.fail(toNetworkFailure(this.#ended, true))
  }

  pause(): void {
    if (this.#ended === 'no') this.#controller?.pause()
  }

  resume(): void {
    if (this.#ended === 'no') this.#controller?.resume()
  }

  cancel(): void {
    if (this.#cancelled) return
    this.#cancelled = true
    this.#upload?.destroy()
    if (this.#controller === undefined && this.#sending.isCrowded())
      this.#receiver.crowded?.(toHundredths(performance.now() - this.#dispatched))
    if (this.#ended === 'no') this.#controller?.abort(new Error('cancelled'))
  }
}

const flushExchange = (exchange: UpstreamExchange): void => exchange.flush()

/** The raw header list as strings; HTTP/1 headers are bytes in Latin-1. */
function flatHeaders(raw: Dispatcher.DispatchController['rawHeaders']): Headers {
  const list: readonly (string | Buffer)[] = Array.isArray(raw) ? raw : []
  return list.map(item => (typeof item === 'string' ? item : item.toString('latin1')))
}

// A request body that is still arriving from the client, as a Node stream for the HTTP client, with backpressure from
// the provider to the client.

/** `first` is sent before the stream. A truncated stream aborts the request. */
export function uploadBody(first: Uint8Array, stream: ByteStream): Readable {
  let started = false
  const readable = new Readable({
    read: () => {
      if (started) return stream.resume()
      started = true
      readable.push(first)
      stream.start({
        chunk: bytes => {
          if (!readable.push(bytes)) stream.pause()
        },
        end: () => void readable.push(null),
        fail: reason => void readable.destroy(truncated(reason)),
      })
    },
    destroy: (error, callback) => {
      stream.cancel()
      callback(error)
    },
  })
  return readable
}
