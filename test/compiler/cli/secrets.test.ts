// `portolan secrets rotate-key`: secrets of a store under a new key, by the manifest or by the environment.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readKeyRing } from '../../../runtime/control/core/sealing/key-ring.ts'
import { placeOf } from '../../../runtime/control/core/sealing/rotate-secrets.ts'
import {
  isSealedSecret,
  openSecret,
  sealSecret,
} from '../../../runtime/control/core/sealing/sealed-secret.ts'
import { openSqliteStore } from '../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { nodeSecretCipher as cipher } from '../../../runtime/stores/secret-cipher.ts'
import { sha256 } from '../../support/bundle.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [OLD = '', NEW = ''] = ['a', 'b'].map(letter => Buffer.from(letter.repeat(32)).toString('base64'))

const ringOf = (text: string) => {
  const ring = readKeyRing(text, sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return ring
}

const PLACE = placeOf({ kind: 'integration', id: 'openai', value: {} }, '/key')

async function folderWithSecret(manifest: string): Promise<string> {
  const folder = temporaryFolder({ 'gateway.yaml': manifest })
  const store = await openSqliteStore(join(folder, 'store.db'))
  await store.commit({
    writes: [
      {
        kind: 'integration',
        id: 'openai',
        value: { key: sealSecret('sk-live', PLACE, ringOf(OLD), cipher) },
      },
    ],
  })
  await store.close()
  return folder
}

const MANIFEST = 'providers: { mock: { provider: mock } }\nstore: sqlite:store.db\n'

it('encrypts with the first key, and needs the old one', async () => {
  const folder = await folderWithSecret(MANIFEST)
  const rotate = (key?: string) =>
    portolan(['secrets', 'rotate-key'], folder, { PORTOLAN_ENCRYPTION_KEY: key ?? '' })
  expect(await rotate()).toMatchObject({
    code: 1,
    complaints: expect.stringContaining(
      'There is no encryption key. Set the environment variable PORTOLAN_ENCRYPTION_KEY',
    ),
  })
  expect(await rotate('short')).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('is not 32 bytes'),
  })
  expect(await rotate(NEW)).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('which is not among the encryption keys'),
  })
  expect(await rotate(`${NEW},${OLD}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^1 secret encrypted with the key [0-9a-f]{16}; 0 had it already\.\n$/),
  })
  const store = await openSqliteStore(join(folder, 'store.db'))
  const key = (await store.read('integration', 'openai'))?.value['key']
  expect(isSealedSecret(key) && openSecret(key, PLACE, ringOf(NEW), cipher)).toEqual({ text: 'sk-live' })
  await store.close()
})

it('takes the keys from where the manifest says', async () => {
  const folder = await folderWithSecret(`${MANIFEST}encryption_key: "\${env:STORE_KEY}"\n`)
  expect(await portolan(['secrets', 'rotate-key'], folder)).toMatchObject({
    code: 1,
    complaints: expect.stringContaining(
      'The environment variable STORE_KEY is not set; it is required by encryption_key.',
    ),
  })
  expect((await portolan(['secrets', 'rotate-key'], folder, { STORE_KEY: `${NEW},${OLD}` })).code).toBe(0)
  const file = join(folder, 'key')
  writeFileSync(file, `${OLD}\n${NEW}\n`)
  writeFileSync(join(folder, 'gateway.yaml'), `${MANIFEST}encryption_key: "\${file:${file}}"\n`)
  expect((await portolan(['secrets', 'rotate-key', '--format', 'json'], folder)).out).toContain('"rotated":1')
})
