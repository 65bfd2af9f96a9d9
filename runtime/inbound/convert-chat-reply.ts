// Converts the reply to a chat into the client's dialect: JSON, stream or error. Headers are retained except those of the
// body.
import { asObject, isList, isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { encodeJson } from '../values/body/splice.ts'
import { type Call, isStream, type Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import { rewrittenHeaders } from '../values/headers.ts'
import { convertChatStream, encodeEvents } from './convert-chat-stream.ts'
import type { InboundApi, InboundContext } from './inbound-api.ts'
import { replyToChunks } from './output/reply-to-chunks.ts'

/** Where the client requested a stream, a non-streamed chat is converted to one. */
export function convertChatReply(
  reply: Reply,
  api: InboundApi,
  context: InboundContext,
  { stream, record }: Pick<Call, 'stream' | 'record'>,
): Reply {
  if (isStream(reply.body))
    return {
      ...reply,
      headers: eventHeaders(reply),
      body: convertChatStream(reply.body, api.stream(context), reason => {
        record.streamError ??= reason
      }),
    }
  const body = parseJson(new TextDecoder().decode(reply.body))
  if (reply.status >= 400) return withBody(reply, api.error(asObject(body), reply.status))
  if (!isObject(body) || !isList(body['choices']))
    return convertChatReply(invalidChatReply(reply), api, context, { stream, record })
  if (!stream) return withBody(reply, api.reply(body, context))
  const inboundStream = api.stream(context)
  const events = [...replyToChunks(body).flatMap(inboundStream.chunk), ...inboundStream.end()]
  return { ...reply, headers: eventHeaders(reply), body: encodeEvents(events) }
}

const eventHeaders = (reply: Reply): Reply['headers'] => rewrittenHeaders(reply.headers, 'text/event-stream')

const withBody = (reply: Reply, body: JsonObject): Reply => ({
  ...reply,
  headers: rewrittenHeaders(reply.headers, 'application/json'),
  body: encodeJson(body),
})

function invalidChatReply({ target: path, provider, retries }: Reply): Reply {
  const reason = failure('invalid_upstream_reply', 'The reply of the provider is not a chat completion.', {
    cause: 'decode',
  })
  return { ...failureReply(reason, path, provider), retries }
}
