// The contract of authentication beyond a static header: request signatures, and tokens that must be fetched first.
// Pure: time, hashing and signing are injected. A token is described as a request, which the driver performs,
// caches until expiry, refreshes ahead of time, and shares between concurrent calls.
import type { Json } from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { HostAuthor } from './ports.ts'

/** Secrets by the names of their properties in the config; a service account is an object. */
export type Credentials = Readonly<Record<string, Json>>

export interface AuthenticationContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** SHA-256 in hexadecimal digits. */
  readonly hash: (bytes: string | Uint8Array) => string
  /** HMAC with SHA-256. */
  readonly keyedHash: (key: string | Uint8Array, text: string) => Uint8Array
  /** RSASSA-PKCS1-v1_5 with SHA-256 over a string, with a private key in PEM; undefined when the key is unreadable. */
  readonly signRsa: (privateKey: string, text: string) => Uint8Array | undefined
}

/** A request as it will be sent, to be signed. */
export interface UnsignedRequest {
  readonly method: string
  readonly origin: string
  /** Path and query as sent. */
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array
}

/** A request for a token. */
export interface TokenRequest {
  /** Cache key of a credential and its scope; contains no secret (hash secrets). */
  readonly key: string
  readonly method: string
  readonly origin: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  /** Who chose the host; absent: the catalog. */
  readonly hostAuthor?: HostAuthor
  /** The token and its expiry in milliseconds since the epoch, or why there is none. */
  readonly read: (
    status: number,
    body: unknown,
    now: number,
  ) => { readonly token: string; readonly expiresAt: number } | Failure
}

export interface Authentication {
  /** The token that a call requires, or undefined when its credential needs none. */
  readonly token?: (
    credentials: Credentials,
    settings: Readonly<Record<string, unknown>>,
    context: AuthenticationContext,
  ) => TokenRequest | Failure | undefined
  /** The headers that carry the credential; `token` is the result of the token request. */
  readonly headers: (
    request: UnsignedRequest,
    credentials: Credentials,
    settings: Readonly<Record<string, unknown>>,
    token: string | undefined,
    context: AuthenticationContext,
  ) => Headers | Failure
}
