// Text completions of providers that have chats alone. Errors are those of chats.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, writeJson } from '../../../schemas/values/json.ts'
import { completionChunk, completionFromChat } from '../../wire/completion-from-chat.ts'
import { vendorErrorBody } from '../../wire/error.ts'
import type { InboundApi, InboundContext, InboundEvent, InboundStream } from '../inbound-api.ts'
import { convertRequest } from './convert-request.ts'

export const completionsApi: InboundApi = {
  request: convertRequest,
  parameterName: name => name,
  reply: (chat, context) => completionFromChat(chat, headOf(context)),
  stream: encodeStream,
  error: body => body,
}

const headOf = ({ identifier, now, model }: InboundContext) => ({
  id: `cmpl-${identifier}`,
  created: now,
  model,
})

function encodeStream(context: InboundContext): InboundStream {
  const head = headOf(context)
  const includeUsage = asObject(context.request['stream_options'])['include_usage'] === true
  const event = (body: JsonObject): InboundEvent => ({ data: writeJson(body) })
  return {
    chunk: chunk => {
      const converted = completionChunk(chunk, head, includeUsage)
      return converted === undefined ? [] : [event(converted)]
    },
    end: () => [{ data: '[DONE]' }],
    error: error => [event(vendorErrorBody(error))],
  }
}
