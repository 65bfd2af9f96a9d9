// Fields of a reply other than its choices: empty ones are removed, and so is a value outside an OpenAI enum.
// Everything else passes through.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isObject } from '../../../schemas/values/json.ts'

const SERVICE_TIERS: ReadonlySet<Json> = new Set(['auto', 'default', 'flex', 'scale', 'priority'])

/** Some providers send every field of the schema, empty. */
const isEmptyField = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (isObject(value) && Object.values(value).every(each => each === '' || each === 0 || each === null))

export const withoutEmptyFields = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmptyField(value)))

/** `strict` allows only values of OpenAI's enums. */
export function extraFields(fields: JsonObject, strict: boolean): JsonObject {
  const { service_tier: tier = null, ...others } = withoutEmptyFields(fields)
  return tier === null || (strict && !SERVICE_TIERS.has(tier)) ? others : { ...others, service_tier: tier }
}
