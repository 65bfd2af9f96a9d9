// The last event of a stream that passes unread and breaks: an error in the format of the client's API.
import { asObject, parseJson } from '../../schemas/values/json.ts'
import { isStream, type Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import type { Failure } from '../values/failures.ts'
import { headerValue, isEventStream } from '../values/headers.ts'
import { convertError } from './convert-error.ts'

/** Whether an event may be appended to the stream: it is not encoded, and its length was not announced. */
export const takesFailureEvent = ({ headers, body }: Pick<Reply, 'headers' | 'body'>): boolean =>
  isStream(body) &&
  isEventStream(headers) &&
  headerValue(headers, 'content-length') === undefined &&
  (headerValue(headers, 'content-encoding') ?? 'identity').toLowerCase() === 'identity'

/** Begins with an empty line, which ends an event that was cut. The other parameters are those of `convertError`. */
export function failureEvent(
  reason: Failure,
  path: string,
  pathname: string,
  isAnthropic: boolean,
): Uint8Array {
  const { body } = convertError(failureReply(reason), path, pathname, isAnthropic)
  const json = new TextDecoder().decode(body instanceof Uint8Array ? body : new Uint8Array(0))
  const name = asObject(parseJson(json))['type'] === 'error' ? 'event: error\n' : ''
  return new TextEncoder().encode(`\n\n${name}data: ${json}\n\n`)
}
