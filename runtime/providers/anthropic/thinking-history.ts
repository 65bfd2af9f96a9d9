// Where the dialect rejects thinking with a budget: beside a forced tool, before a turn that is already begun, and in
// a round of tool calls whose thinking did not come back. The adaptive form has none of these restrictions.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../schemas/values/json.ts'

export function forbidsBudget(body: JsonObject): boolean {
  if (forcesTool(body)) return true
  const messages = asList(body['messages']).filter(isObject)
  if (messages.at(-1)?.['role'] === 'assistant') return true
  const lastReply = messages.findLast(message => message['role'] === 'assistant')
  return lastReply !== undefined && asList(lastReply['tool_calls']).length > 0 && !hasThinking(lastReply)
}

function forcesTool({ tools, tool_choice: choice = null }: JsonObject): boolean {
  if (asList(tools).length === 0) return false
  const { type, allowed_tools: allowed } = asObject(choice)
  return choice === 'required' || type === 'function' || asObject(allowed)['mode'] === 'required'
}

/** Thinking counts with its signature only. */
const hasThinking = ({ content, content_blocks: blocks }: JsonObject): boolean =>
  [...asList(blocks), ...asList(content)].some(block => {
    const { type, signature = '' } = asObject(block)
    return type === 'redacted_thinking' || (type === 'thinking' && signature !== '')
  })
