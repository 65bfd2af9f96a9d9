// An OpenAI chat → one that the provider accepts: renames and omissions of its provider spec, and what its quirks
// require of a history that came from elsewhere.
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import { stripExtensions } from '../../wire/extension-fields.ts'
import { fitChat } from '../../wire/fit-chat.ts'
import { hashCallId } from '../../wire/tool-call-ids.ts'
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

/**
 * The message with its files as `document_url`: a web URL, or the bytes as a data URL. Files known by their
 * id only are left as they are.
 */
function withDocumentUrls(message: JsonObject): JsonObject {
  const { content } = message
  return isList(content) ? { ...message, content: content.map(documentOf) } : message
}

function documentOf(part: Json): Json {
  if (!isObject(part) || part['type'] !== 'file') return part
  const { file_data: contents, filename } = asObject(part['file'])
  if (typeof contents !== 'string') return part
  if (contents.startsWith('data:image/')) return { type: 'image_url', image_url: { url: contents } }
  return present({ type: 'document_url', document_url: contents, document_name: asText(filename) })
}

const VALID_ID = /^[a-zA-Z0-9]{9}$/

/**
 * Tool call ids of exactly nine letters and digits. Ids of that form are unchanged; others are mapped
 * deterministically, so that a result still finds its call and the next turn maps to the same id.
 */
function shortCallIds(messages: readonly Json[]): readonly Json[] {
  const assigned = new Map<string, string>()
  const taken = new Set(messages.flatMap(idsIn).filter(identifier => VALID_ID.test(identifier)))
  const short = (identifier: Json | undefined): Json => {
    if (typeof identifier !== 'string') return identifier ?? null
    if (VALID_ID.test(identifier)) return identifier
    const known = assigned.get(identifier)
    if (known !== undefined) return known
    let shortId = hashCallId(identifier)
    for (let extra = 1; taken.has(shortId); extra += 1) shortId = hashCallId(`${identifier} ${extra}`)
    taken.add(shortId)
    assigned.set(identifier, shortId)
    return shortId
  }
  return messages.map(message => {
    if (!isObject(message)) return message
    const { tool_calls: calls, tool_call_id: toolCallId } = message
    const renamed: Record<string, Json> = { ...message }
    if (isList(calls))
      renamed['tool_calls'] = calls.map(call => (isObject(call) ? { ...call, id: short(call['id']) } : call))
    if (toolCallId !== undefined) renamed['tool_call_id'] = short(toolCallId)
    return renamed
  })
}

const idsIn = (message: Json): readonly string[] => {
  const { tool_calls: calls, tool_call_id: toolCallId }: JsonObject = isObject(message) ? message : {}
  const callIds = isList(calls) ? calls.map(call => (isObject(call) ? call['id'] : undefined)) : []
  return [...callIds, toolCallId].filter((each): each is string => typeof each === 'string')
}
