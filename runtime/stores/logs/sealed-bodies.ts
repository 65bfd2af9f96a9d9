// Bodies at rest: compressed, then encrypted with a key for each workspace and user, which itself is encrypted with the key of
// the operator. Without the row of that key they cannot be read, in no copy of the store.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import { ENCRYPTION_KEY_ADVICE, type KeyRing } from '../../control/core/sealing/key-ring.ts'
import { isSealedSecret, openSecret, sealSecret } from '../../control/core/sealing/sealed-secret.ts'
import { StoreError } from '../../control/core/store-error.ts'
import { nodeSecretCipher } from '../secret-cipher.ts'

export interface BodyKey {
  readonly id: string
  readonly bytes: Buffer
}

/** A data key as it is stored. */
export interface StoredBodyKey {
  readonly id: string
  readonly workspace: string
  /** JSON. */
  readonly sealed: string
}

/** What a body belongs to; authenticated with it. */
export interface BodyPlace {
  readonly workspace: string
  readonly record: string
  readonly part: 'request' | 'response'
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A new key of a workspace, for one user or for those without. */
export function createBodyKey(workspace: string, ring: KeyRing): BodyKey & StoredBodyKey {
  const id = randomBytes(16).toString('hex')
  const bytes = randomBytes(KEY_BYTES)
  return { id, bytes, workspace, sealed: sealBodyKey({ id, bytes }, workspace, ring) }
}

const sealBodyKey = ({ id, bytes }: BodyKey, workspace: string, ring: KeyRing): string =>
  JSON.stringify(sealSecret(bytes.toString('base64'), placeOf(workspace, id), ring, nodeSecretCipher))

/** The key sealed with the current key of the operator; undefined where it is already, or cannot be opened. */
export function renewBodyKey(stored: StoredBodyKey, ring: KeyRing): string | undefined {
  const value = parseJson(stored.sealed)
  if (!isSealedSecret(value) || value.key === ring.current.id || !ring.keys.has(value.key)) return undefined
  return sealBodyKey(openBodyKey(stored, ring), stored.workspace, ring)
}

/** Whether the key of the operator is there that has sealed a data key. Without it, no bodies are stored for its workspace and user. */
export function hasKeyOf({ sealed }: Pick<StoredBodyKey, 'sealed'>, ring: KeyRing): boolean {
  const value = parseJson(sealed)
  return isSealedSecret(value) && ring.keys.has(value.key)
}

/** Throws a `StoreError` if the key of the operator is not there. */
export function openBodyKey({ id, workspace, sealed }: StoredBodyKey, ring: KeyRing | undefined): BodyKey {
  const value = parseJson(sealed)
  if (ring === undefined)
    throw new StoreError('unsupported', `The bodies of this store are encrypted. ${ENCRYPTION_KEY_ADVICE}`)
  if (!isSealedSecret(value)) throw new StoreError('unsupported', `The data key ${id} cannot be read.`)
  const { text, fault } = openSecret(value, placeOf(workspace, id), ring, nodeSecretCipher)
  if (text === undefined) throw new StoreError('unsupported', fault)
  return { id, bytes: Buffer.from(text, 'base64') }
}

const placeOf = (workspace: string, id: string) =>
  ({ workspace, kind: 'log-key', id, field: '/key' }) as const

export function sealBody({ bytes: key }: BodyKey, place: BodyPlace, body: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedBytes(place))
  return Buffer.concat([nonce, cipher.update(zstdCompressSync(body)), cipher.final(), cipher.getAuthTag()])
}

/** Throws a `StoreError` if it was changed, or belongs elsewhere. */
export function openBody({ bytes: key }: BodyKey, place: BodyPlace, sealed: Uint8Array): Uint8Array {
  try {
    const bytes = Buffer.from(sealed)
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(associatedBytes(place))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const compressed = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return new Uint8Array(zstdDecompressSync(Buffer.concat(compressed)))
  } catch {
    throw new StoreError(
      'unsupported',
      `The ${place.part} of the record ${place.record} cannot be decrypted: it was changed, or copied from another record.`,
    )
  }
}

const associatedBytes = ({ workspace, record, part }: BodyPlace): Buffer =>
  Buffer.from(canonicalJson([workspace, record, part]), 'utf8')
