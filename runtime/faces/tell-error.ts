// Errors in the dialect of the client's endpoint: internally all errors of the gateway and of providers have the
// vendor's format.
import { encodeJson } from '../body/splice.ts'
import { isStream, type Reply } from '../call.ts'
import { endpointAt, endpointFacts } from '../endpoints.ts'
import { asObject, isObject, parseJson } from '../providers/wire/json.ts'
import { faces } from './faces.ts'

const decoder = new TextDecoder('utf-8')

/** `path` is relative to the base URL. Successful replies are unchanged. */
export function tellError(reply: Reply, path: string): Reply {
  if (reply.status < 400 || isStream(reply.body)) return reply
  const endpoint = endpointAt(path)
  const spoken =
    endpoint === 'messages/count_tokens' ? 'messages' : endpoint && endpointFacts[endpoint].streams
  if (spoken !== 'messages') return reply
  const body = asObject(parseJson(decoder.decode(reply.body)))
  // Already converted by the inbound API.
  if (body['type'] === 'error' || !isObject(body['error'])) return reply
  return { ...reply, body: encodeJson(faces.messages.error(body, reply.status)) }
}
