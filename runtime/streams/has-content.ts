// Whether an event has content, after which a stream is committed to its provider: one that fails before is replaced
// by the next. A part that was only opened has none: an empty block, an item of a response without text, an empty
// delta.
import { asObject, isList, isObject, parseJson } from '../../schemas/values/json.ts'

/**
 * Fields that describe a part without being its content. Encrypted reasoning precedes anything that a client
 * shows.
 */
const DESCRIBING: ReadonlySet<string> = new Set([
  'type',
  'id',
  'index',
  'role',
  'status',
  'phase',
  'format',
  'encrypted_content',
])

/** Deeper values are not inspected, and count as content. */
const DEPTH = 8

/** True for a non-empty string, a number, or anything with one of them in a field that does not only describe it. */
function isNotEmpty(value: unknown, depth = DEPTH): boolean {
  if (depth === 0) return true
  if (isList(value)) return value.some(each => isNotEmpty(each, depth - 1))
  if (isObject(value))
    return Object.entries(value).some(([key, each]) => !DESCRIBING.has(key) && isNotEmpty(each, depth - 1))
  return value !== null && value !== undefined && value !== '' && value !== false
}

/** True for a vendor chunk with text, reasoning, a tool call or a finish reason. */
export function hasContent(chunk: unknown): boolean {
  if (!isObject(chunk) || !isList(chunk['choices'])) return false
  return chunk['choices'].some(choice => {
    if (!isObject(choice)) return false
    const { finish_reason: finish, text, delta } = choice
    return (
      (typeof finish === 'string' && finish !== '') ||
      (isNotEmpty(text) && typeof text === 'string') ||
      isNotEmpty(delta)
    )
  })
}

/** The part that an event of a response or a message begins or continues; absent if the event has none. */
const PARTS = ['delta', 'content_block', 'item', 'part'] as const

/** Events that only begin or continue a part, or end one, by their type. */
const OF_PARTS =
  /^(?:content_block_(?:start|delta)|response\.(?:output_item|content_part|reasoning_summary_part)\.added|response\..*\.delta)$/

/** Whether an event of typed events has content. `type` is its type, `data` its JSON. */
export function eventHasContent(type: string, data: string): boolean {
  if (type === 'content_block_stop') return false
  if (!OF_PARTS.test(type)) return true
  const event = asObject(parseJson(data))
  return PARTS.some(name => isNotEmpty(event[name]))
}
