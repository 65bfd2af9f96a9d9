// Where a bundle has a secret that an author wrote in place of a reference. Sentences of prompts and members of bodies are content,
// whose names are no evidence of a secret (`literal-secrets.ts`).
import { isSecretName } from '../../compiler/diagnostics/secret-names.ts'
import type { Json } from '../../schemas/values/json.ts'

const CONTENT = ['prompts', 'overrides']

const isPlaceOfSecret = (name: string): boolean => isSecretName(name) || name === 'headers'

/** The path of the first credential or header that has the secret; undefined where there is none. */
export function secretInBundle(value: Json, secret: string, isPlace = false, path = ''): string | undefined {
  if (typeof value === 'string') return isPlace && value.includes(secret) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const [name, item] of Object.entries(value)) {
    if (CONTENT.includes(name)) continue
    const found = secretInBundle(item, secret, isPlace || isPlaceOfSecret(name), `${path}/${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
