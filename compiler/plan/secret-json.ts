// Secrets that are objects: service accounts whose secret fields are references. In a plan such a secret is canonical
// JSON with the references; the runtime replaces them by the secrets.

import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { hasKeyForm, isSecretName } from '../diagnostics/secret-names.ts'
import { parseSecretReference, type ReferenceParts } from '../facts/secret.ts'

/** True for a string that must not appear in a file: the value of a secret property, or what can only be a key. */
export const isSecretString = (name: string, text: string): boolean =>
  isSecretName(name) || text.includes('PRIVATE KEY-----') || hasKeyForm(text)

export interface NamedString {
  /** The name of the property that contains the string, directly or in a list. */
  readonly name: string
  readonly text: string
}

/** Every string of a value with the name of its property. */
export function* namedStrings(value: Json, name: string): Generator<NamedString> {
  if (typeof value === 'string') yield { name, text: value }
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* namedStrings(item, name)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) yield* namedStrings(item, key)
}

/** The value with every reference replaced by its secret, or undefined if a secret is missing. */
export function resolveReferences(
  value: Json,
  lookUp: (reference: ReferenceParts) => string | undefined,
): Json | undefined {
  let missing = false
  const resolve = (item: Json): Json => {
    if (typeof item === 'string') {
      const reference = parseSecretReference(item)
      const secret = reference === undefined ? item : lookUp(reference)
      missing ||= secret === undefined
      return secret ?? ''
    }
    if (Array.isArray(item)) return (item as readonly Json[]).map(resolve)
    if (item === null || typeof item !== 'object') return item
    return Object.fromEntries(
      Object.entries(item as JsonObject).map(([key, property]) => [key, resolve(property)]),
    )
  }
  const resolved = resolve(value)
  return missing ? undefined : resolved
}

/** The parsed JSON, or the text itself if it is not JSON. */
export function parseSecret(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
