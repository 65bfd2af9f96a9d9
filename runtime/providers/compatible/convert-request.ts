// An OpenAI chat → one that the provider accepts: renames and omissions of its provider spec, and what its quirks
// require of a history that came from elsewhere.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, isList, isObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import { stripExtensions } from '../../wire/extension-fields.ts'
import { fitChat } from '../../wire/fit-chat.ts'
import { withDocumentUrls } from './documents.ts'
import { shortCallIds } from './short-call-ids.ts'
import { inlineReasoning } from './text-and-thinking.ts'

export function convertRequest(chat: JsonObject, context: AdapterContext): ProviderBody {
  const { omits = [], renames = {}, quirks = [] } = context
  const { body, dropped: foreign } = fitChat(chat, context)
  const dropped: string[] = [...foreign]
  const converted: Record<string, Json> = {}
  for (const [name, value] of Object.entries(body)) {
    const newName = renames[name]
    if (omits.includes(name)) {
      // Clients that request usage get it even where the provider has no option for it.
      if (name !== 'stream_options') dropped.push(name)
    } else if (newName === undefined) converted[name] = value
    else if (body[newName] === undefined) converted[newName] = value
  }
  const { messages } = converted
  if (isList(messages)) converted['messages'] = convertMessages(messages, quirks)
  return { body: converted, dropped: dropped.sort() }
}

function convertMessages(messages: readonly Json[], quirks: readonly string[]): readonly Json[] {
  const stripped = asList(stripExtensions(messages, false))
  const withCallIds = quirks.includes('short-call-ids') ? shortCallIds(stripped) : stripped
  const converters = QUIRKS.filter(([quirk]) => quirks.includes(quirk))
  return withCallIds.map((message, index) =>
    isObject(message)
      ? converters.reduce((each, [, convert]) => convert(each, index === messages.length - 1), message)
      : message,
  )
}

type MessageConverter = (message: JsonObject, isLast: boolean) => JsonObject

/** What each quirk changes in a message. */
const QUIRKS: readonly (readonly [quirk: string, convert: MessageConverter])[] = [
  ['thinking-in-content', message => inlineReasoning(message)],
  ['document-url', message => withDocumentUrls(message)],
  ['prefix-mark', markPrefix],
]

/** A reply that the client began is continued only where it is marked. */
function markPrefix(message: JsonObject, isLast: boolean): JsonObject {
  const isBegun = isLast && message['role'] === 'assistant' && asList(message['tool_calls']).length === 0
  return isBegun ? { prefix: true, ...message } : message
}
