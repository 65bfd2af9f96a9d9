// What a chat of the OpenAI schema consists of.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import type { Placed } from './rule.ts'
import { placed } from './rule.ts'

export const messagesOf = (body: JsonObject): readonly Placed[] =>
  asList(body['messages']).map((value, index) => ({ value: asObject(value), at: `messages[${index}]` }))

export const roleOf = (message: Placed | undefined): string => asText(message?.value['role']) ?? ''

export const callsOf = ({ value, at }: Placed): readonly Placed[] =>
  asList(value['tool_calls']).map((call, index) => ({
    value: asObject(call),
    at: `${at}.tool_calls[${index}]`,
  }))

export const partsOf = ({ value, at }: Placed): readonly Placed[] =>
  Array.isArray(value['content']) ? placed(value['content'], `${at}.content`) : []

export const functionsOf = (body: JsonObject): readonly Placed[] =>
  asList(body['tools']).map((tool, index) => ({
    value: asObject(asObject(tool)['function']),
    at: `tools[${index}].function`,
  }))

/** The ids of calls that no tool message answers before the next other message. */
export function openCalls(messages: readonly Placed[], index: number): readonly string[] {
  const message = messages[index]
  if (message === undefined) return []
  const answered = new Set<string>()
  for (let next = index + 1; roleOf(messages[next]) === 'tool'; next += 1)
    answered.add(asText(messages[next]?.value['tool_call_id']) ?? '')
  return callsOf(message)
    .map(({ value }) => asText(value['id']) ?? '')
    .filter(id => !answered.has(id))
}
