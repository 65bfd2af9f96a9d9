// AES-256-GCM by the platform.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptionKey, SecretCipher } from '../control/core/sealing/secret-cipher.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const nodeSecretCipher: SecretCipher = {
  nonce: () => randomBytes(NONCE_BYTES).toString('base64'),
  encrypt: (key, nonce, associated, text) => {
    const cipher = createCipheriv(ALGORITHM, bytesOf(key), Buffer.from(nonce, 'base64'), {
      authTagLength: TAG_BYTES,
    })
    cipher.setAAD(Buffer.from(associated, 'utf8'))
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64',
    )
  },
  decrypt: (key, nonce, associated, encrypted) => {
    const nonceBytes = Buffer.from(nonce, 'base64')
    const bytes = Buffer.from(encrypted, 'base64')
    // Base64 is read leniently: what is spelled otherwise was changed.
    const isWritten = bytes.toString('base64') === encrypted && nonceBytes.toString('base64') === nonce
    if (!isWritten || nonceBytes.length !== NONCE_BYTES || bytes.length < TAG_BYTES) return undefined
    try {
      const decipher = createDecipheriv(ALGORITHM, bytesOf(key), nonceBytes, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(associated, 'utf8'))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    } catch {
      // The tag does not match.
      return undefined
    }
  },
}

const bytesOf = ({ secret }: EncryptionKey): Buffer => Buffer.from(secret, 'base64')
