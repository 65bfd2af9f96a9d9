// A recorded chat as the messages request that an agent would have counted.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isList, isObject } from '../../../schemas/values/json.ts'

/** Undefined for chats with media, whose tokens providers count by size. */
export function toMessagesRequest({ messages, tools }: JsonObject): JsonObject | undefined {
  const system: Json[] = []
  const turns: Json[] = []
  for (const message of asList(messages).map(asObject)) {
    const blocks = blocksOf(message['content'])
    if (blocks === undefined) return undefined
    const calls = asList(message['tool_calls']).map(call => {
      const called = asObject(asObject(call)['function'])
      const input = JSON.parse(String(called['arguments'] ?? '') || '{}') as Json
      return { type: 'tool_use', name: called['name'] ?? null, input }
    })
    if (message['role'] === 'system' || message['role'] === 'developer') system.push(...blocks)
    else if (message['role'] === 'tool')
      turns.push({ role: 'user', content: [{ type: 'tool_result', content: blocks }] })
    else turns.push({ role: message['role'] ?? null, content: [...blocks, ...calls] })
  }
  const offered = asList(tools).map(tool => {
    const { name = null, description = null, parameters = null } = asObject(asObject(tool)['function'])
    return { name, ...(description === null ? {} : { description }), input_schema: parameters }
  })
  return { messages: turns, ...(system.length === 0 ? {} : { system }), tools: offered }
}

function blocksOf(content: Json | undefined): readonly Json[] | undefined {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!isList(content)) return []
  return content.every(part => isObject(part) && part['type'] === 'text') ? content : undefined
}
