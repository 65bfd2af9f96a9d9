// One question to a service whose answer must be JSON with a status of 2xx. What else may come is told in a sentence
// that holds nothing of the answer: a service may repeat what it was told.
import { type Failure, isFailure } from '../../failures.ts'
import type { CheckPorts, ServiceReply, ServiceRequest } from '../check.ts'

/** Why there is no answer, as a sentence. */
export interface Unanswered {
  readonly fault: string
}

/** The reply, whatever it is made of; `service` is how sentences call who is asked. */
export async function askService(
  service: string,
  request: ServiceRequest,
  { ask }: Pick<CheckPorts, 'ask'>,
): Promise<{ readonly reply: ServiceReply } | Unanswered> {
  const reply = await ask(request)
  if (isFailure(reply)) return { fault: `${service} ${silence(reply)}.` }
  if (reply.status > 299) return { fault: `${service} answered with status ${reply.status}.` }
  return { reply }
}

/** The JSON that it answers with. */
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
    ? { fault: `${service} answered with something that is no JSON.` }
    : { json, reply }
}

/** The end of a sentence. Messages of failures speak of providers, and none is asked here. */
function silence({ code, cause, message }: Failure): string {
  if (code === 'timeout') return 'did not answer in time'
  if (cause === 'too-large') return 'answered with more than is read'
  if (code === 'blocked_host' && cause !== undefined) return 'has an address that may not be called (blocked)'
  return cause === undefined
    ? `was not asked: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`
    : `could not be asked (${cause})`
}
