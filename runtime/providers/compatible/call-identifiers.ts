// Tool call ids for a provider that accepts exactly nine letters and digits. Ids of that form are kept; others are
// mapped deterministically, so that a result still finds its call and the next turn maps to the same id.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from '../wire/json.ts'

const OWN = /^[a-zA-Z0-9]{9}$/
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 9

/** The messages with every tool call id in the form that the provider accepts. */
export function shortCallIdentifiers(messages: readonly Json[]): readonly Json[] {
  const given = new Map<string, string>()
  const taken = new Set(messages.flatMap(identifiersIn).filter(identifier => OWN.test(identifier)))
  const short = (identifier: Json | undefined): Json => {
    if (typeof identifier !== 'string') return identifier ?? null
    if (OWN.test(identifier)) return identifier
    const known = given.get(identifier)
    if (known !== undefined) return known
    let made = shortened(identifier)
    for (let extra = 1; taken.has(made); extra += 1) made = shortened(`${identifier} ${extra}`)
    taken.add(made)
    given.set(identifier, made)
    return made
  }
  return messages.map(message => {
    if (!isObject(message)) return message
    const { tool_calls: calls, tool_call_id: answered } = message
    const renamed: Record<string, Json> = { ...message }
    if (isList(calls))
      renamed['tool_calls'] = calls.map(call => (isObject(call) ? { ...call, id: short(call['id']) } : call))
    if (answered !== undefined) renamed['tool_call_id'] = short(answered)
    return renamed
  })
}

const identifiersIn = (message: Json): readonly string[] => {
  const { tool_calls: calls, tool_call_id: answered }: JsonObject = isObject(message) ? message : {}
  const called = isList(calls) ? calls.map(call => (isObject(call) ? call['id'] : undefined)) : []
  return [...called, answered].filter((each): each is string => typeof each === 'string')
}

/** Nine characters that are unlikely to collide: 53 bits of a non-cryptographic hash, which needs no secret. */
function shortened(text: string): string {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  let rest = (two >>> 0) * 0x200000 + (one >>> 11)
  let made = ''
  while (made.length < LENGTH) {
    made += LETTERS[rest % LETTERS.length]
    rest = Math.floor(rest / LETTERS.length)
  }
  return made
}
