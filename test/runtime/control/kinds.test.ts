// The table of kinds: what is replicated, signed and sealed follows from it, and it is complete.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openReplica } from '../../../runtime/control/core/replica.ts'
import { readKeyRing } from '../../../runtime/control/core/sealing/key-ring.ts'
import { placeOf, rotateSecrets } from '../../../runtime/control/core/sealing/rotate-secrets.ts'
import { sealSecret } from '../../../runtime/control/core/sealing/sealed-secret.ts'
import { createSignedStore } from '../../../runtime/control/core/signed-store.ts'
import { KINDS, REPLICATED_KINDS, SEALED_KINDS, SIGNED_KINDS } from '../../../runtime/control/kinds.ts'
import { openSqliteStore } from '../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { nodeSecretCipher as cipher } from '../../../runtime/stores/secret-cipher.ts'
import { createSigner, createVerifier } from '../../../runtime/stores/signing-keys.ts'
import { controlRoutes, controlScopes } from '../../../schemas/generated/control-routes.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { sha256 } from '../../support/bundle.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const [OLD, NEW] = ['a', 'b'].map(letter => Buffer.from(letter.repeat(32)).toString('base64'))

function ringOf(text: string) {
  const ring = readKeyRing(text, sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return ring
}

/** A store with one object of each kind, which has a secret. */
async function storeOfAll() {
  const store = await openSqliteStore(':memory:')
  const writes = KINDS.map(({ name: kind }) => {
    const secret = sealSecret(
      'secret',
      placeOf({ kind, id: 'one', value: {} }, '/secret'),
      ringOf(OLD ?? ''),
      cipher,
    )
    return { kind, id: 'one', value: { secret } }
  })
  await store.commit({ writes })
  return store
}

describe.each(KINDS)('$name', ({ name, replicated, signed, sealed }) => {
  it(`is ${replicated ? '' : 'not '}in the memory of every process`, async () => {
    const replica = await openReplica(await storeOfAll(), {
      kinds: REPLICATED_KINDS,
      clock: virtualClock(0),
      onAvailable: () => {},
    })
    expect(replica.get(name, 'one') !== undefined).toBe(replicated)
    replica.stop()
  })

  it(`${signed === 'value' ? 'does not count' : 'counts'} unsigned where keys are trusted`, async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const trusting = createSignedStore(await storeOfAll(), {
      kinds: SIGNED_KINDS,
      verifier: createVerifier([pem]),
      signer: createSigner(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
      writeLog: () => {},
    })
    expect((await trusting.read(name, 'one')) === undefined).toBe(signed === 'value')
    await trusting.commit({ writes: [{ kind: name, id: 'two', value: { own: true } }] })
    expect((await trusting.read(name, 'two'))?.value).toEqual({ own: true })
  })

  it(`is ${sealed === 'rotated' ? '' : 'not '}sealed again with a new encryption key`, async () => {
    const store = await storeOfAll()
    const ring = ringOf(`${NEW},${OLD}`)
    expect(await rotateSecrets(store, ring, cipher, SEALED_KINDS)).toMatchObject({ faults: [] })
    const found = await store.read(name, 'one')
    expect(asObject(found?.value['secret'])['key'] === ring.current.id).toBe(sealed === 'rotated')
  })
})

describe('the table of kinds', () => {
  it('has each name once', () => {
    expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length)
  })

  it('exports what the routes of releases give', () => {
    const routes = controlRoutes.filter(({ operation }) => /^(list|read)ReleaseResources?$/.test(operation))
    const exported = KINDS.filter(kind => kind.exported).map(({ name }) => name)
    expect(routes.map(({ query }) => query['kind']?.enum)).toEqual([exported, exported])
  })

  it('exports no secrets, and signs each secret of clients', () => {
    expect(KINDS.filter(({ exported, sealed }) => exported && sealed !== 'never')).toEqual([])
    expect(
      KINDS.filter(
        ({ owner, sealed, signed }) => owner === 'client' && sealed !== 'never' && signed !== 'value',
      ),
    ).toEqual([])
  })

  it('has all scopes but those of calls and of records', () => {
    const families = new Set(
      controlScopes.flatMap(scope => (scope.includes('.') ? [scope.split('.')[0]] : [])),
    )
    const owned = new Set<string>(KINDS.flatMap(({ scopes }) => scopes))
    expect([...families].filter(family => !owned.has(family ?? ''))).toEqual([
      'mcp',
      'agents',
      'api_keys',
      'guardrails',
      'analytics',
    ])
  })
})
