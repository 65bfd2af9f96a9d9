// Converts the reply to a chat into the client's dialect: JSON, stream or error. Headers are retained except those of
// the body.
import { asList, asObject, isList, isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { encodeJson } from '../values/body/splice.ts'
import { type Call, isStream, type Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import { rewrittenHeaders } from '../values/headers.ts'
import { withNestedCache } from '../wire/usage.ts'
import { convertChatStream, encodeEvents } from './convert-chat-stream.ts'
import type { InboundApi, InboundContext } from './inbound-api.ts'
import { replyToChunks } from './output/reply-to-chunks.ts'

/** If the client requested a stream, a non-streamed chat is converted to one. */
export function convertChatReply(
  reply: Reply,
  api: InboundApi,
  context: InboundContext,
  { stream, record }: Pick<Call, 'stream' | 'record'>,
): Reply {
  const { provider } = reply
  if (isStream(reply.body)) {
    const inbound = api.stream(context)
    const chunk = (each: JsonObject) => inbound.chunk(withNestedUsage(each, provider))
    return {
      ...reply,
      headers: eventHeaders(reply),
      body: convertChatStream(reply.body, { ...inbound, chunk }, reason => {
        record.streamError ??= reason
      }),
    }
  }
  const parsed = parseJson(new TextDecoder().decode(reply.body))
  const body = isObject(parsed) ? withNestedUsage(parsed, provider) : parsed
  if (reply.status >= 400) return withBody(reply, api.error(asObject(body), reply.status))
  if (!isObject(body) || !isList(body['choices']))
    return convertChatReply(invalidChatReply(reply), api, context, { stream, record })
  if (!stream) return withBody(reply, api.reply(body, context))
  const inboundStream = api.stream(context)
  const events = [...replyToChunks(body).flatMap(inboundStream.chunk), ...inboundStream.end()]
  return { ...reply, headers: eventHeaders(reply), body: encodeEvents(events) }
}

/**
 * Usage in a choice (Moonshot's streams: platform.kimi.ai/docs/api/chat) is that of the chat. Cached tokens in a provider-specific
 * field are nested, as the client's dialect reads them.
 */
function withNestedUsage(chat: JsonObject, provider: string | undefined): JsonObject {
  const { usage: own = null, choices } = chat
  const usage = isObject(own)
    ? own
    : asList(choices)
        .map(choice => asObject(choice)['usage'])
        .find(isObject)
  if (usage === undefined) return chat
  return { ...chat, usage: provider === undefined ? usage : withNestedCache(usage, provider) }
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
