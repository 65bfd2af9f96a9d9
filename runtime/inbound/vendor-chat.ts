// A chat with extensions → a chat that conforms to the vendor's schema, for providers of that schema: they reject
// unknown fields. Adapters of other dialects get the chat with its extensions, except for those that they do not
// support.
import {
  asCount,
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../schemas/values/json.ts'
import { effortOfBudget } from '../wire/efforts.ts'
import { isComplete } from '../wire/fit-tools.ts'
import { plainContent } from './history/plain-content.ts'
import type { ChatRequest } from './inbound-api.ts'

/** What is needed of a provider spec. */
export interface VendorChatFacts {
  /** The extensions that the provider takes back in a history; undefined: all. */
  readonly replays?: readonly string[]
  readonly completeSchemas?: boolean
}

export function toVendorChat(
  body: JsonObject,
  { replays, completeSchemas }: VendorChatFacts = {},
): ChatRequest {
  const effortful = stripIsError(budgetToEffort(body))
  const converted = completeSchemas === true ? withoutIncomplete(effortful) : effortful
  const {
    top_k: topK = null,
    reasoning_summary: summary = null,
    cache_control: _,
    messages,
    tools,
    ...others
  } = converted.body
  const vendorChat: Record<string, Json> = { ...others }
  if (isList(messages)) vendorChat['messages'] = replayed(toVendorMessages(messages), replays)
  if (isList(tools)) vendorChat['tools'] = tools.map(withoutCacheControl)
  const dropped = [
    ...converted.dropped,
    ...(topK === null ? [] : ['top_k']),
    ...(summary === null ? [] : ['reasoning_summary']),
  ]
  return { body: vendorChat, dropped }
}

/**
 * A strict schema with an optional property is rejected by providers that require complete strict schemas. Without
 * strictness the property stays optional: requiring it as null would send clients arguments that their own schema
 * rejects.
 */
export function withoutIncomplete({ body, dropped }: ChatRequest): ChatRequest {
  const { tools, response_format: format } = body
  const { json_schema: described } = asObject(format)
  const isLax = isStrictAndOpen(described, 'schema')
  const laxTools = asList(tools).filter(tool => isStrictAndOpen(asObject(tool)['function'], 'parameters'))
  if (!isLax && laxTools.length === 0) return { body, dropped }
  const lax = (declared: Json | undefined): JsonObject => {
    const { strict: _, ...others } = asObject(declared)
    return others
  }
  const toolOf = (tool: Json): Json =>
    laxTools.includes(tool) ? { ...asObject(tool), function: lax(asObject(tool)['function']) } : tool
  return {
    body: {
      ...body,
      ...(isLax ? { response_format: { ...asObject(format), json_schema: lax(described) } } : {}),
      ...(isList(tools) ? { tools: tools.map(toolOf) } : {}),
    },
    dropped: [
      ...dropped,
      ...(isLax ? ['response_format.json_schema.strict'] : []),
      ...(laxTools.length > 0 ? ['tools.strict'] : []),
    ],
  }
}

function isStrictAndOpen(declared: Json | undefined, schema: string): boolean {
  const { strict, [schema]: value = null } = asObject(declared)
  return strict === true && !isComplete(value)
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

/** Fields of replies of some hosts beyond the schema. */
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

/** A message that consists of opaque blocks has no content for another provider. */
const hasContent = ({ role, content = null, tool_calls: calls }: JsonObject): boolean =>
  role !== 'assistant' || asList(calls).length > 0 || (content !== null && content !== '')

/** A result that consists of images is empty: they are in the following message. */
const toolResultText = (texts: readonly JsonObject[]): Json => (texts.length === 0 ? '' : plainContent(texts))

/**
 * A thinking budget → a reasoning effort, for targets that do not support budgets; others get the client's `thinking`
 * unchanged. Disabled and adaptive thinking set no effort.
 */
export function budgetToEffort(body: JsonObject): ChatRequest {
  const { thinking, ...others } = body
  const { type, budget_tokens: budget, ...more } = asObject(thinking)
  const dropped = Object.keys(more).length > 0 ? ['thinking'] : []
  const tokens = type === 'enabled' ? asCount(budget) : undefined
  if (tokens === undefined || others['reasoning_effort'] !== undefined) return { body: others, dropped }
  return { body: { ...others, reasoning_effort: effortOfBudget(tokens) }, dropped }
}

/** Dialects that support `thinking` natively. */
const THINKING_DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'google', 'cohere'])

export const supportsThinkingBudget = (dialect: string, model: string): boolean =>
  THINKING_DIALECTS.has(dialect) || /claude/i.test(model)

/** Dialects that support `is_error` of a tool result. */
const IS_ERROR_DIALECTS: ReadonlySet<string> = new Set([
  'anthropic',
  'cloud1',
  'cloud2-messages',
  'cloud3',
  'google',
])

export const supportsIsError = (dialect: string): boolean => IS_ERROR_DIALECTS.has(dialect)

/** Removes `is_error` and reports it as dropped. The content of the result has to describe the error. */
export function stripIsError({ body, dropped }: ChatRequest): ChatRequest {
  const { messages } = body
  const hasIsError = isList(messages) && messages.some(message => isObject(message) && 'is_error' in message)
  if (!hasIsError) return { body, dropped }
  const stripped = messages.map(message => {
    if (!isObject(message)) return message
    const { is_error: _, ...others } = message
    return others
  })
  return { body: { ...body, messages: stripped } satisfies JsonObject, dropped: [...dropped, 'is_error'] }
}
