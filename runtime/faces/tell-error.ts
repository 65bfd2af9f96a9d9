// Errors as the client of an endpoint reads them: every failure of the gateway and every error of a provider has the
// vendor's shape inside, and clients of another dialect look for theirs.
import { encodeJson } from '../body/splice.ts'
import { isStream, type Reply } from '../call.ts'
import { endpointAt, endpointFacts } from '../endpoints.ts'
import { asObject, isObject, parseJson } from '../providers/wire/json.ts'
import { faces } from './faces.ts'

const decoder = new TextDecoder('utf-8')

/** `path` is below the base URL. Replies that are no errors stay as they are. */
export function tellError(reply: Reply, path: string): Reply {
  if (reply.status < 400 || isStream(reply.body)) return reply
  const endpoint = endpointAt(path)
  const spoken =
    endpoint === 'messages/count_tokens' ? 'messages' : endpoint && endpointFacts[endpoint].streams
  if (spoken !== 'messages') return reply
  const body = asObject(parseJson(decoder.decode(reply.body)))
  // A face that was worn has told its error already.
  if (body['type'] === 'error' || !isObject(body['error'])) return reply
  return { ...reply, body: encodeJson(faces.messages.error(body, reply.status)) }
}
