// JSON values by kind, and how a message calls them.
import { quoted } from '../diagnostics/words.ts'
import type { Json, JsonObject } from '../source.ts'

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The own property of a name; what an object inherits is none of a config's. */
export function own(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** `the text "3"`, `the number 3`, `a list`: what stands where something else was wanted. */
export function describe(value: Json | undefined): string {
  if (value === null) return 'null'
  if (isList(value)) return 'a list'
  if (typeof value === 'string') return `the string ${quoted(value)}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  return `the number ${String(value)}`
}

/** The same without the value, for properties that hold secrets. */
export function describeKind(value: Json | undefined): string {
  if (typeof value === 'string') return 'a string'
  return typeof value === 'number' ? 'a number' : describe(value)
}
