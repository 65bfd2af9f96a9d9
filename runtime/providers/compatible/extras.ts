// What a reply says beside its choices: fields with nothing in them go, and so does a word where the vendor has a list of
// words and this is none of them. The rest passes.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isObject } from '../wire/json.ts'

const TIERS: ReadonlySet<Json> = new Set(['auto', 'default', 'flex', 'scale', 'priority'])

/** Some providers write every field of the schema, with nothing in it. */
const isHollow = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (isObject(value) && Object.values(value).every(each => each === '' || each === 0 || each === null))

export const withoutHollow = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isHollow(value)))

/** `strict` keeps the words of the vendor's lists alone. */
export function extrasOf(fields: JsonObject, strict: boolean): JsonObject {
  const { service_tier: tier = null, ...others } = withoutHollow(fields)
  return tier === null || (strict && !TIERS.has(tier)) ? others : { ...others, service_tier: tier }
}
