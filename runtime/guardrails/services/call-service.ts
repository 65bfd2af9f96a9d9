// Calls a service whose response must be 2xx JSON, with the headers of its config; and the reason that it gives for
// its verdict. Errors are sentences without any content of the response, since a service may echo what it received.
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { CheckContext, CheckPorts, ServiceReply, ServiceRequest } from '../check.ts'

/** Why the call failed, as a sentence. */
export interface ServiceError {
  readonly fault: string
}

/** The 2xx response, with any body; `service` is the name used in error messages. */
export async function callService(
  service: string,
  request: ServiceRequest,
  { callService: send }: Pick<CheckPorts, 'callService'>,
): Promise<{ readonly reply: ServiceReply } | ServiceError> {
  const reply = await send(request)
  if (isFailure(reply)) return { fault: `${service} ${failurePhrase(reply)}.` }
  if (reply.status > 299) return { fault: `${service} responded with status ${reply.status}.` }
  return { reply }
}

/** The 2xx response parsed as JSON. */
export async function callServiceForJson(
  service: string,
  request: ServiceRequest,
  ports: Pick<CheckPorts, 'callService'>,
): Promise<{ readonly json: unknown; readonly reply: ServiceReply } | ServiceError> {
  const response = await callService(service, request, ports)
  if ('fault' in response) return response
  const { reply } = response
  const json = reply.json()
  return json === undefined ? { fault: `${service} returned invalid JSON.` } : { json, reply }
}

/** The end of a sentence. Messages of gateway failures mention providers, which does not apply here. */
function failurePhrase({ code, cause, message }: Failure): string {
  if (code === 'timeout') return 'did not respond in time'
  if (cause === 'too-large') return 'sent a response that is too large'
  if (code === 'blocked_host' && cause !== undefined) return 'has a blocked address'
  return cause === undefined
    ? `was not called: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`
    : `could not be reached (${cause})`
}

/** The headers that a config sends to its own service: literal ones, and the credential. */
interface ServiceHeaders {
  readonly headers?: Readonly<Record<string, string>>
  readonly secretHeader: string
  readonly secretPrefix: string
}

export function linkServiceHeaders(
  { headers = {}, secretHeader, secretPrefix }: ServiceHeaders,
  { credential }: Pick<CheckContext, 'credential'>,
): Headers {
  const secret = credential('secret')
  return [
    ...Object.entries(headers).flat(),
    ...(secret === undefined ? [] : [secretHeader, secretPrefix + secret]),
  ]
}

const MAX_REASON_LENGTH = 200

/**
 * The sentence, followed by the reason that a service or model gives when there is one to show. It may quote
 * the evaluated text, so it is shown only when the config allows it, as a single line.
 */
export function withServiceReason(sentence: string, reason: unknown, show: boolean): string {
  if (!show || typeof reason !== 'string') return sentence
  const line = reason
    .slice(0, 4 * MAX_REASON_LENGTH)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (line === '') return sentence
  const short = line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH).toWellFormed()}…` : line
  return `${sentence.replace(/\.$/, '')}: ${short.replace(/\.$/, '')}.`
}
