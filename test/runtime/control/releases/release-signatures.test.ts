// Signatures of releases and labels: without those of a trusted key no bundle is composed.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { composeBundle } from '../../../../runtime/control/releases/compose-bundle.ts'
import { readLabel } from '../../../../runtime/control/releases/label.ts'
import { promoteRelease } from '../../../../runtime/control/releases/move-label.ts'
import { createSigner, createVerifier } from '../../../../runtime/stores/signing-keys.ts'
import { sha256 } from '../../../support/bundle.ts'
import { bundleWith, by, newStore, push } from './release-harness.ts'

const input = { project: 'main', label: 'live', moved: by('ann') }

describe('signatures', () => {
  const pair = generateKeyPairSync('ed25519')
  const pem = (which: 'publicKey' | 'privateKey'): string =>
    String(pair[which].export({ format: 'pem', type: which === 'publicKey' ? 'spki' : 'pkcs8' }))
  const signer = createSigner(pem('privateKey'))
  const verifier = createVerifier([pem('publicKey')])
  const composed = async (store: ResourceStore): Promise<readonly string[] | undefined> => {
    const label = await readLabel(store, 'main', 'live')
    if (label === undefined) throw new Error('The label points nowhere.')
    return (await composeBundle(store, 'main', 'live', label, { hash: sha256, verifier })).errors
  }

  it('are not verified by a private key, which a runtime must not have', () => {
    expect(() => createVerifier([pem('privateKey')])).toThrow('is a private key')
  })

  it('of release and label are verified before a bundle is used', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }), { signer })
    expect(await composed(store)).toBeUndefined()
  })

  it.each([
    ['a release without one', 'release', {}, 'Release 2 of "main" has no signature of a trusted key.'],
    ['a label without one', 'label', {}, 'The label "live" of "main" has no signature of a trusted key.'],
  ] as const)('%s is not used', async (_, kind, __, sentence) => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }), { signer })
    await push(store, bundleWith({ chat: 'b' }), { signer })
    const id = kind === 'release' ? 'main/00000002' : 'main/live'
    const { signature: _signature, ...value } = (await store.read(kind, id))?.value ?? {}
    await store.commit({ writes: [{ kind, id, value }] })
    expect(await composed(store)).toEqual([sentence])
  })

  it('a label that was moved by hand, or a bundle that was replaced, is not used', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }), { signer })
    await push(store, bundleWith({ chat: 'b' }), { signer })
    const label = (await store.read('label', 'main/live'))?.value ?? {}
    await store.commit({
      writes: [{ kind: 'label', id: 'main/live', value: { ...label, selection: { release: 1, keys: 2 } } }],
    })
    expect(await composed(store)).toEqual([expect.stringContaining('The label "live"')])
    const release = (await store.read('release', 'main/00000002'))?.value ?? {}
    const other = (await store.read('release', 'main/00000001'))?.value ?? {}
    await store.commit({
      writes: [
        { kind: 'label', id: 'main/live', value: label },
        { kind: 'release', id: 'main/00000002', value: { ...release, bundle: other['bundle'] ?? '' } },
      ],
    })
    expect(await composed(store)).toEqual([expect.stringContaining('Release 2')])
  })

  it('are made later by pushing or promoting again, although nothing else has changed', async () => {
    const store = await newStore()
    await push(store, bundleWith({ chat: 'a' }))
    expect(await push(store, bundleWith({ chat: 'a' }), { signer, promote: false })).toMatchObject({
      kind: 'pushed',
      release: { number: 2, changed: [] },
    })
    await promoteRelease(store, input, 2)
    expect(await composed(store)).toHaveLength(1)
    expect(await promoteRelease(store, { ...input, signer }, 2)).toMatchObject({ kind: 'moved' })
    expect(await composed(store)).toBeUndefined()
    expect(await promoteRelease(store, { ...input, signer }, 2)).toMatchObject({ kind: 'unchanged' })
  })

  it('of a new key replace those of the one before', async () => {
    const store = await newStore()
    const before = createSigner(
      String(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })),
    )
    await push(store, bundleWith({ chat: 'a' }), { signer: before })
    expect(await push(store, bundleWith({ chat: 'a' }), { signer, promote: false })).toMatchObject({
      kind: 'pushed',
      release: { number: 2, changed: [] },
    })
    expect(await promoteRelease(store, { ...input, signer }, 2)).toMatchObject({ kind: 'moved' })
    expect(await composed(store)).toBeUndefined()
    // The label that the key before has signed, at a release of the new one.
    await promoteRelease(store, { ...input, signer: before }, 2)
    expect(await composed(store)).toHaveLength(1)
    expect(await promoteRelease(store, { ...input, signer }, 2)).toMatchObject({ kind: 'moved' })
    expect(await composed(store)).toBeUndefined()
  })

  it('of another key count for nothing', async () => {
    const store = await newStore()
    const stranger = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
    await push(store, bundleWith({ chat: 'a' }), { signer: createSigner(String(stranger)) })
    expect(await composed(store)).toEqual([expect.stringContaining('no signature of a trusted key')])
  })
})
