// The secrets of keys: made from the port of random numbers, shown once, and stored as a digest and as what people recognise them by.
import { toBase64Url } from '../../../../schemas/values/base64.ts'
import type { Ports } from '../../../values/ports.ts'
import { KEY_PREFIX } from '../../../values/stored-keys.ts'

/** 256 random bits after the prefix. */
export function createSecret(randomId: Ports['randomId']): string {
  const digits = randomId() + randomId()
  const bytes = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )
  return KEY_PREFIX + toBase64Url(bytes)
}

/** The prefix and the last four characters: too few to guess from, enough to distinguish keys. */
export const maskSecret = (secret: string): string => `${KEY_PREFIX}****${secret.slice(-4)}`

/**
 * The digest of a secret, whose SHA-256 may be known already: keyed by the pepper if there is one, so that a stolen store
 * cannot be searched for known secrets.
 */
export type KeyDigest = (secret: string, sha256?: string) => string

export const linkKeyDigest =
  ({ hash, keyedHash }: Pick<Ports, 'hash' | 'keyedHash'>, pepper: string | undefined): KeyDigest =>
  (secret, sha256) =>
    pepper === undefined ? (sha256 ?? hash(secret)) : toBase64Url(keyedHash(pepper, secret))
