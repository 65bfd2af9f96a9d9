// Tool call ids for a provider that accepts exactly nine letters and digits. Ids of that form are unchanged; others are
// mapped deterministically, so that a result still finds its call and the next turn maps to the same id.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'

const VALID_ID = /^[a-zA-Z0-9]{9}$/
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 9

/** The messages with every tool call id in the form that the provider accepts. */
export function shortCallIds(messages: readonly Json[]): readonly Json[] {
  const assigned = new Map<string, string>()
  const taken = new Set(messages.flatMap(idsIn).filter(identifier => VALID_ID.test(identifier)))
  const short = (identifier: Json | undefined): Json => {
    if (typeof identifier !== 'string') return identifier ?? null
    if (VALID_ID.test(identifier)) return identifier
    const known = assigned.get(identifier)
    if (known !== undefined) return known
    let shortId = hashToShortId(identifier)
    for (let extra = 1; taken.has(shortId); extra += 1) shortId = hashToShortId(`${identifier} ${extra}`)
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

/** Nine characters that are unlikely to collide: 53 bits of a non-cryptographic hash, which needs no secret. */
function hashToShortId(text: string): string {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  let remaining = (two >>> 0) * 0x200000 + (one >>> 11)
  let result = ''
  while (result.length < LENGTH) {
    result += ALPHABET[remaining % ALPHABET.length]
    remaining = Math.floor(remaining / ALPHABET.length)
  }
  return result
}
