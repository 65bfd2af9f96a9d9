// Total readers of untrusted JSON values: each returns a value of its type or undefined, and none throws.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** A type of JSON values that interfaces describe, which are not assignable to `Json` as they are. */
export type JsonForm<Value> = unknown extends Value
  ? Json
  : Value extends Exclude<Json, object>
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly JsonForm<Item>[]
      : { readonly [Name in keyof Value]: JsonForm<Value[Name]> }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)

/** The value as an object; an empty one when it is anything else. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The value as a list; an empty one when it is anything else. */
export const asList = (value: unknown): readonly Json[] => (isList(value) ? value : [])

/** A value as JSON, by its type: nothing is converted. */
export const toJson = <Value>(value: Value): JsonForm<Value> => value as JsonForm<Value>

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A finite number that is not negative, as counts are. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

/** The parsed value, or undefined when the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object without undefined properties, so that optional ones can be written in one expression. */
export function present(object: { readonly [key: string]: Json | undefined }): JsonObject {
  const result: Record<string, Json> = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) result[key] = value
  return result
}

/** The value as JSON text; the empty object for one that is nested too deeply. */
export function writeJson(value: Json): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '{}'
  }
}

/** C1 controls, separators of lines and bidirectional marks: `JSON.stringify` leaves them as they are, and terminals obey them. */
const CONTROLS = /[\x80-\x9f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** The text with the characters of a pattern as escapes of JSON: JSON stays the same value, and is safe to show in a terminal. */
export const escapeControls = (text: string, pattern = CONTROLS): string =>
  text.replace(pattern, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
