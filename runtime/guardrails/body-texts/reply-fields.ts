// Which fields of a reply are not texts. Everything else is one: what a provider adds to its replies, and the items of
// tools that the vendors add, are read without being known here.
import { isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { FIELDS_WITHOUT_TEXT } from './content-parts.ts'
import type { TextPath } from './text-location.ts'

/** How a field that no reader knows is read: not, each string in it, or by the names of its own fields. */
export type FieldKind = 'no text' | 'all text' | 'fields'

const NO_TEXTS: ReadonlySet<string> = new Set([
  ...FIELDS_WITHOUT_TEXT,
  // They identify a thing, its version, or who made it.
  'created_by',
  'fingerprint',
  'id',
  'system_fingerprint',
  'version',
  // Names of tools, models and providers: clients call by them.
  'model',
  'namespace',
  'provider',
  'server_label',
  'tool_name',
  'toolset_name',
  // Choices from a list, by which clients decide what to do.
  'access_programs',
  'background',
  'button',
  'category_applied_input_types',
  'context_compression',
  'effort',
  'error_code',
  'error_type',
  'execution',
  'file_type',
  'finish_reason',
  'media_type',
  'mime_type',
  'mode',
  'moderation_stage',
  'native_finish_reason',
  'object',
  'output_format',
  'phase',
  'quality',
  'role',
  'service_tier',
  'severity',
  'size',
  'stop_reason',
  'ttl',
  // Media as bytes, and addresses of media, which are often signed.
  'audio_url',
  'b64_json',
  'file_data',
  'file_url',
  'image_url',
  'partial_image_b64',
  'video_url',
  // What adjacent texts say, which is emptied when they are rewritten.
  'content_blocks',
  // Counts and prices; and random characters that hide the length of an event.
  'obfuscation',
  'usage',
  // One of the request's own.
  'stop_sequence',
])

/** Other identifiers, times, and what only the provider can read. */
const NO_TEXT_NAMES = /^ids$|_ids?$|[a-z]Ids?$|_at$|^encrypted_|[sS]ignature$/

/** Fields of a whole reply in which it repeats its request. */
const REPEATED: ReadonlySet<string> = new Set([
  'instructions',
  'metadata',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'text',
  'tool_choice',
  'tools',
  'truncation',
  'user',
])
const REPLIES: ReadonlySet<unknown> = new Set(['response', 'chat.completion', 'chat.completion.chunk'])

/** Fields that are not texts in some objects. */
const CONDITIONAL: Readonly<Record<string, (owner: JsonObject, path: TextPath) => boolean>> = {
  // The name by which a client calls a tool.
  name: (owner, path) => CALLED.has(path?.step) || CALL_FIELDS.some(field => Object.hasOwn(owner, field)),
  // Bytes of media, and reasoning that only the provider can read.
  data: ({ type }, path) =>
    (typeof type === 'string' && SEALED_DATA.test(type)) || MEDIA_OBJECTS.has(path?.step),
  // How closely an image or a file was looked at.
  detail: ({ type }) => typeof type === 'string' && type.startsWith('input_'),
  delta: ({ type }) => type === 'response.audio.delta',
  result: ({ type }) => type === 'image_generation_call',
  url: ({ type }) => type === 'image',
  // An error's.
  code: ({ message }) => typeof message === 'string',
  param: ({ message }) => typeof message === 'string',
  reason: (_owner, path) => DETAILS.has(path?.step),
  category: ({ type }) => type === 'refusal',
  // What to draw, where it is not an object: `generate` or `edit`.
  action: ({ type, action }) => type === 'image_generation_call' && !isObject(action),
  // Tools of the request that a search selected, or a client added.
  tools: ({ type }) => type === 'tool_search_output' || type === 'additional_tools',
}
const DETAILS: ReadonlySet<unknown> = new Set(['incomplete_details', 'prompt_cache_diagnostics'])
const CALL_FIELDS = ['arguments', 'call_id', 'input', 'input_schema']
const CALLED: ReadonlySet<unknown> = new Set(['custom', 'function', 'function_call'])
const MEDIA_OBJECTS: ReadonlySet<unknown> = new Set(['audio', 'inlineData', 'inline_data', 'input_audio'])
const SEALED_DATA = /^(?:base64|redacted_thinking|reasoning\.encrypted)$/

/** Objects with names of their own, as tools return them: no name in them means anything here. */
const FREE: ReadonlySet<string> = new Set(['arguments', 'attributes', 'env', 'structured_content'])

/** Files as bytes; their field may have any name. */
const BYTES = /^data:[^,]{0,200};base64,/
export const isBytes = (value: Json | undefined): boolean => typeof value === 'string' && BYTES.test(value)

/** How a field of a reply is read. */
export function replyFieldKind(name: string, owner: JsonObject, path: TextPath): FieldKind {
  if (NO_TEXTS.has(name)) return 'no text'
  if (Object.hasOwn(CONDITIONAL, name) && CONDITIONAL[name]?.(owner, path) === true) return 'no text'
  if (REPEATED.has(name) && REPLIES.has(owner['object'])) return 'no text'
  if (FREE.has(name)) return 'all text'
  return NO_TEXT_NAMES.test(name) || isBytes(owner[name]) ? 'no text' : 'fields'
}
