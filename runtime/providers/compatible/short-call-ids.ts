// Tool call ids for a provider that accepts exactly nine letters and digits. Ids of that form are unchanged; others are
// mapped deterministically, so that a result still finds its call and the next turn maps to the same id.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'
import { hashCallId } from '../../wire/tool-call-ids.ts'

const VALID_ID = /^[a-zA-Z0-9]{9}$/

/** The messages with every tool call id in the form that the provider accepts. */
export function shortCallIds(messages: readonly Json[]): readonly Json[] {
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
