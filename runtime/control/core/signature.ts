// Signatures of statements: releases, where labels point, and saved resources. Keys and cryptography are the caller's.

export interface Signature {
  /** Names the key: the beginning of the SHA-256 of the public key. */
  readonly key: string
  /** Ed25519, in base64. */
  readonly value: string
}

export interface StatementSigner {
  readonly sign: (statement: string) => Signature
}

export interface StatementVerifier {
  /** Whether a trusted key made the signature. */
  readonly verifies: (statement: string, signature: Signature | undefined) => boolean
}
