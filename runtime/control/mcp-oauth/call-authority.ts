// Calls authorization servers, and fetches their documents: under the SSRF guard, with bounds on time and size, without redirects.
import { asObject, isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { readAll } from '../../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import { type FindOAuthServer, hostAuthorOf, mayBeCalled, type OAuthServer } from './oauth-server.ts'

/** Milliseconds until an authorization server counts as unreachable, and the bytes that it may answer with. */
const TIMEOUT = 10_000
const READ_WITHIN = 100
const MAX_BYTES = 262_144

export interface AuthorityReply {
  readonly status: number
  readonly headers: Headers
  /** Empty for a reply that is not a JSON object. */
  readonly json: JsonObject
}

export interface AuthorityRequest {
  readonly url: string
  /** Sent by POST; without it the request is GET. */
  readonly form?: Readonly<Record<string, string>>
  readonly json?: JsonObject
  readonly headers?: Headers
  /** Milliseconds until the server counts as unreachable, where others than usual. */
  readonly timeout?: number
}

export type CallAuthority = (
  server: OAuthServer,
  request: AuthorityRequest,
) => Promise<AuthorityReply | Failure>

export interface McpOAuthSources {
  /** What connections of people are revoked with; absent if there are none. */
  readonly mcpOAuth?: { readonly server: FindOAuthServer; readonly call: CallAuthority }
}

export const linkAuthorityCalls =
  ({ upstream, clock }: Pick<Ports, 'upstream' | 'clock'>): CallAuthority =>
  (server, { url, form, json, headers = [], timeout = TIMEOUT }) => {
    if (!mayBeCalled(server, url))
      return Promise.resolve(
        failure('blocked_host', 'An authorization server must be called over https, or be a trusted host.'),
      )
    const { origin, pathname, search } = new URL(url)
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString()
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
    return new Promise(resolve => {
      let cancel = (): void => {}
      // A process that was paused reads a reply that has arrived meanwhile before it gives up.
      let stopTimer = clock.after(timeout - READ_WITHIN, () => {
        stopTimer = clock.after(READ_WITHIN, () => {
          cancel()
          resolve(failure('timeout', `${origin} did not respond in time.`, { cause: 'timeout' }))
        })
      })
      const finish = (result: AuthorityReply | Failure): void => {
        stopTimer()
        resolve(result)
      }
      cancel = upstream(
        {
          method: body === undefined ? 'GET' : 'POST',
          origin,
          path: pathname + search,
          headers: [
            'accept',
            'application/json',
            ...(body === undefined ? [] : ['content-type', type]),
            ...headers,
          ],
          body: body === undefined ? undefined : new TextEncoder().encode(body),
          hostAuthor: hostAuthorOf(server, url),
        },
        {
          reply: reply => {
            // The probe of a server may be answered with a stream that never ends.
            if (/event-stream/i.test(headerValue(reply.headers, 'content-type') ?? '')) {
              reply.body.cancel()
              return finish({ status: reply.status, headers: reply.headers, json: {} })
            }
            readAll(reply.body, MAX_BYTES, bytes =>
              finish(
                isFailure(bytes)
                  ? bytes
                  : { status: reply.status, headers: reply.headers, json: objectIn(bytes) },
              ),
            )
          },
          fail: finish,
        },
      )
    })
  }

function objectIn(bytes: Uint8Array): JsonObject {
  const value = parseJson(new TextDecoder().decode(bytes))
  return isObject(value) ? value : asObject(undefined)
}
