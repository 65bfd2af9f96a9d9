// What the HTTP server serves of a bundle, and what it works with.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientForm, EntranceSettings } from '../entrances/entrance.ts'
import type { BrowserGuard } from '../gateway/browser-guard.ts'
import type { Gateway, RequestHead } from '../gateway/request.ts'
import type { CallsInFlight } from '../telemetry/call-in-flight.ts'
import type { CaptureBodies } from '../telemetry/capture-bodies.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { RequestLog } from '../telemetry/reporter.ts'
import type { RecordPorts } from '../telemetry/request-record.ts'
import type { Awaitable } from '../values/awaitable.ts'
import type { Failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { MemoryBudget } from '../values/memory-budget.ts'
import type { EventLoop, Ports } from '../values/ports.ts'
import type { ClientConnections } from './client-connections.ts'
import type { CorsPolicy } from './cors.ts'
import type { Lingering } from './linger.ts'
import type { AppendGatewayHeaders } from './respond.ts'
import type { HeldSlots, SlotShares } from './slot-shares.ts'
import type { StalledReaders } from './stalled-readers.ts'

/**
 * What a request waits for before another gateway serves it; undefined where this one does. No gateway has it once all is loaded. Requests
 * that wait are not logged if their clients leave meanwhile: nothing was done for them.
 */
export type HoldRequest = (
  request: Pick<RequestHead, 'method' | 'path' | 'headers'>,
) => Promise<void> | undefined

export interface ServingGateway {
  readonly gateway: Gateway
  readonly hold?: HoldRequest | undefined
  readonly gatewayHeaders: AppendGatewayHeaders
  /** The start of the plan's digest. */
  readonly plan: string
  /** The header with the cost of a reply, in US dollars; absent if the manifest does not enable it. */
  readonly costHeader?: string | undefined
  /** Absent when the gateway has API keys. */
  readonly browserGuard?: BrowserGuard | undefined
  /** Absent if pages of other origins are not allowed. */
  readonly cors?: CorsPolicy | undefined
  /** The Prometheus text served at /metrics; absent when metrics are disabled. */
  readonly metrics?: MetricsText | undefined
  /** How the clients of an entrance read replies; absent for all other paths. */
  readonly form?: ClientForm
  /** What entrances need of the manifest; without it they serve nothing. */
  readonly manifest?: EntranceSettings
  readonly bodyLimits: {
    readonly buffered: number
    readonly upload: number
    readonly timeout: number
    /** JSON values of what must be parsed. */
    readonly values: number
  }
}

/** The metrics of a process: of all its threads, where it has several. */
export type MetricsText = (...parameters: Parameters<Metrics['text']>) => Awaitable<string>

/** A request for the console, and why the server itself refuses it. */
export interface ConsoleArrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path with the query, as the client sent it. */
  readonly url: string
  readonly pathname: string
  readonly refusal: Failure | undefined
  /** Why a gateway without keys does not serve this sender. */
  readonly foreign: Failure | undefined
  /** Called where a session admits the request; undefined where nothing depends on it. */
  readonly onKey: (() => void) | undefined
}

export interface ServeConsole {
  /** Whether the listener serves nothing else, so that its root leads there. */
  readonly isAlone: boolean
  readonly serve: (arrival: ConsoleArrival) => Promise<void>
}

/** Threads that serve together. */
export interface SharedLoad {
  /** Adds to the requests that this thread is answering. */
  readonly addRequests: (difference: number) => void
  /** Adds to the connections of clients that this thread has open. */
  readonly addConnections: (difference: number) => void
  /** Requests that all threads are answering. */
  readonly requests: () => number
  readonly held: HeldSlots
}

export interface ServePorts
  extends Pick<Ports, 'clock' | 'randomId' | 'endOfTurn'>,
    Pick<RecordPorts, 'price'> {
  readonly log: RequestLog
  /** What all requests wait for when the process did not run for a while; absent if nothing is read from a store. */
  readonly behind?: (() => Promise<void> | undefined) | undefined
  /** Absent if no bodies are logged. */
  readonly capture?: CaptureBodies | undefined
  /** The memory budget of all request and reply bodies. */
  readonly memory: MemoryBudget
  /** The turns of streams, one in each turn of the event loop: a separate queue, so that nothing else waits behind them. */
  readonly streamTurn: Ports['nextTurn']
  readonly stalledReaders: StalledReaders
  readonly connections: ClientConnections
  /** What the gateway works without at the moment. */
  readonly degraded: () => readonly string[]
  /** A connection was closed at once, because too many were open. */
  readonly onDroppedConnection: () => void
  /** A request was refused, because the event loop was too busy. */
  readonly onRefusedRequest: () => void
  /** Absent if requests are served however busy it is. */
  readonly loop?: EventLoop | undefined
  /** Absent if one thread serves. */
  readonly sharedLoad?: SharedLoad | undefined
  /** Where calls are noted while they are answered. Absent if one thread serves: then nothing could record them. */
  readonly callsInFlight?: CallsInFlight | undefined
  /** What serves /console/; absent if the listener has no console. */
  readonly console?: ServeConsole
  /** Other threads listen on the same port. */
  readonly reusePort?: boolean
  /** Whether all of those threads serve. Absent if one thread serves. */
  readonly allServe?: (() => boolean) | undefined
}

/** The state of the server. */
export interface ServerState {
  /** True during shutdown: connections are closed after their replies. */
  readonly stopping: () => boolean
  readonly slots: RequestSlots
  readonly lingering: Lingering
}

/** The slots of requests in flight. */
export interface RequestSlots {
  /** Those of this thread. */
  readonly inFlight: number
  /** Beyond so many, callers may have only their share. */
  readonly crowd: number
  /** Absent until its module is loaded. */
  readonly shares: SlotShares | undefined
}

export interface IncomingCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query below the base URL. */
  readonly path: string
  readonly pathname: string
  /** Why the server rejects the request before the gateway sees it. */
  readonly refusal: Failure | undefined
  /** Headers of the reply for a browser; undefined where `listen.cors` is not set. */
  readonly cors: Headers | undefined
  /** Called where a key of the gateway admits the request; undefined where nothing depends on it. */
  readonly onKey?: (() => void) | undefined
}
