// Adds a prefix to a message of a request, in each inbound dialect. Pure: returns a new body, or undefined when the
// body has no text that can take it.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { isObject } from '../../../../schemas/values/json.ts'
import type { Endpoint } from '../../../values/adapter.ts'

export interface PrefixOptions {
  readonly prefix: string
  readonly applyToRole: 'user' | 'system' | 'assistant'
  /** Which message of another role than the system's. */
  readonly message: 'first' | 'last'
  /** Prepends to the existing message; otherwise adds a separate message. */
  readonly addToExisting: boolean
  /** Only when there is no message of that role. */
  readonly onlyIfEmpty: boolean
}

/** The fields of a dialect for messages, and for instructions when these are not a message. */
interface MessageFields {
  readonly messages: string
  readonly instructions?: string
  readonly part: string
}

const MESSAGE_FIELDS: { readonly [E in Endpoint]?: MessageFields } = {
  'chat/completions': { messages: 'messages', part: 'text' },
  messages: { messages: 'messages', instructions: 'system', part: 'text' },
  'messages/count_tokens': { messages: 'messages', instructions: 'system', part: 'text' },
  responses: { messages: 'input', instructions: 'instructions', part: 'input_text' },
}

/** Bodies without roles: their content belongs to the user. */
const TEXT_FIELDS: { readonly [E in Endpoint]?: string } = { completions: 'prompt', embeddings: 'input' }

export function prefixRequest(
  endpoint: Endpoint | undefined,
  body: JsonObject,
  options: PrefixOptions,
): JsonObject | undefined {
  if (endpoint === undefined) return undefined
  const text = TEXT_FIELDS[endpoint]
  if (text !== undefined) return prefixTexts(body, text, options)
  const fields = MESSAGE_FIELDS[endpoint]
  if (fields === undefined) return undefined
  const { instructions } = fields
  if (options.applyToRole === 'system' && instructions !== undefined)
    return prefixInstructions(body, instructions, options)
  return prefixMessages(body, fields, options)
}

function prefixTexts(body: JsonObject, field: string, options: PrefixOptions): JsonObject | undefined {
  const value = body[field]
  if (options.applyToRole !== 'user' || options.onlyIfEmpty) return undefined
  if (typeof value === 'string') return { ...body, [field]: options.prefix + value }
  if (!Array.isArray(value) || !value.every(item => typeof item === 'string')) return undefined
  return { ...body, [field]: value.map(item => options.prefix + item) }
}

function prefixInstructions(body: JsonObject, field: string, options: PrefixOptions): JsonObject | undefined {
  const value = body[field] ?? null
  if (value === null) return { ...body, [field]: options.prefix }
  if (options.onlyIfEmpty) return undefined
  const block = { type: 'text', text: options.prefix }
  if (typeof value === 'string')
    return { ...body, [field]: `${options.prefix}${options.addToExisting ? '' : '\n'}${value}` }
  return Array.isArray(value) ? { ...body, [field]: [block, ...(value as readonly Json[])] } : undefined
}

function prefixMessages(
  body: JsonObject,
  { messages: field, part }: MessageFields,
  options: PrefixOptions,
): JsonObject | undefined {
  const list = body[field]
  // A string in place of messages is a user message.
  const messages: Json | undefined = typeof list === 'string' ? [{ role: 'user', content: list }] : list
  if (!Array.isArray(messages)) return undefined
  const existingIndex = findMessage(messages, options)
  if (existingIndex >= 0 && options.onlyIfEmpty) return undefined
  const message = { role: options.applyToRole, content: options.prefix }
  const index = existingIndex >= 0 ? existingIndex : options.applyToRole === 'system' ? 0 : messages.length
  const existing =
    options.addToExisting && existingIndex >= 0 ? (messages[existingIndex] as JsonObject) : undefined
  const content =
    existing === undefined ? undefined : prefixContent(existing['content'], options.prefix, part)
  const changed =
    content === undefined
      ? messages.toSpliced(index, 0, message)
      : messages.toSpliced(index, 1, { ...existing, content })
  return { ...body, [field]: changed as readonly Json[] }
}

/** Index of the first system (or developer) message, or of the first or last of another role; -1 when there is none. */
function findMessage(
  messages: readonly Json[],
  { applyToRole: role, message: which }: Pick<PrefixOptions, 'applyToRole' | 'message'>,
): number {
  const has = (message: Json): boolean => {
    if (!isObject(message) || isToolResults(message['content'])) return false
    return message['role'] === role || (role === 'system' && message['role'] === 'developer')
  }
  return role === 'system' || which === 'first' ? messages.findIndex(has) : messages.findLastIndex(has)
}

const isText = (part: Json): part is JsonObject => isObject(part) && typeof part['text'] === 'string'

/** A message that holds only tool results cannot have text before them. */
const isToolResults = (content: Json | undefined): boolean =>
  Array.isArray(content) &&
  content.some(part => isObject(part) && part['type'] === 'tool_result') &&
  !content.some(isText)

function prefixContent(content: Json | undefined, prefix: string, type: string): Json | undefined {
  if (typeof content === 'string') return prefix + content
  if (content === null) return prefix
  if (!Array.isArray(content)) return undefined
  const parts = content as readonly Json[]
  const at = parts.findIndex(isText)
  const first = parts[at]
  if (first === undefined || !isText(first)) return [{ type, text: prefix }, ...parts]
  return parts.with(at, { ...first, text: `${prefix}${String(first['text'])}` })
}
