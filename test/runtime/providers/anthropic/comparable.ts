// Requests, as far as two recordings of the same scenario can be compared.

import { contentParts } from '../../../../runtime/wire/content.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, isObject } from '../../../../schemas/values/json.ts'

/**
 * The comparable part of a body: assistant text is not compared (the models differ), call ids are numbered, and a
 * string is one text block.
 */
export function comparable(body: JsonObject, differs: readonly string[]): JsonObject {
  const identifiers: Json[] = []
  const numbered = (identifier: Json = null): string => {
    if (!identifiers.includes(identifier)) identifiers.push(identifier)
    return `call ${identifiers.indexOf(identifier)}`
  }
  const block = (each: JsonObject, role: Json | undefined): JsonObject => {
    const { type = null, name = null, input = null } = each
    if (type === 'text' && role === 'assistant') return { type, text: '(said by the model)' }
    if (type === 'tool_use') return { type, name, input, id: numbered(each['id']) }
    return type === 'tool_result' ? { ...each, tool_use_id: numbered(each['tool_use_id']) } : each
  }
  const messages = asList(body['messages'])
    .filter(isObject)
    .map(({ role = null, content }) => ({
      role,
      content: contentParts(content).map(each => block(each, role)),
    }))
  const plain = { ...body, messages, system: contentParts(body['system']) }
  return Object.fromEntries(Object.entries(plain).filter(([key]) => !differs.includes(key)))
}
