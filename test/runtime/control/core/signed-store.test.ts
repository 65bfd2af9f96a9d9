// Saved resources under signatures: what a trusted key has signed counts, whatever else the store holds.

import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { createSignedStore, SIGNATURE_NEEDED } from '../../../../runtime/control/core/signed-store.ts'
import { SIGNED_KINDS } from '../../../../runtime/control/kinds.ts'
import { createSigner, createVerifier } from '../../../../runtime/stores/signing-keys.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    signer: createSigner(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
    verifier: createVerifier([publicKey.export({ format: 'pem', type: 'spki' }).toString()]),
  }
}
const [ours, theirs] = [pair(), pair()]

let store: ResourceStore
let told: string[]
const open = (signing: Partial<typeof ours>): ResourceStore =>
  createSignedStore(store, { kinds: SIGNED_KINDS, ...signing, writeLog: (_, message) => told.push(message) })

beforeEach(async () => {
  told = []
  store = openMemoryStore()
  return () => store.close()
})

const write = (id: string, text: string, kind = 'config') => ({
  writes: [{ kind, id, value: { text, note: undefined as unknown as string } }],
})

describe('what a trusted key has signed', () => {
  test('is read as it was written, by those who trust the key and by those who ask for none', async () => {
    await open({ signer: ours.signer }).commit(write('chat', 'a'))
    for (const reader of [open({ verifier: ours.verifier }), open({})]) {
      expect((await reader.read('config', 'chat'))?.value).toEqual({ text: 'a' })
      expect(await reader.list('config', { limit: 10 })).toMatchObject([{ value: { text: 'a' } }])
    }
    expect(told).toEqual([])
  })

  test('is what a conflict shows, so that it can be written again', async () => {
    const writer = open(ours)
    await writer.commit(write('chat', 'a'))
    const { conflict } = await writer.commit({
      writes: [{ kind: 'config', id: 'chat', value: { text: 'b' }, expects: 'absent' }],
    })
    expect(conflict?.found?.value).toEqual({ text: 'a' })
  })
})

describe('what no trusted key has signed does not count', () => {
  const FORGED: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['nobody has signed it', () => store.commit(write('chat', 'b'))],
    ['another key has signed it', () => open({ signer: theirs.signer }).commit(write('chat', 'b'))],
    [
      'it was changed since',
      async () => {
        const found = await store.read('config', 'chat')
        await store.commit({
          writes: [{ kind: 'config', id: 'chat', value: { ...found?.value, text: 'b' } }],
        })
      },
    ],
    [
      'it was copied from another object',
      async () => {
        await open({ signer: ours.signer }).commit(write('other', 'b'))
        const found = await store.read('config', 'other')
        await store.commit({ writes: [{ kind: 'config', id: 'chat', value: found?.value }] })
      },
    ],
  ]
  test.each(FORGED)('%s', async (_, forge) => {
    await open({ signer: ours.signer }).commit(write('chat', 'a'))
    await forge()
    const reader = open({ verifier: ours.verifier })
    expect(await reader.read('config', 'chat')).toBeUndefined()
    expect(await reader.read('config', 'chat')).toBeUndefined()
    expect(told).toEqual(['The saved config "chat" is not used, since no trusted key has signed it.'])
  })

  test('pages are full without it, and what is told is bounded', async () => {
    const signed = open({ signer: ours.signer })
    for (let index = 0; index < 100; index += 1)
      await (index % 4 === 0 ? signed : store).commit(write(`c${String(index).padStart(2, '0')}`, 'a'))
    const reader = open({ verifier: ours.verifier })
    const first = await reader.list('config', { limit: 10 })
    expect(first).toHaveLength(10)
    const rest = await reader.list('config', { limit: 20, after: first.at(-1)?.id ?? '' })
    expect([...first, ...rest].map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, index) => `c${String(index * 4).padStart(2, '0')}`),
    )
    expect(told).toHaveLength(21)
    expect(told.at(-1)).toBe('More saved resources are not used, since no trusted key has signed them.')
  })
})

test('where signatures are required, nothing is written without a key', async () => {
  const reader = open({ verifier: ours.verifier })
  await expect(reader.commit(write('chat', 'a'))).rejects.toThrow(SIGNATURE_NEEDED)
  expect(await store.revision()).toBe(0)
  // Deleting removes what calls would use, and keys are of everyone.
  expect(await reader.commit({ writes: [{ kind: 'config', id: 'chat', value: undefined }] })).toHaveProperty(
    'revision',
  )
  expect(await reader.commit(write('1', 'a', 'api-key'))).toHaveProperty('revision')
})
