// The name of a bundle: the SHA-256 of its canonical text without the name itself. The hash function is passed in,
// since the core imports no cryptography.
import type { Bundle } from '../../schemas/generated/types.ts'
import { canonical } from './canonical.ts'

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hexadecimal digits. */
export type Hash = (text: string) => string

/** The digest that a bundle ought to carry; one it carries already does not count. */
export function digestOf(bundle: Omit<Bundle, 'digest'>, hash: Hash): string {
  return hash(canonical({ ...bundle, digest: undefined }))
}

/** The bundle with its digest. */
export function seal(bundle: Omit<Bundle, 'digest'>, hash: Hash): Bundle {
  return { ...bundle, digest: digestOf(bundle, hash) }
}
