// Access tokens that credentials are exchanged for: requested once for concurrent calls, cached until they expire, and
// renewed ahead of time while calls still use the old one.
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Ports } from '../ports.ts'
import type { TokenRequest } from '../providers/authentication.ts'
import { createBoundedMap } from '../resolve/bounded-map.ts'
import { collect } from '../streams/collect.ts'

export type GetToken = (request: TokenRequest) => Promise<string | Failure>

interface Kept {
  readonly token: string
  readonly expiresAt: number
}

/** A token is renewed this many milliseconds before it expires. */
const AHEAD = 300_000
/** Timeout of a token request in milliseconds, and maximum size of its response in bytes. */
const PATIENCE = 30_000
const LARGEST = 1024 * 1024
/** Callers may bring their own credentials, so the number of cached tokens is limited. */
const MOST_KEPT = 1024

const decoder = new TextDecoder('utf-8')

export function createTokens({ upstream, clock }: Pick<Ports, 'upstream' | 'clock'>): GetToken {
  const kept = createBoundedMap<Kept>({ entries: MOST_KEPT, bytes: Number.POSITIVE_INFINITY })
  const asked = new Map<string, Promise<Kept | Failure>>()

  const ask = (request: TokenRequest): Promise<Kept | Failure> => {
    const running = asked.get(request.key)
    if (running !== undefined) return running
    const answer = send(request).then(result => {
      asked.delete(request.key)
      if (!isFailure(result)) kept.set(request.key, result, 0)
      return result
    })
    asked.set(request.key, answer)
    return answer
  }

  const send = ({ method, origin, path, headers, body, read }: TokenRequest): Promise<Kept | Failure> =>
    new Promise(resolve => {
      const stop = clock.after(PATIENCE, () => {
        abort()
        resolve(failure('timeout', 'The request for the access token timed out.', { cause: 'timeout' }))
      })
      const finish = (result: Kept | Failure): void => {
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
          guarded: false,
        },
        {
          fail: finish,
          reply: reply =>
            collect(reply.body, LARGEST, bytes => {
              finish(isFailure(bytes) ? bytes : read(reply.status, parse(decoder.decode(bytes)), clock.now()))
            }),
        },
      )
    })

  return async request => {
    const now = clock.now()
    const own = kept.get(request.key)
    if (own !== undefined && own.expiresAt - AHEAD > now) return own.token
    const renewal = ask(request)
    if (own !== undefined && own.expiresAt > now) return own.token
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
