// What the host provides. Everything that touches time, chance, network or files comes through here, so the rooms
// around it are pure and tests script them.
import type { Failure } from './failures.ts'
import type { Headers } from './headers.ts'
import type { ByteStream } from './streams/byte-stream.ts'

export interface UpstreamRequest {
  readonly method: string
  /** Scheme, host and port: `https://api.openai.com`. */
  readonly origin: string
  /** Path and query, beginning with a slash. */
  readonly path: string
  readonly headers: Headers
  /** Undefined for requests without a body. */
  readonly body: Uint8Array | undefined
  /** What is sent after the body as it comes; `length` is that of both together, where it is known. */
  readonly rest?: { readonly stream: ByteStream; readonly length: number | undefined } | undefined
  /** True when the address dialled must be public or trusted, because the host was named by a config or a caller. */
  readonly guarded: boolean
}

/** The head of a provider's reply, with its body still to come. */
export interface UpstreamReply {
  readonly status: number
  readonly headers: Headers
  readonly body: ByteStream
}

/** Hands back exactly one of the two, once; after `cancel` neither. */
export interface UpstreamReceiver {
  readonly reply: (reply: UpstreamReply) => void
  readonly fail: (failure: Failure) => void
}

/** Sends one request to a provider. Returns what gives the call up, before or after its head has come. */
export type Upstream = (request: UpstreamRequest, receiver: UpstreamReceiver) => () => void

/** A connection that has stopped speaking HTTP: bytes go both ways until one side ends it. */
export interface Tunnel {
  /** The head of the provider's answer: `101`, with the headers that the client must see. */
  readonly headers: Headers
  readonly incoming: ByteStream
  /** False when the provider reads too slowly: wait for `drained`. */
  readonly write: (bytes: Uint8Array) => boolean
  readonly drained: (action: () => void) => void
  /** The client has said all that it will. */
  readonly end: () => void
}

/** Hands back exactly one of the three, once; after giving up none. A reply is a refusal of the provider. */
export interface TunnelReceiver extends UpstreamReceiver {
  readonly open: (tunnel: Tunnel) => void
}

/** Asks a provider for a tunnel. Returns what gives the request up. */
export type Connect = (request: UpstreamRequest, receiver: TunnelReceiver) => () => void

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs `action` once after `milliseconds`; the returned function takes it back. */
  readonly after: (milliseconds: number, action: () => void) => () => void
}

export interface Ports {
  readonly upstream: Upstream
  readonly connect: Connect
  readonly clock: Clock
  /** A number in [0, 1), for draws and for the jitter of waits. */
  readonly chance: () => number
  /** A fresh unique identifier, 32 hexadecimal digits. */
  readonly identifier: () => string
  /** SHA-256 in hexadecimal digits. */
  readonly hash: (text: string | Uint8Array) => string
  /** HMAC with SHA-256. */
  readonly keyedHash: (key: string | Uint8Array, text: string) => Uint8Array
  /** RSASSA-PKCS1-v1_5 with SHA-256 by a private key in PEM; undefined when the key cannot be read. */
  readonly signRsa: (privateKey: string, text: string) => Uint8Array | undefined
}
