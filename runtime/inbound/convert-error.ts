// Errors in the dialect of the client's endpoint: internally all errors of the gateway and of providers have the
// vendor's format.

import { asObject, isObject, parseJson } from '../../schemas/values/json.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { endpointAt, endpointFacts } from '../values/endpoints.ts'
import { trimTrailingSlashes } from '../values/query-string.ts'
import { inboundApis } from './inbound-apis.ts'

const decoder = new TextDecoder('utf-8')

/** `path` is relative to the base URL. Successful replies are unchanged. */
export function convertError(reply: Reply, path: string): Reply {
  if (reply.status < 400 || isStream(reply.body)) return reply
  const endpoint = endpointAt(trimTrailingSlashes(path))
  const dialect =
    endpoint === 'messages/count_tokens' ? 'messages' : endpoint && endpointFacts[endpoint].streamFormat
  if (dialect !== 'messages') return reply
  const body = asObject(parseJson(decoder.decode(reply.body)))
  // Already converted by the inbound API.
  if (body['type'] === 'error' || !isObject(body['error'])) return reply
  return { ...reply, body: encodeJson(inboundApis.messages.error(body, reply.status)) }
}
