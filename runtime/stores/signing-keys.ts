// Ed25519 keys that sign releases and moves of labels, and those that a runtime trusts.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { StatementSigner, StatementVerifier } from '../control/core/signature.ts'
import { StoreError } from '../control/core/store-error.ts'

/** `pem` is a private key. Throws a `StoreError` if it is none of Ed25519. */
export function createSigner(pem: string): StatementSigner {
  const key = readKey(pem, createPrivateKey)
  const name = nameOf(createPublicKey(key))
  return {
    sign: statement => ({ key: name, value: sign(null, Buffer.from(statement), key).toString('base64') }),
  }
}

/** `pems` are public keys, any of which is trusted. Throws a `StoreError` if one is none of Ed25519, or a private key. */
export function createVerifier(pems: readonly string[]): StatementVerifier {
  const keys = new Map(
    pems.map(pem => {
      // Node derives the public key: reading the files of the runtime would be enough to sign.
      if (pem.includes('PRIVATE KEY-----')) throw new StoreError('invalid-address', PRIVATE)
      const key = readKey(pem, createPublicKey)
      return [nameOf(key), key]
    }),
  )
  return {
    verifies: (statement, signature) => {
      const key = signature && keys.get(signature.key)
      return (
        key !== undefined &&
        signature !== undefined &&
        verify(null, Buffer.from(statement), key, Buffer.from(signature.value, 'base64'))
      )
    },
  }
}

function readKey(pem: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject | undefined
  try {
    key = read(pem)
  } catch {
    // The error of the library could quote the key.
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new StoreError('invalid-address', 'The key is not an Ed25519 key as PEM.')
  return key
}

const PRIVATE =
  'A key that is to be trusted is a private key: give runtimes its public key only (openssl pkey -in KEY -pubout).'

const nameOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)
