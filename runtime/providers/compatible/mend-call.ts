// Calls of functions as the vendor writes them: arguments are a text that holds an object, whatever came.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isObject, writeJson } from '../wire/json.ts'

/** Arguments of a whole call: an object becomes text, and nothing at all is that of a tool without any. */
export function wholeArguments(value: Json | undefined): string {
  if (isObject(value)) return writeJson(value)
  const text = asText(value)?.trim()
  return text === undefined || text === '' || text === 'null' ? '{}' : (asText(value) ?? '{}')
}

/** A call of a whole reply; `fallback` is its identifier where the provider gives none. */
export function mendCall(call: Json, fallback: string): JsonObject {
  const { index: _index, id, type: _type, function: called, ...others } = asObject(call)
  const { name, arguments: given, ...more } = asObject(called)
  return {
    ...others,
    id: asText(id) || fallback,
    type: 'function',
    function: { ...more, name: asText(name) ?? '', arguments: wholeArguments(given) },
  }
}
