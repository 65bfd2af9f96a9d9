// A secret that is an object: a service account whose fields are references to secrets, or plain where they hold none.
// In a plan it is canonical JSON with the references in their places; the runtime puts the secrets there.
import { namesASecret } from './diagnostics/secret-names.ts'
import { type SecretReference, secretReference } from './secret.ts'
import type { Json, JsonObject } from './source.ts'

/** True for a text that may not stand in a file: under the name of a secret, or with a private key in it. */
export const isSecretText = (name: string, text: string): boolean =>
  namesASecret(name) || text.includes('PRIVATE KEY-----')

export interface NamedText {
  /** The name of the nearest property around the text. */
  readonly name: string
  readonly text: string
}

/** Every text of a value with the property that it stands in. */
export function* textsOf(value: Json, name: string): Generator<NamedText> {
  if (typeof value === 'string') yield { name, text: value }
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* textsOf(item, name)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) yield* textsOf(item, key)
}

/** The value with every reference replaced by its secret, or undefined when one of them is missing. */
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

/** The JSON of a text, or the text itself where it holds none. */
export function parseSecret(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
