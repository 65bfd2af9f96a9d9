// The port of encryption at rest: AES-256-GCM, done by the platform in stores/secret-cipher.ts. Bytes are in base64, as they
// are stored.

export interface EncryptionKey {
  /** Names the key in what it has sealed; reveals nothing about the key. */
  readonly id: string
  /** 32 bytes as base64. */
  readonly secret: string
}

export interface SecretCipher {
  /** 12 random bytes, never the same for two secrets. */
  readonly nonce: () => string
  /** The encrypted text with its tag. `associated` is authenticated, and not part of the result. */
  readonly encrypt: (key: EncryptionKey, nonce: string, associated: string, text: string) => string
  /** Undefined if key, nonce, associated text or a bit of the encrypted text is another; never throws. */
  readonly decrypt: (
    key: EncryptionKey,
    nonce: string,
    associated: string,
    encrypted: string,
  ) => string | undefined
}
