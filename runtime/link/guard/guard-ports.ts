// What a check may call while it is evaluated: a service, under the SSRF guard and only where its credentials may be
// sent, or a model through the gateway itself. Responses are limited in size, and calls end with the evaluation.
import { originOf } from '../../../compiler/lower/origin.ts'
import { parseJsonBytes } from '../../guardrails/body-texts/strict-json.ts'
import type { ServiceReply, ServiceRequest } from '../../guardrails/check.ts'
import type { PortsFor } from '../../guardrails/engine/evaluation-context.ts'
import type { LinkedCheck } from '../../guardrails/engine/linked-guard.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { readAll } from '../../values/byte-stream.ts'
import type { Call } from '../../values/call.ts'
import { JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import type { UpstreamRequest } from '../../values/ports.ts'
import { sendAttempt } from '../call/exchange.ts'
import type { LinkContext } from '../link-context.ts'
import { type InternalCall, linkInternalCall } from '../nodes/internal-call.ts'
import { hasProvider } from '../target/binding.ts'
import { authorOf, openHosts } from '../target/custom-host.ts'

/** Maximum size of a service's response in bytes, where the check does not set one. */
const MAX_BYTES = 1024 * 1024
/** Milliseconds by which a call outlasts its evaluation, so that the evaluation reports the timeout. */
const AFTER_CALL = 1

/** The ports of the checks of one call. `targetName` names the guard node in the log. */
export function linkGuardPorts(targetName: string, parts: LinkContext): (call: Call) => PortsFor {
  const { ports, gateway } = parts
  const linked = new Map<string, InternalCall>()
  return call => (check, cancellation) => ({
    now: ports.clock.now,
    monotonic: ports.clock.monotonic,
    nextTurn: () =>
      new Promise(resolve =>
        ports.nextTurn(() => (cancellation.cancelled() ? undefined : resolve()), call.caller),
      ),
    callService: async requestOf => {
      const request = outgoing(requestOf, check, gateway)
      if (isFailure(request)) return request
      return await sendAttempt<ServiceReply | Failure>(
        request,
        { ...call, cancellation },
        check.timeoutMs + AFTER_CALL,
        ports,
        {
          receive: ({ status, headers, body }, settle) =>
            readAll(body, requestOf.maxBytes ?? MAX_BYTES, bytes =>
              settle(
                isFailure(bytes) ? bytes : { status, headers, bytes, json: () => parseJsonBytes(bytes) },
              ),
            ),
          fail: reason => reason,
        },
      )
    },
    callModel: async (provider, endpoint, body) => {
      const slug = provider.replace(/^@/, '')
      if (!hasProvider(slug, call.workspace, parts))
        return failure('invalid_request', `No provider with the slug ${quoted(`@${slug}`)} is stored.`)
      const key = `${check.id} ${endpoint} ${slug}`
      const internalCall =
        linked.get(key) ?? linkInternalCall(slug, endpoint, `${targetName} ${check.id}`, parts)
      linked.set(key, internalCall)
      return await internalCall({ ...call, cancellation }, body, check.timeoutMs + AFTER_CALL)
    },
  })
}

function outgoing(
  { method, url, headers, body, requireHttps: isHttps }: ServiceRequest,
  check: Pick<LinkedCheck, 'credentials' | 'byCaller'>,
  gateway: LinkContext['gateway'],
): UpstreamRequest | Failure {
  const origin = originOf(url)
  if (origin === undefined || !/^https?:/.test(origin))
    return failure('invalid_request', 'The URL of the service must be an http or https URL.')
  const { protocol, hostname, host, username, password, pathname, search } = new URL(url)
  const hostAuthor = authorOf(check)
  const trusted = openHosts(hostAuthor, gateway)
  if (isHttps === true && protocol === 'http:' && !trusted.includes(hostname) && !trusted.includes(host))
    return failure('blocked_host', 'The service must be called over https, or be a trusted host.')
  if (username !== '' || password !== '')
    return failure('blocked_host', 'The URL of the service contains a credential.')
  if (!Object.values(check.credentials).every(({ origins }) => origins.includes(origin)))
    return failure('blocked_host', 'The check would have sent its credential to another origin.')
  const isJson = body !== undefined && !(body instanceof Uint8Array)
  const withContentType = !isJson || headerValue(headers, 'content-type') !== undefined
  return {
    method,
    origin,
    path: pathname + search,
    headers: withContentType ? headers : [...JSON_HEADERS, ...headers],
    body: isJson ? encodeJson(body) : body,
    hostAuthor,
  }
}
