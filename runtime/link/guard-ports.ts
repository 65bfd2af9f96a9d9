// What a check may call while it is evaluated: a service, under the SSRF guard and only where its credentials may be
// sent, or a model through the gateway itself. Responses are limited in size, and calls end with the evaluation.
import { originOf } from '../../compiler/lower/origin.ts'
import type { GuardCheck } from '../../schemas/generated/types.ts'
import { encodeJson } from '../body/splice.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import type { ServiceReply, ServiceRequest } from '../guardrails/check.ts'
import type { LinkPorts } from '../guardrails/link-guard.ts'
import { parseBytes } from '../guardrails/texts/read-json.ts'
import { headerValue } from '../headers.ts'
import type { UpstreamRequest } from '../ports.ts'
import { JSON_HEADERS } from '../reply.ts'
import { collect } from '../streams/collect.ts'
import { exchange } from './exchange.ts'
import { type InnerCall, linkInnerCall } from './inner-call.ts'
import type { Parts } from './parts.ts'

/** Maximum size of a service's response in bytes, where the check does not set one. */
const LARGEST = 1024 * 1024
/** Milliseconds by which a call outlasts its evaluation, so that the evaluation reports the timeout. */
const AFTER = 1

/** `targetName` names the guard node in the log. */
export function linkGuardPorts(at: string, parts: Parts): LinkPorts {
  const { ports, gateway } = parts
  const linked = new Map<string, InnerCall>()
  return (check, milliseconds) => (call, cancellation) => ({
    now: ports.clock.now,
    ask: async asked => {
      const request = outgoing(asked, check, gateway.trustedHosts)
      if (isFailure(request)) return request
      return await exchange<ServiceReply | Failure>(
        request,
        { ...call, cancellation },
        milliseconds + AFTER,
        ports,
        ({ status, headers, body }, settle) =>
          collect(body, asked.maxBytes ?? LARGEST, bytes =>
            settle(isFailure(bytes) ? bytes : { status, headers, bytes, json: () => parseBytes(bytes) }),
          ),
        reason => reason,
      )
    },
    model: async (provider, endpoint, body) => {
      const slug = provider.replace(/^@/, '')
      if (!Object.hasOwn(gateway.providers, slug))
        return failure('invalid_request', `No provider with the slug ${quoted(`@${slug}`)} is stored.`)
      const key = `${endpoint} ${slug}`
      const inner = linked.get(key) ?? linkInnerCall(slug, endpoint, `${at} ${check.id}`, parts)
      linked.set(key, inner)
      return await inner({ ...call, cancellation }, body, milliseconds + AFTER)
    },
  })
}

function outgoing(
  { method, url, headers, body, encrypted }: ServiceRequest,
  check: GuardCheck,
  trusted: readonly string[],
): UpstreamRequest | Failure {
  const origin = originOf(url)
  if (origin === undefined || !/^https?:/.test(origin))
    return failure('invalid_request', 'The URL of the service must be an http or https URL.')
  const { protocol, hostname, host, username, password, pathname, search } = new URL(url)
  if (encrypted === true && protocol === 'http:' && !trusted.includes(hostname) && !trusted.includes(host))
    return failure('blocked_host', 'The service must be called over https, or be a trusted host.')
  if (username !== '' || password !== '')
    return failure('blocked_host', 'The URL of the service contains a credential.')
  if (!Object.values(check.credentials).every(({ origins }) => origins.includes(origin)))
    return failure('blocked_host', 'The check would have sent its credential to another origin.')
  const isJson = body !== undefined && !(body instanceof Uint8Array)
  const typed = !isJson || headerValue(headers, 'content-type') !== undefined
  return {
    method,
    origin,
    path: pathname + search,
    headers: typed ? headers : [...JSON_HEADERS, ...headers],
    body: isJson ? encodeJson(body) : body,
    guarded: true,
  }
}
