// Counting the tokens of an Anthropic messages request at OpenAI: as a chat in the form of a response, at `/responses/input_tokens`,
// which takes the input of `/responses`.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isList, isObject, present } from '../../../schemas/values/json.ts'
import { fromCountReply, toCountRequest } from '../../inbound/messages/token-counting.ts'
import { toVendorChat } from '../../inbound/vendor-chat.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { boundCallId } from '../../wire/tool-call-ids.ts'

const countTokens: EndpointAdapter = {
  request: (body, context) => toCountRequest(body, context, convertChat),
  reply: body => fromCountReply(asObject(body)['input_tokens']),
}

export const openai: ProviderAdapter = { endpoints: { 'messages/count_tokens': countTokens } }

function convertChat(chat: JsonObject, { facts, model }: AdapterContext): ProviderBody {
  const vendor = toVendorChat(chat, { replays: [], completeSchemas: true })
  const { body, dropped } = fitToFamily(vendor.body, facts)
  const { messages, tools, tool_choice: choice, parallel_tool_calls, response_format: format } = body
  const counted = present({
    model,
    input: asList(messages).flatMap(message => itemsOf(asObject(message))),
    tools: isList(tools) ? tools.map(toolOf) : undefined,
    tool_choice: isObject(choice) ? flat('function', asObject(choice['function'])) : choice,
    parallel_tool_calls,
    text: isObject(format) ? { format: formatOf(format) } : undefined,
  })
  return { body: counted, dropped: [...vendor.dropped, ...dropped] }
}

const flat = (type: string, described: JsonObject): JsonObject => ({ type, ...described })

/** A response is strict by default. */
const toolOf = (tool: Json): JsonObject => ({
  strict: false,
  ...flat('function', asObject(asObject(tool)['function'])),
})

const formatOf = ({ type, json_schema: described }: JsonObject): JsonObject => ({
  type: type ?? null,
  ...asObject(described),
})

/** The most characters of the id of a call. */
const MAX_ID_LENGTH = 64

const idOf = (value: Json | undefined): string =>
  boundCallId(typeof value === 'string' ? value : '', MAX_ID_LENGTH)

/** The items of a message: itself, and its calls. */
function itemsOf({
  role,
  content = null,
  tool_calls: calls,
  tool_call_id: id,
}: JsonObject): readonly JsonObject[] {
  if (role === 'tool') return [{ type: 'function_call_output', call_id: idOf(id), output: textOf(content) }]
  const isOwn = role === 'assistant'
  const parts = isList(content) ? content.map(part => partOf(asObject(part), isOwn)) : content
  const message = parts === null || parts === '' ? [] : [{ role: role ?? null, content: parts }]
  const called = asList(calls)
    .map(asObject)
    .map(({ id: callId, function: named }) => ({
      type: 'function_call',
      call_id: idOf(callId),
      ...asObject(named),
    }))
  return [...message, ...called]
}

const textOf = (content: Json): Json =>
  isList(content) ? content.map(part => asObject(part)['text'] ?? '').join('\n') : content

function partOf({ type, text, image_url: image, file }: JsonObject, isOwn: boolean): JsonObject {
  switch (type) {
    case 'image_url': {
      const { url, detail } = asObject(image)
      return present({ type: 'input_image', image_url: url, detail })
    }
    case 'file':
      return { type: 'input_file', ...asObject(file) }
    default:
      return { type: isOwn ? 'output_text' : 'input_text', text: text ?? '' }
  }
}
