// Whether callers of a gateway need a key, as its manifest says.
import type { Json } from '../../schemas/values/json.ts'
import { isJsonArray, ownProperty } from './json-values.ts'

/** Keys that are malformed count: that they are is reported elsewhere. */
export function hasApiKeys(manifest: Json): boolean {
  const keys = ownProperty(manifest, 'api_keys')
  return isJsonArray(keys) ? keys.length > 0 : keys !== undefined
}

export const callersNeedKeys = (manifest: Json): boolean =>
  hasApiKeys(manifest) || ownProperty(manifest, 'authentication') === 'required'
