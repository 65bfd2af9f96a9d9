// Which driver an address selects, and what is said of one that selects none.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StoreError } from '../../../../runtime/control/core/store-error.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import {
  openResourceStore,
  type StoreOptions,
} from '../../../../runtime/stores/resources/open-resource-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const optionsIn = (folder: string): StoreOptions => ({ folder, environment: {}, clock: nodePorts().clock })

it('a relative path starts from the folder of the manifest', async () => {
  const folder = temporaryFolder()
  const store = await openResourceStore('sqlite:.portolan/store.db', optionsIn(folder))
  expect(await store.revision()).toBe(0)
  expect(existsSync(join(folder, '.portolan', 'store.db'))).toBe(true)
  await store.close()
})

it('an address of PostgreSQL selects its driver', async () => {
  const opening = openResourceStore('postgres://user:secret@127.0.0.1:9/x', optionsIn(temporaryFolder()))
  await expect(opening).rejects.toBeInstanceOf(StoreError)
  await expect(opening).rejects.toMatchObject({
    message: expect.stringContaining('The store postgres://127.0.0.1:9/x cannot be used'),
  })
})

it.each(['', 'store.db', 'mysql://localhost/x', 'sqlite:', 'ftp://user:secret@host/'])(
  'an address of no known form is refused with the forms, and not repeated: %s',
  async address => {
    await expect(openResourceStore(address, optionsIn(temporaryFolder()))).rejects.toMatchObject({
      name: 'StoreError',
      code: 'invalid-address',
      message: expect.stringMatching(
        /^The address of the store must have one of the forms sqlite:PATH[^\0]*\.$/,
      ),
    })
  },
)
