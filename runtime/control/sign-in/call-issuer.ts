// Calls the issuer of tokens: under the SSRF guard, over https or to a trusted host, with bounds on time and size.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import type { ServiceReply, ServiceRequest } from '../../guardrails/check.ts'
import { readAll } from '../../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'

/** Milliseconds until an issuer counts as unreachable. */
const TIMEOUT = 5_000
const MAX_BYTES = 262_144

export type CallIssuer = (request: ServiceRequest) => Promise<ServiceReply | Failure>

/** What the issuer names is named by a remote party, unless it is at the origin that the manifest names. */
export const linkIssuerCalls =
  (
    { signIn, trustedHosts }: Pick<Gateway, 'signIn' | 'trustedHosts'>,
    { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
  ): CallIssuer =>
  ({ method, url, headers, body, maxBytes = MAX_BYTES }) => {
    const { origin, protocol, host, hostname, pathname, search } = new URL(url)
    if (protocol !== 'https:' && !trustedHosts.includes(host) && !trustedHosts.includes(hostname))
      return Promise.resolve(
        failure('blocked_host', 'The issuer must be called over https, or be a trusted host.'),
      )
    const named = [signIn?.issuer, signIn?.jwksUrl].flatMap(each =>
      each === undefined ? [] : new URL(each).origin,
    )
    return new Promise(resolve => {
      let cancel = (): void => {}
      const stopTimer = clock.after(TIMEOUT, () => {
        cancel()
        resolve(failure('timeout', 'The issuer did not respond in time.', { cause: 'timeout' }))
      })
      cancel = upstream(
        {
          method,
          origin,
          path: pathname + search,
          headers,
          body:
            body === undefined || body instanceof Uint8Array
              ? body
              : new TextEncoder().encode(JSON.stringify(body)),
          hostAuthor: named.includes(origin) ? 'operator' : 'remote',
        },
        {
          reply: reply =>
            readAll(reply.body, maxBytes, bytes => {
              stopTimer()
              resolve(
                isFailure(bytes)
                  ? bytes
                  : {
                      status: reply.status,
                      headers: reply.headers,
                      bytes,
                      json: () => parseJson(new TextDecoder().decode(bytes)),
                    },
              )
            }),
          fail: reason => {
            stopTimer()
            resolve(reason)
          },
        },
      )
    })
  }
