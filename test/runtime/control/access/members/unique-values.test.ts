// Two processes that share a store and do not yet know of each other: of two new resources with one address or name, one is made.

import { describe, expect, test } from 'vitest'
import type { ResourceStore } from '../../../../../runtime/control/core/resource-store.ts'
import { openResourceStore } from '../../../../../runtime/stores/resources/open-resource-store.ts'
import { type ControlHarness, startControl } from '../../../../support/control-harness.ts'
import { openMemoryStore } from '../../../../support/memory-store.ts'
import { postgresSchemas } from '../../../../support/postgres-schemas.ts'
import { isPostgresListening } from '../../../../support/test-postgres.ts'
import { virtualClock } from '../../../../support/virtual-clock.ts'

const schemas = postgresSchemas()
const hasPostgres = await isPostgresListening()
if (!hasPostgres) console.error('No PostgreSQL listens: its tests are skipped.')

const open = (address: string): Promise<ResourceStore> =>
  openResourceStore(address, { folder: '.', environment: {}, clock: virtualClock() })

const NEW: readonly (readonly [string, string, (round: number) => object])[] = [
  ['address', '/organisation/users', round => ({ email: `ada${round}@x.y` })],
  ['address of the directory', '/scim/v2/Users', round => ({ userName: `Ada${round}@x.y` })],
  ['group', '/scim/v2/Groups', round => ({ displayName: `group ${round}` })],
]

describe.each([
  ['SQLite', async () => openMemoryStore(), true],
  ['PostgreSQL', async () => await open(schemas.create().href), hasPostgres],
] as const)('%s', (_name, openStore, isThere) => {
  /** Two processes with one store. */
  const processes = async (): Promise<readonly ControlHarness[]> => {
    const store = await openStore()
    return await Promise.all([0, 1_000_000].map(firstId => startControl({}, { store, firstId })))
  }

  test.runIf(isThere).each(NEW)('one %s is given to one of two', async (_what, path, body) => {
    const both = await processes()
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(both.map(({ send }) => send('POST', path, body(round) as never)))
      expect(answers.map(({ status }) => (status === 409 ? 409 : 200)).toSorted()).toEqual([200, 409])
    }
  })

  test.runIf(isThere)('what a resource gives up is free for others', async () => {
    const [here, there] = await processes()
    if (here === undefined || there === undefined) throw new Error('There are two.')
    const made = (await here.send('POST', '/scim/v2/Users', { userName: 'a@x.y' })).body.id
    const rename = (userName: string) => here.send('PUT', `/scim/v2/Users/${made}`, { userName })
    expect((await rename('b@x.y')).status).toBe(200)
    expect((await here.send('POST', '/organisation/users', { email: 'a@x.y' })).status).toBe(200)
    expect((await rename('a@x.y')).status).toBe(409)
    await here.send('DELETE', `/scim/v2/Users/${made}`)
    await there.context.replica?.look()
    expect((await there.send('POST', '/organisation/users', { email: 'b@x.y' })).status).toBe(200)
  })
})
