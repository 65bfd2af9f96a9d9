// Tool calls in the OpenAI shape: arguments are a string that contains a JSON object, whatever the provider sent.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, writeJson } from '../../../schemas/values/json.ts'

/** Arguments of a complete call: an object is serialized, and missing arguments are those of a tool without any. */
export function completeArguments(value: Json | undefined): string {
  if (isObject(value)) return writeJson(value)
  const text = asText(value)?.trim()
  return text === undefined || text === '' || text === 'null' ? '{}' : (asText(value) ?? '{}')
}

/** A tool call of a whole reply; `fallback` is its id where the provider sends none. */
export function normalizeCall(call: Json, fallback: string): JsonObject {
  const { index: _index, id, type: _type, function: calledFunction, ...others } = asObject(call)
  const { name, arguments: rawArguments, ...more } = asObject(calledFunction)
  return {
    ...others,
    id: asText(id) || fallback,
    type: 'function',
    function: { ...more, name: asText(name) ?? '', arguments: completeArguments(rawArguments) },
  }
}
