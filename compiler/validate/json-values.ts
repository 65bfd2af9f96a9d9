// Type guards for JSON values, and how messages describe a value.
import { quoteName } from '../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** An own property; inherited properties are not part of a config. */
export function ownProperty(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Describes an unexpected value: `the string "3"`, `the number 3`, `a list`. */
export function describeValue(value: Json | undefined): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'a list'
  if (typeof value === 'string') return `the string ${quoteName(value)}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  return `the number ${String(value)}`
}

/** The same without the value, for secret properties. */
export function describeKind(value: Json | undefined): string {
  if (typeof value === 'string') return 'a string'
  return typeof value === 'number' ? 'a number' : describeValue(value)
}
