// Type guards for JSON values, how messages describe a value, and digits in groups: `10_000` is a number in YAML 1.1 and in TypeScript, a
// string in YAML 1.2.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

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

const GROUPED = /^[-+]?\d{1,3}(?:_\d{3})+$/

/** The number that a string with grouped digits means, as JSON; undefined for other values. */
export const ungroupedNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && GROUPED.test(value) ? value.replace(/^\+/, '').replaceAll('_', '') : undefined
