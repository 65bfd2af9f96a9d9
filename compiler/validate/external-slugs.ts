// The slugs that a manifest expects in the store, before it is known to be valid.
import type { Json } from '../../schemas/values/json.ts'
import { isJsonArray, ownProperty } from './json-values.ts'

export function externalSlugs(manifest: Json): readonly string[] {
  const external = ownProperty(manifest, 'external')
  return (isJsonArray(external) ? external : []).filter(slug => typeof slug === 'string')
}
