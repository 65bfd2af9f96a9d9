// Metadata of a request as checks compare them: as texts, own properties alone.
import type { JsonObject } from '../../../compiler/source.ts'

/** The value of a key as a text; undefined where the key is missing or holds no text, number or truth value. */
export function metadataValue(metadata: JsonObject, key: string): string | undefined {
  if (!Object.hasOwn(metadata, key)) return undefined
  const value = metadata[key]
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}
