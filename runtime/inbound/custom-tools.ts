// Custom tools take free text instead of JSON arguments (`apply_patch`). A chat offers them as functions with one
// string, which every provider supports; calls of them become calls of custom tools again.
import { asText, isObject, type JsonObject, parseJson, writeJson } from '../../schemas/values/json.ts'

const PARAMETER = 'input'

/** The parameters of the function that represents a custom tool; a grammar is explained to the model. */
export function customToolParameters(format: JsonObject): JsonObject {
  const { type, syntax, definition } = format
  const grammar =
    type === 'grammar' && typeof definition === 'string'
      ? ` It must match this ${asText(syntax) ?? ''} grammar:\n${definition}`
      : ''
  const description = `The input of the tool, as plain text.${grammar}`
  return {
    type: 'object',
    properties: { [PARAMETER]: { type: 'string', description } },
    required: [PARAMETER],
    additionalProperties: false,
  }
}

/** The input of a custom tool as arguments of its function. */
export const inputToArguments = (input: string): string => writeJson({ [PARAMETER]: input })

/** The input in the arguments; arguments without one are the input themselves, such as truncated ones. */
export function argumentsToInput(text: string): string {
  const parsed = parseJson(text)
  const input = isObject(parsed) ? parsed[PARAMETER] : undefined
  return typeof input === 'string' ? input : text
}
