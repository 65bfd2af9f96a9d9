// The vendor's first form of tool calls (`function_call`, and results with the role `function`) → `tool_calls` and the
// role `tool`, which is what dialects are converted from. A message had one call, and its result follows.
import type { Json } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'

/** One message for each; the argument itself if it has no such call. */
export function withToolCalls(messages: readonly Json[]): readonly Json[] {
  if (!messages.some(isLegacy)) return messages
  let latest = 0
  return messages.map((message, index) => {
    if (!isObject(message)) return message
    if (isLegacyResult(message)) {
      const { name: _, ...result } = message
      return { ...result, role: 'tool', tool_call_id: idAt(latest) }
    }
    if (!isLegacyCall(message)) return message
    latest = index
    const { function_call: called = null, ...others } = message
    return { ...others, tool_calls: [{ id: idAt(index), type: 'function', function: called }] }
  })
}

const idAt = (index: number): string => `call_${index}`

const isLegacy = (message: Json): boolean => isLegacyResult(message) || isLegacyCall(message)

const isLegacyResult = (message: Json): boolean => isObject(message) && message['role'] === 'function'

const isLegacyCall = (message: Json): boolean =>
  isObject(message) && isObject(message['function_call']) && !isList(message['tool_calls'])
