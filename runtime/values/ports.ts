// What the host provides. Everything that touches time, randomness, network or files comes through here, so that the
// other modules are pure and tests can script them.

import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { ByteStream } from './byte-stream.ts'
import type { Failure } from './failures.ts'
import type { Headers } from './headers.ts'

/**
 * Who chose the host of a URL, which decides whether its address may be private: the catalog (always), the operator in the
 * manifest and saved configs (`trusted_hosts`), a caller (`caller_hosts`), or a remote party, such as the link of an image (never).
 */
export type HostAuthor = 'catalog' | 'operator' | 'caller' | 'remote'

export interface UpstreamRequest {
  readonly method: string
  /** Scheme, host and port: `https://api.openai.com`. */
  readonly origin: string
  /** Path and query, with a leading slash. */
  readonly path: string
  readonly headers: Headers
  /** Undefined for requests without a body. */
  readonly body: Uint8Array | undefined
  /** More of the body, sent after `body`: parts too large to be copied into one. */
  readonly rest?: readonly Uint8Array[] | undefined
  /** The streamed remainder, sent after `body`; `length` is the total of both in bytes, where known. */
  readonly remainder?: { readonly stream: ByteStream; readonly length: number | undefined } | undefined
  readonly hostAuthor: HostAuthor
  /** The provider stores no state of it: it is repeated if a reused connection closes as it is sent. */
  readonly isRepeatable?: boolean
}

/** Status and headers of a provider's response, with the body still to come. */
export interface UpstreamReply {
  readonly status: number
  readonly headers: Headers
  readonly body: ByteStream
}

/** Exactly one of the two is called, once; after cancelling neither. */
export interface UpstreamReceiver {
  /**
   * The request is being sent: milliseconds that it waited for a connection, and how many of them were spent on opening one.
   * Before the reply; not called by every upstream.
   */
  readonly sent?: (queued: number, connect: number | undefined) => void
  /** The request was cancelled while it waited for a connection, since all that may be open were busy: for so many milliseconds. */
  readonly crowded?: (queued: number) => void
  /** The reused connection closed as the request was sent; the request is repeated on a new one. */
  readonly reconnecting?: () => void
  readonly reply: (reply: UpstreamReply) => void
  readonly fail: (failure: Failure) => void
  /** Whether a reply with a content coding passes as it is. Otherwise it is decoded; absent: always. */
  readonly keepsCoding?: (head: Pick<UpstreamReply, 'status' | 'headers'>) => boolean
}

/** Sends one request to a provider. Returns a function that cancels it, before or after the headers have arrived. */
export type Upstream = (request: UpstreamRequest, receiver: UpstreamReceiver) => () => void

/** An upgraded connection: bytes are relayed both ways until one side ends it. */
export interface Tunnel {
  /** Headers of the provider's `101` response for the client. */
  readonly headers: Headers
  readonly incoming: ByteStream
  /** False when the provider reads too slowly: wait for `onDrain`. */
  readonly write: (bytes: Uint8Array) => boolean
  readonly onDrain: (action: () => void) => void
  /** Ends the client's half of the connection. */
  readonly end: () => void
}

/** Exactly one of the three is called, once; after cancelling none. `reply` is the provider's rejection. */
export interface TunnelReceiver extends UpstreamReceiver {
  readonly open: (tunnel: Tunnel) => void
}

/** Requests a tunnel from a provider. Returns a function that cancels it. */
export type Connect = (request: UpstreamRequest, receiver: TunnelReceiver) => () => void

/**
 * How the attempts of a call are sent, by the client of their target; `served`: what its provider serves over a WebSocket at the endpoint.
 */
export type CallTransport = (
  client: Pick<Ports, 'upstream' | 'connect' | 'clock' | 'random'>,
  served: ProviderSpec['webSockets'],
) => Pick<Ports, 'upstream' | 'clock'>

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since an arbitrary time: never set back, for durations and limits. */
  readonly monotonic: () => number
  /** Runs `action` once after `milliseconds`; the returned function cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void
}

/** How busy the thread that serves requests is. */
export interface EventLoop {
  /** Milliseconds since an arbitrary time, with a fraction. */
  readonly precise: () => number
  /** Milliseconds that the loop has been idle since then. */
  readonly idle: () => number
  readonly endOfTurn: (action: () => void) => void
}

export interface Ports {
  readonly upstream: Upstream
  readonly connect: Connect
  readonly clock: Clock
  /**
   * Runs `action` once, when what else is pending has been served: one action in each turn of the event loop, or several that are
   * over few `bytes`. The actions of one owner, such as a key, wait for each other, and for one at a time of each other owner.
   */
  readonly nextTurn: (action: () => void, owner?: string, bytes?: number) => void
  /** Whether work over so many bytes may be done at once, and counts it: little has been done in this turn, and nothing waits for one. */
  readonly fitsTurn: (bytes: number) => boolean
  /** The number of this turn of the event loop: what happens in one turn happens before anything else is served. */
  readonly turn: () => number
  /** Runs `action` once, at the end of this turn of the event loop: before anything that arrives from now on is read. */
  readonly endOfTurn: (action: () => void) => void
  /** A random number in [0, 1), for load balancing and jitter. */
  readonly random: () => number
  /** A new unique identifier, 32 hexadecimal digits. */
  readonly randomId: () => string
  /** SHA-256 in hexadecimal digits. */
  readonly hash: (text: string | Uint8Array) => string
  /** HMAC with SHA-256. */
  readonly keyedHash: (key: string | Uint8Array, text: string) => Uint8Array
  /** RSASSA-PKCS1-v1_5 with SHA-256 by a private key in PEM; undefined when the key cannot be read. */
  readonly signRsa: (privateKey: string, text: string) => Uint8Array | undefined
}
