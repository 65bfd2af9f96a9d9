// A bundle as text, and its digest: SHA-256 of its canonical text without the digest. The hash function is a parameter, since the core
// imports no cryptography.
import type { Bundle } from '../../schemas/generated/types.ts'
import { canonicalJsonOf, prettyJson } from '../../schemas/values/canonical-json.ts'
import { bundleSecrets } from './bundle-secrets.ts'

/**
 * Canonical JSON, laid out in lines and ended by a line break. Literal secrets never leave memory; one that gets here is a compiler bug, so
 * this throws instead of reporting a diagnostic.
 */
export function emit(bundle: Bundle): string {
  const literal = bundleSecrets(bundle).find(({ secret }) => secret.source === 'literal')
  if (literal !== undefined) throw new Error(`The bundle contains a literal secret (${literal.location}).`)
  return `${prettyJson(bundle)}\n`
}

/** SHA-256 of a string's UTF-8 bytes, as 64 lower-case hexadecimal digits. */
export type Hash = (text: string) => string

/** The canonical JSON of parts of a bundle. */
type KnownTexts = ReadonlyMap<unknown, string>

/** The expected digest of a bundle; one it has already is ignored. */
export function digestOf(bundle: Omit<Bundle, 'digest'>, hash: Hash, texts: KnownTexts = new Map()): string {
  return hash(canonicalJsonOf({ ...bundle, digest: undefined }, texts))
}

/** The bundle with its digest. */
export function seal(bundle: Omit<Bundle, 'digest'>, hash: Hash, texts?: KnownTexts): Bundle {
  return { ...bundle, digest: digestOf(bundle, hash, texts) }
}
