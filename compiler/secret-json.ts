// Secrets that are objects: service accounts whose secret fields are references. In a plan such a secret is canonical
// JSON with the references; the runtime replaces them by the secrets.
import { namesASecret } from './diagnostics/secret-names.ts'
import { type SecretReference, secretReference } from './secret.ts'
import type { Json, JsonObject } from './source.ts'

/** True for a string that must not appear in a file: the value of a secret property, or a private key. */
export const isSecretText = (name: string, text: string): boolean =>
  namesASecret(name) || text.includes('PRIVATE KEY-----')

export interface NamedText {
  /** The name of the property that contains the string, directly or in a list. */
  readonly name: string
  readonly text: string
}

/** Every string of a value with the name of its property. */
export function* textsOf(value: Json, name: string): Generator<NamedText> {
  if (typeof value === 'string') yield { name, text: value }
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* textsOf(item, name)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) yield* textsOf(item, key)
}

/** The value with every reference replaced by its secret, or undefined if a secret is missing. */
export function fillReferences(
  value: Json,
  lookUp: (reference: SecretReference) => string | undefined,
): Json | undefined {
  let missing = false
  const fill = (item: Json): Json => {
    if (typeof item === 'string') {
      const reference = secretReference(item)
      const secret = reference === undefined ? item : lookUp(reference)
      missing ||= secret === undefined
      return secret ?? ''
    }
    if (Array.isArray(item)) return (item as readonly Json[]).map(fill)
    if (item === null || typeof item !== 'object') return item
    return Object.fromEntries(Object.entries(item as JsonObject).map(([key, each]) => [key, fill(each)]))
  }
  const filled = fill(value)
  return missing ? undefined : filled
}

/** The parsed JSON, or the text itself if it is not JSON. */
export function parseSecret(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
