// A secret at rest: encrypted, and bound to the place where it is stored, so that a row that is copied over another one, or
// into another workspace, does not open.
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import { isObject, type Json } from '../../../../schemas/values/json.ts'
import type { KeyRing } from './key-ring.ts'
import type { SecretCipher } from './secret-cipher.ts'

/** A type, not an interface, so that it is JSON. */
export type SealedSecret = {
  readonly sealed: 'aes-256-gcm'
  /** The id of the key. */
  readonly key: string
  readonly nonce: string
  readonly text: string
}

/** Where a secret is stored. */
export interface SecretPlace {
  /** Empty for objects of the organisation. */
  readonly workspace: string
  readonly kind: string
  readonly id: string
  /** The property as a JSON pointer: `/key`. */
  readonly field: string
}

export type OpenedSecret =
  | { readonly text: string; readonly fault?: never }
  /** A sentence for the operator. */
  | { readonly fault: string; readonly text?: never }

const ALGORITHM = 'aes-256-gcm'

export function sealSecret(
  text: string,
  place: SecretPlace,
  { current }: KeyRing,
  cipher: SecretCipher,
): SealedSecret {
  const nonce = cipher.nonce()
  return {
    sealed: ALGORITHM,
    key: current.id,
    nonce,
    text: cipher.encrypt(current, nonce, associatedText(place), text),
  }
}

export function openSecret(
  sealed: SealedSecret,
  place: SecretPlace,
  { keys }: KeyRing,
  cipher: SecretCipher,
): OpenedSecret {
  const key = keys.get(sealed.key)
  if (key === undefined)
    return {
      fault: `${nameOf(place)} was encrypted with the key ${sealed.key}, which is not among the encryption keys. Add that key behind the current one.`,
    }
  const text = cipher.decrypt(key, sealed.nonce, associatedText(place), sealed.text)
  return text === undefined
    ? {
        fault: `${nameOf(place)} cannot be decrypted: it was changed, or copied from another object or workspace. Save it again.`,
      }
    : { text }
}

/** True for a sealed secret. */
export const isSealedSecret = (value: Json | undefined): value is SealedSecret =>
  isObject(value) &&
  value['sealed'] === ALGORITHM &&
  typeof value['key'] === 'string' &&
  typeof value['nonce'] === 'string' &&
  typeof value['text'] === 'string'

const associatedText = ({ workspace, kind, id, field }: SecretPlace): string =>
  canonicalJson([workspace, kind, id, field])

const nameOf = ({ kind, id, field }: SecretPlace): string => `The secret ${field} of the ${kind} "${id}"`
