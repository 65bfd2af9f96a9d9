// Converts the reply to a chat into the client's dialect: JSON, stream or error. Headers are retained except those of the
// body.
import type { JsonObject } from '../../compiler/source.ts'
import { encodeJson } from '../body/splice.ts'
import { isStream, type Reply } from '../call.ts'
import { failure } from '../failures.ts'
import { rewrittenHeaders } from '../link/reply-headers.ts'
import { asObject, isList, isObject, parseJson } from '../providers/wire/json.ts'
import { failureReply } from '../reply.ts'
import { unfold } from './answer/unfold.ts'
import type { Face, FaceContext } from './face.ts'
import { encodeEvents, wornStream } from './worn-stream.ts'

/** `stream`: whether the client requested a stream; a non-streamed chat is then converted to one. */
export function wearFace(reply: Reply, face: Face, context: FaceContext, stream: boolean): Reply {
  if (isStream(reply.body))
    return { ...reply, headers: eventHeaders(reply), body: wornStream(reply.body, face.stream(context)) }
  const body = parseJson(new TextDecoder().decode(reply.body))
  if (reply.status >= 400) return withBody(reply, face.error(asObject(body), reply.status))
  if (!isObject(body) || !isList(body['choices'])) return wearFace(notAChat(reply), face, context, stream)
  if (!stream) return withBody(reply, face.reply(body, context))
  const teller = face.stream(context)
  const events = [...unfold(body).flatMap(teller.chunk), ...teller.end()]
  return { ...reply, headers: eventHeaders(reply), body: encodeEvents(events) }
}

const eventHeaders = (reply: Reply): Reply['headers'] => rewrittenHeaders(reply.headers, 'text/event-stream')

const withBody = (reply: Reply, body: JsonObject): Reply => ({
  ...reply,
  headers: rewrittenHeaders(reply.headers, 'application/json'),
  body: encodeJson(body),
})

function notAChat({ at, provider, retries }: Reply): Reply {
  const reason = failure('invalid_upstream_reply', 'The reply of the provider is not a chat completion.', {
    cause: 'decode',
  })
  return { ...failureReply(reason, at, provider), retries }
}
