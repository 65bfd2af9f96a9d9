// Access tokens that credentials are exchanged for: requested once for concurrent calls, cached until they expire, and
// renewed ahead of time while calls still use the old one.

import type { TokenRequest } from '../../values/authentication.ts'
import { readAll } from '../../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { createLruMap } from '../../values/lru-map.ts'
import type { Ports } from '../../values/ports.ts'
import { retryAfter } from '../../values/retry-after.ts'

export type GetToken = (request: TokenRequest) => Promise<string | Failure>

interface CachedToken {
  readonly token: string
  /** By the monotonic clock: a token that is used too long is rejected. */
  readonly expiresAt: number
}

interface WaitingFailure {
  readonly failure: Failure
  readonly until: number
}

/** A token is renewed this many milliseconds before it expires. */
const RENEW_AHEAD = 300_000
/** Timeout of a token request in milliseconds, and maximum size of its response in bytes. */
const REQUEST_TIMEOUT = 30_000
const MAX_REPLY = 1024 * 1024
/** Callers may bring their own credentials, so the number of cached tokens is limited. */
const MAX_TOKENS = 1024
/** The longest wait that a service can demand, in milliseconds. */
const MAX_WAIT = 60_000

const decoder = new TextDecoder('utf-8')

export function createTokens({ upstream, clock }: Pick<Ports, 'upstream' | 'clock'>): GetToken {
  const cached = createLruMap<CachedToken>({ entries: MAX_TOKENS, bytes: Number.POSITIVE_INFINITY })
  const inFlight = new Map<string, Promise<CachedToken | Failure>>()
  /** Failures of services that must not be called again for a while. */
  const waiting = createLruMap<WaitingFailure>({ entries: MAX_TOKENS, bytes: Number.POSITIVE_INFINITY })

  const requestToken = (request: TokenRequest): Promise<CachedToken | Failure> => {
    const running = inFlight.get(request.key)
    if (running !== undefined) return running
    const refused = waiting.get(request.key)
    if (refused !== undefined && clock.monotonic() < refused.until) return Promise.resolve(refused.failure)
    const token = send(request).then(result => {
      inFlight.delete(request.key)
      if (!isFailure(result)) cached.set(request.key, result, 0)
      return result
    })
    inFlight.set(request.key, token)
    return token
  }

  const send = ({
    key,
    method,
    origin,
    path,
    headers,
    body,
    hostAuthor = 'catalog',
    read,
  }: TokenRequest): Promise<CachedToken | Failure> =>
    new Promise(resolve => {
      const stop = clock.after(REQUEST_TIMEOUT, () => {
        abort()
        resolve(failure('timeout', 'The request for the access token timed out.', { cause: 'timeout' }))
      })
      const finish = (result: CachedToken | Failure): void => {
        stop()
        resolve(result)
      }
      const abort = upstream(
        {
          method,
          origin,
          path,
          headers,
          body: body === '' ? undefined : new TextEncoder().encode(body),
          hostAuthor,
        },
        {
          fail: finish,
          reply: reply =>
            readAll(reply.body, MAX_REPLY, bytes => {
              if (isFailure(bytes)) return finish(bytes)
              const now = clock.now()
              const result = read(reply.status, parse(decoder.decode(bytes)), now)
              if (isFailure(result)) {
                const wait = Math.min(MAX_WAIT, retryAfter(reply, now) ?? 0)
                if (wait > 0) waiting.set(key, { failure: result, until: clock.monotonic() + wait }, 0)
                return finish(result)
              }
              finish({ token: result.token, expiresAt: clock.monotonic() + result.expiresAt - now })
            }),
        },
      )
    })

  return async request => {
    const now = clock.monotonic()
    const ownClock = cached.get(request.key)
    if (ownClock !== undefined && ownClock.expiresAt - RENEW_AHEAD > now) return ownClock.token
    const renewal = requestToken(request)
    if (ownClock !== undefined && ownClock.expiresAt > now) return ownClock.token
    const result = await renewal
    return isFailure(result) ? result : result.token
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
