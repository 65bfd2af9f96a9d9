// Calls a service whose response must be 2xx JSON. Errors are sentences without any content of the response, since a
// service may echo what it received.
import { type Failure, isFailure } from '../../values/failures.ts'
import type { CheckPorts, ServiceReply, ServiceRequest } from '../check.ts'

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
