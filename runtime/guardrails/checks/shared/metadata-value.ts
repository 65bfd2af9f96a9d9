// Request metadata as checks compare them: as strings, own properties only.
import type { JsonObject } from '../../../../schemas/values/json.ts'

/** The value of a key as a string; undefined when it is missing or not a string, number or boolean. */
export function metadataValue(metadata: JsonObject, key: string): string | undefined {
  if (!Object.hasOwn(metadata, key)) return undefined
  const value = metadata[key]
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}
