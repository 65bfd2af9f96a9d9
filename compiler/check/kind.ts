// Type guards for JSON values, and how messages describe a value.
import { quoted } from '../diagnostics/words.ts'
import type { Json, JsonObject } from '../source.ts'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** An own property; inherited properties are not part of a config. */
export function own(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Describes an unexpected value: `the string "3"`, `the number 3`, `a list`. */
export function describe(value: Json | undefined): string {
  if (value === null) return 'null'
  if (isList(value)) return 'a list'
  if (typeof value === 'string') return `the string ${quoted(value)}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  return `the number ${String(value)}`
}

/** The same without the value, for secret properties. */
export function describeKind(value: Json | undefined): string {
  if (typeof value === 'string') return 'a string'
  return typeof value === 'number' ? 'a number' : describe(value)
}
