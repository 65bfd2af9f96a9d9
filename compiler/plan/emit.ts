// Serializes a bundle deterministically. Literal secrets never leave memory; one that gets here is a compiler bug,
// hence an assertion and no diagnostic.
import type { Bundle } from '../../schemas/generated/types.ts'
import { prettyJson } from '../../schemas/values/canonical-json.ts'
import { bundleSecrets } from './bundle-secrets.ts'

/** Canonical JSON, laid out in lines and ended by a line break. Throws when the bundle holds a literal secret. */
export function emit(bundle: Bundle): string {
  const literal = bundleSecrets(bundle).find(({ secret }) => secret.source === 'literal')
  if (literal !== undefined) throw new Error(`The bundle contains a literal secret (${literal.location}).`)
  return `${prettyJson(bundle)}\n`
}
