// Where a bundle has a secret that an author wrote. What it says in free text, such as the sentences of a prompt, is content of the
// plan; in the place of a credential or of a header a literal is a leak.
import { isSecretName } from '../../compiler/diagnostics/secret-names.ts'
import type { Json } from '../../schemas/values/json.ts'

const isPlaceOfSecret = (name: string): boolean => isSecretName(name) || name === 'headers'

/** The path of the first credential or header that has the secret; undefined where there is none. */
export function secretInBundle(
  value: Json,
  secret: string,
  isPlace = false,
  path = '',
): string | undefined {
  if (typeof value === 'string') return isPlace && value.includes(secret) ? path : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const [name, item] of Object.entries(value)) {
    const found = secretInBundle(item, secret, isPlace || isPlaceOfSecret(name), `${path}/${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
