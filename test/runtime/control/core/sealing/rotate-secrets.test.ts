// Rotation of the encryption key over a store: complete, resumable, and without loss beside other writers.

import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../../runtime/control/core/resource-store.ts'
import { type KeyRing, readKeyRing } from '../../../../../runtime/control/core/sealing/key-ring.ts'
import { placeOf, rotateSecrets } from '../../../../../runtime/control/core/sealing/rotate-secrets.ts'
import {
  isSealedSecret,
  openSecret,
  sealSecret,
} from '../../../../../runtime/control/core/sealing/sealed-secret.ts'
import { createSignedStore } from '../../../../../runtime/control/core/signed-store.ts'
import { SEALED_KINDS, SIGNED_KINDS } from '../../../../../runtime/control/kinds.ts'
import { openSqliteStore } from '../../../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { nodeSecretCipher as cipher } from '../../../../../runtime/stores/secret-cipher.ts'
import { createSigner, createVerifier } from '../../../../../runtime/stores/signing-keys.ts'
import type { Json } from '../../../../../schemas/values/json.ts'
import { sha256 } from '../../../../support/bundle.ts'

const [OLD, NEW] = ['a', 'b'].map(letter => Buffer.from(letter.repeat(32)).toString('base64'))

function ringOf(text = ''): KeyRing {
  const ring = readKeyRing(text, sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return ring
}

const before = ringOf(OLD)
const after = ringOf(`${NEW},${OLD}`)

const objectOf = (id: string, workspace: string, ring: KeyRing) => {
  const place = (field: string) => placeOf({ kind: 'integration', id, value: { workspace } }, field)
  return {
    workspace,
    name: id,
    key: sealSecret(`key-${id}`, place('/key'), ring, cipher),
    configurations: {
      list: [sealSecret(`list-${id}`, place('/configurations/list/0'), ring, cipher), 'plain'],
    },
  }
}

async function storeWith(count: number): Promise<ResourceStore> {
  const store = await openSqliteStore(':memory:')
  for (let index = 0; index < count; index++)
    await store.commit({
      writes: [{ kind: 'integration', id: `i${index}`, value: objectOf(`i${index}`, 'team', before) }],
    })
  return store
}

/** The opened secrets of an object, with the keys that they are sealed with. */
async function secretsOf(store: ResourceStore, id: string, ring: KeyRing) {
  const resource = await store.read('integration', id)
  if (resource === undefined) return undefined
  const opened = (value: Json | undefined, field: string) =>
    isSealedSecret(value)
      ? [openSecret(value, placeOf(resource, field), ring, cipher).text, value.key]
      : undefined
  const { key, configurations } = resource.value
  const list = (configurations as { readonly list: readonly Json[] }).list
  return [opened(key, '/key'), opened(list[0], '/configurations/list/0'), list[1]]
}

describe('rotation of the encryption key', () => {
  it('of signed resources takes the key that signs, and signs them again', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const signer = createSigner(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
    const verifier = createVerifier([publicKey.export({ format: 'pem', type: 'spki' }).toString()])
    const raw = await openSqliteStore(':memory:')
    const store = createSignedStore(raw, { kinds: SIGNED_KINDS, signer, verifier, writeLog: () => {} })
    await store.commit({
      writes: [{ kind: 'integration', id: 'i0', value: objectOf('i0', 'team', before) }],
    })
    expect(await rotateSecrets(raw, after, cipher, SEALED_KINDS)).toEqual({
      rotated: 0,
      current: 0,
      faults: [
        'The integration "i0" is signed, so it is only changed with the key that signs: --signing-key.',
      ],
    })
    expect(await rotateSecrets(store, after, cipher, SEALED_KINDS)).toEqual({
      rotated: 2,
      current: 0,
      faults: [],
    })
    expect((await secretsOf(store, 'i0', after))?.[0]).toEqual(['key-i0', after.current.id])
  })

  it('seals every secret again, at every depth, on every page', async () => {
    const store = await storeWith(450)
    expect(await rotateSecrets(store, after, cipher, SEALED_KINDS)).toEqual({
      rotated: 900,
      current: 0,
      faults: [],
    })
    const alone = ringOf(NEW)
    for (const id of ['i0', 'i199', 'i200', 'i449'])
      expect(await secretsOf(store, id, alone)).toEqual([
        [`key-${id}`, alone.current.id],
        [`list-${id}`, alone.current.id],
        'plain',
      ])
    const { revision } = { revision: await store.revision() }
    expect(await rotateSecrets(store, after, cipher, SEALED_KINDS)).toEqual({
      rotated: 0,
      current: 900,
      faults: [],
    })
    expect(await store.revision()).toBe(revision)
    await store.close()
  })

  it('goes on where it was interrupted', async () => {
    const store = await storeWith(10)
    let commits = 0
    const failing: ResourceStore = {
      ...store,
      commit: transaction => {
        commits += 1
        return commits > 4 ? Promise.reject(new Error('killed')) : store.commit(transaction)
      },
    }
    await expect(rotateSecrets(failing, after, cipher, SEALED_KINDS)).rejects.toThrow('killed')
    expect(await rotateSecrets(store, after, cipher, SEALED_KINDS)).toEqual({
      rotated: 12,
      current: 8,
      faults: [],
    })
    await store.close()
  })

  it('loses nothing that is written or deleted meanwhile', async () => {
    const store = await storeWith(2)
    let isFirst = true
    const contended: ResourceStore = {
      ...store,
      commit: async transaction => {
        if (isFirst) {
          isFirst = false
          const changed = { ...objectOf('i0', 'team', before), name: 'renamed meanwhile' }
          await store.commit({
            writes: [
              { kind: 'integration', id: 'i0', value: changed },
              { kind: 'integration', id: 'i1', value: undefined },
            ],
          })
        }
        return await store.commit(transaction)
      },
    }
    expect(await rotateSecrets(contended, after, cipher, SEALED_KINDS)).toEqual({
      rotated: 2,
      current: 0,
      faults: [],
    })
    expect((await store.read('integration', 'i0'))?.value['name']).toBe('renamed meanwhile')
    expect((await secretsOf(store, 'i0', after))?.[0]).toEqual(['key-i0', after.current.id])
    expect(await store.read('integration', 'i1')).toBeUndefined()
    await store.close()
  })

  it('leaves what does not open, and says so', async () => {
    const store = await storeWith(1)
    const stolen = objectOf('i0', 'other-workspace', before)
    await store.commit({
      writes: [{ kind: 'integration', id: 'copy', value: { ...stolen, workspace: 'team' } }],
    })
    const result = await rotateSecrets(store, after, cipher, SEALED_KINDS)
    expect(result).toMatchObject({ rotated: 2, current: 0 })
    expect(result.faults).toEqual([
      expect.stringMatching(/^The secret \/key of the integration "copy" cannot be decrypted/),
      expect.stringMatching(/^The secret \/configurations\/list\/0 of the integration "copy" cannot be/),
    ])
    await store.close()
  })
})
