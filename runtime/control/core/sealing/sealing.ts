// Sealing of the secrets that a request brings, and what a reader sees in their place.
import { type Failure, failure } from '../../../values/failures.ts'
import { ENCRYPTION_KEY_ADVICE, type KeyRing } from './key-ring.ts'
import {
  type OpenedSecret,
  openSecret,
  type SealedSecret,
  type SecretPlace,
  sealSecret,
} from './sealed-secret.ts'
import type { SecretCipher } from './secret-cipher.ts'

/** The keys of secrets at rest, and the cipher. */
export interface Sealing {
  readonly ring: KeyRing
  readonly cipher: SecretCipher
}

/** Why nothing secret can be stored. */
export const KEY_REQUIRED = failure(
  'encryption_key_required',
  `Secrets are not stored without an encryption key. ${ENCRYPTION_KEY_ADVICE}`,
)

export const sealText = (
  sealing: Sealing | undefined,
  text: string,
  place: SecretPlace,
): SealedSecret | Failure =>
  sealing === undefined ? KEY_REQUIRED : sealSecret(text, place, sealing.ring, sealing.cipher)

export const openText = (
  sealing: Sealing | undefined,
  sealed: SealedSecret,
  place: SecretPlace,
): OpenedSecret =>
  sealing === undefined
    ? { fault: `The secrets of this store are encrypted. ${ENCRYPTION_KEY_ADVICE}` }
    : openSecret(sealed, place, sealing.ring, sealing.cipher)

const MASK = '****'
const SHOWN = 4
/** Of shorter secrets nothing is shown. */
const SHORTEST = 16

/** The end of a secret, by which people recognise it. */
export const maskText = (text: string): string =>
  text.length < SHORTEST ? MASK : `${MASK}${text.slice(-SHOWN)}`
