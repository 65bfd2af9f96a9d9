// The keys that secrets are sealed with: the current one, and older ones that still open what they have sealed. They come
// from the operator's environment or manifest, and are never beside what they protect.
import type { EncryptionKey } from './secret-cipher.ts'

export interface KeyRing {
  /** Seals. */
  readonly current: EncryptionKey
  /** All keys by their ids; each of them opens what it has sealed. */
  readonly keys: ReadonlyMap<string, EncryptionKey>
}

/** The line that switches secrets on, for failures and for people. */
export const ENCRYPTION_KEY_ADVICE =
  'Set the environment variable PORTOLAN_ENCRYPTION_KEY to 32 random bytes as base64 (openssl rand -base64 32), or write "encryption_key: ${file:/run/secrets/portolan-key}" into the manifest.'

const KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/
const ID_DIGITS = 16

/**
 * The ring of a setting with one key or several, the current one first, separated by commas or lines; or a sentence that does not
 * quote it. `hash` is SHA-256.
 */
export function readKeyRing(text: string, hash: (text: string) => string): KeyRing | string {
  const secrets = text
    .split(/[,\s]+/)
    .filter(each => each !== '')
    .map(asBase64)
  const wrong = secrets.findIndex(secret => !KEY.test(secret))
  if (wrong >= 0)
    return `Encryption key ${wrong + 1} is not 32 bytes as base64 (44 characters, as openssl rand -base64 32 prints).`
  const keys = secrets.map(secret => ({ id: idOf(secret, hash), secret }))
  const [current] = keys
  if (current === undefined) return `The encryption key is empty. ${ENCRYPTION_KEY_ADVICE}`
  return { current, keys: new Map(keys.map(key => [key.id, key])) }
}

/** From the spelling for URLs, and without padding. */
const asBase64 = (text: string): string =>
  `${text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')}=`

const idOf = (secret: string, hash: (text: string) => string): string =>
  hash(`portolan encryption key ${secret}`).slice(0, ID_DIGITS)
