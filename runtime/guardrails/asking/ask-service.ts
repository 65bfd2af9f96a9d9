// Calls a service whose response must be 2xx JSON. Errors are sentences without any content of the response, since a
// service may echo what it received.
import { type Failure, isFailure } from '../../failures.ts'
import type { CheckPorts, ServiceReply, ServiceRequest } from '../check.ts'

/** Why the call failed, as a sentence. */
export interface Unanswered {
  readonly fault: string
}

/** The 2xx response, with any body; `service` is the name used in error messages. */
export async function askService(
  service: string,
  request: ServiceRequest,
  { ask }: Pick<CheckPorts, 'ask'>,
): Promise<{ readonly reply: ServiceReply } | Unanswered> {
  const reply = await ask(request)
  if (isFailure(reply)) return { fault: `${service} ${silence(reply)}.` }
  if (reply.status > 299) return { fault: `${service} responded with status ${reply.status}.` }
  return { reply }
}

/** The 2xx response parsed as JSON. */
export async function askForJson(
  service: string,
  request: ServiceRequest,
  ports: Pick<CheckPorts, 'ask'>,
): Promise<{ readonly json: unknown; readonly reply: ServiceReply } | Unanswered> {
  const answer = await askService(service, request, ports)
  if ('fault' in answer) return answer
  const { reply } = answer
  const json = reply.json()
  return json === undefined
    ? { fault: `${service} responded with something that is not JSON.` }
    : { json, reply }
}

/** The end of a sentence. Messages of gateway failures mention providers, which does not apply here. */
function silence({ code, cause, message }: Failure): string {
  if (code === 'timeout') return 'did not respond in time'
  if (cause === 'too-large') return 'sent a response that is too large'
  if (code === 'blocked_host' && cause !== undefined) return 'has a blocked address'
  return cause === undefined
    ? `was not called: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`
    : `could not be reached (${cause})`
}
