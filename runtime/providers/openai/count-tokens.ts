// Counting the tokens of an Anthropic messages request at OpenAI: as a chat in the form of a response, at `/responses/input_tokens`,
// which takes the input of `/responses`.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isObject, present } from '../../../schemas/values/json.ts'
import { fromCountReply, toCountRequest } from '../../inbound/messages/token-counting.ts'
import { toVendorChat } from '../../inbound/vendor-chat.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { formatOf, itemsOfMessages, toolFields } from './chat-to-response.ts'

const countTokens: EndpointAdapter = {
  request: (body, context) => toCountRequest(body, context, convertChat),
  reply: body => fromCountReply(asObject(body)['input_tokens']),
}

export const openai: ProviderAdapter = { endpoints: { 'messages/count_tokens': countTokens } }

function convertChat(chat: JsonObject, { facts, model }: AdapterContext): ProviderBody {
  const vendor = toVendorChat(chat, { replays: [], completeSchemas: true })
  const { body, dropped } = fitToFamily(vendor.body, facts)
  const { messages, response_format: format } = body
  const counted = present({
    model,
    input: itemsOfMessages(messages, undefined),
    ...toolFields(body),
    text: isObject(format) ? { format: formatOf(format) } : undefined,
  })
  return { body: counted, dropped: [...vendor.dropped, ...dropped] }
}
