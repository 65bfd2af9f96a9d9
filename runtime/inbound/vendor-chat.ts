// A chat with extensions → a chat that conforms to the vendor's schema, for providers of that schema: they reject unknown
// fields. Adapters of other dialects get the chat with its extensions.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, isList, isObject } from '../../schemas/values/json.ts'
import { plainContent } from './history/plain-content.ts'
import type { ChatRequest } from './inbound-api.ts'
import { budgetToEffort } from './reasoning-effort.ts'
import { stripIsError } from './tool-result-errors.ts'

/** `replays` are the extensions that the provider takes back in a history; undefined: all. */
export function toVendorChat(body: JsonObject, replays?: readonly string[]): ChatRequest {
  const converted = stripIsError(budgetToEffort(body))
  const { top_k: topK = null, cache_control: _, messages, tools, ...others } = converted.body
  const vendorChat: Record<string, Json> = { ...others }
  if (isList(messages)) vendorChat['messages'] = replayed(toVendorMessages(messages), replays)
  if (isList(tools)) vendorChat['tools'] = tools.map(withoutCacheControl)
  return { body: vendorChat, dropped: topK === null ? converted.dropped : [...converted.dropped, 'top_k'] }
}

/** `cache_control` is only a hint, so it is removed without being reported. */
function withoutCacheControl(value: Json): Json {
  if (!isObject(value)) return value
  const { cache_control: _, ...others } = value
  return others
}

function toVendorMessages(messages: readonly Json[]): readonly Json[] {
  const converted: Json[] = []
  // Non-text content of tool results, until after the last consecutive one: nothing may appear between them.
  let pendingParts: JsonObject[] = []
  const flushParts = (): void => {
    if (pendingParts.length > 0) converted.push({ role: 'user', content: pendingParts })
    pendingParts = []
  }
  for (const message of messages) {
    if (!isObject(message)) continue
    const { content_blocks: _, content = null, ...others } = message
    const parts = isList(content) ? asList(content).map(withoutCacheControl).filter(isObject) : undefined
    if (message['role'] !== 'tool') {
      flushParts()
      if (hasContent(message)) converted.push({ ...others, content: parts ? plainContent(parts) : content })
    } else {
      const texts = parts?.filter(part => part['type'] === 'text')
      pendingParts.push(...(parts ?? []).filter(part => part['type'] !== 'text'))
      converted.push({ ...others, content: texts ? toolResultText(texts) : content })
    }
  }
  flushParts()
  return converted
}

/** What replies of some hosts have beside the schema. */
const EXTENSIONS = ['extra_content', 'reasoning', 'reasoning_content', 'reasoning_details']

function replayed(messages: readonly Json[], replays: readonly string[] | undefined): readonly Json[] {
  const refused = replays && EXTENSIONS.filter(name => !replays.includes(name))
  if (refused === undefined || refused.length === 0) return messages
  const without = (value: Json): Json => {
    if (!isObject(value)) return value
    const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !refused.includes(name)))
    const { tool_calls: calls } = kept
    return isList(calls) ? { ...kept, tool_calls: calls.map(without) } : kept
  }
  return messages.map(without)
}

/** A message of opaque blocks alone has no content for another provider. */
const hasContent = ({ role, content = null, tool_calls: calls }: JsonObject): boolean =>
  role !== 'assistant' || asList(calls).length > 0 || (content !== null && content !== '')

/** A result that consists of images only is empty: they are in the message after it. */
const toolResultText = (texts: readonly JsonObject[]): Json => (texts.length === 0 ? '' : plainContent(texts))
