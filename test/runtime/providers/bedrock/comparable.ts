// Requests, as far as two recordings of the same scenario can be compared.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, isObject } from '../../../../schemas/values/json.ts'

/**
 * The comparable part of a body: assistant text is not compared (the models differ), call ids are numbered, and a
 * marker of the native client is removed.
 */
export function comparable(body: JsonObject): JsonObject {
  const identifiers: Json[] = []
  const numbered = (identifier: Json = null): string => {
    if (!identifiers.includes(identifier)) identifiers.push(identifier)
    return `call ${identifiers.indexOf(identifier)}`
  }
  const block = (each: JsonObject, role: Json | undefined): JsonObject => {
    const { text, toolUse, toolResult } = each
    if (text !== undefined && role === 'assistant') return { text: '(said by the model)' }
    if (isObject(toolUse)) {
      const { type: _, ...own } = toolUse
      return { toolUse: { ...own, toolUseId: numbered(own['toolUseId']) } }
    }
    return isObject(toolResult)
      ? { toolResult: { ...toolResult, toolUseId: numbered(toolResult['toolUseId']) } }
      : each
  }
  const messages = asList(body['messages'])
    .filter(isObject)
    .map(({ role = null, content }) => ({
      role,
      content: asList(content)
        .filter(isObject)
        .map(each => block(each, role)),
    }))
  return { ...body, messages }
}
