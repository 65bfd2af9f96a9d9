// Request metadata as checks compare them: as strings, own properties only.
import { isList, type Json, type JsonObject } from '../../../../schemas/values/json.ts'

/**
 * The values of a key that lists some: a list, also as JSON, or strings with commas between them. Undefined for a value that is neither,
 * which no check may take for an empty list.
 */
export function metadataList(metadata: JsonObject, key: string): readonly string[] | undefined {
  if (!Object.hasOwn(metadata, key)) return []
  const value = metadata[key]
  const items = typeof value === 'string' && /^\s*\[/.test(value) ? parseList(value) : value
  if (typeof items === 'string') return items.split(',').map(item => item.trim())
  return isList(items) && items.every(item => typeof item === 'string')
    ? items.map(item => String(item).trim())
    : undefined
}

function parseList(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Whether a value is a list or an object, which is not compared: a check must not take it for a missing one. */
export const isUnreadable = (metadata: JsonObject, key: string): boolean =>
  Object.hasOwn(metadata, key) && typeof metadata[key] === 'object' && metadata[key] !== null

/** The value of a key as a string; undefined when it is missing or not a string, number or boolean. */
export function metadataValue(metadata: JsonObject, key: string): string | undefined {
  if (!Object.hasOwn(metadata, key)) return undefined
  const value = metadata[key]
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}
