// A key is revoked while the store cannot be written: refused at once, by all processes, and deleted as soon as there is room again.
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ResourceStore } from '../../../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../../../runtime/control/core/store-error.ts'
import { linkAuthentication } from '../../../../../runtime/gateway/authenticate.ts'
import { nodePorts } from '../../../../../runtime/process/node-ports.ts'
import { openFolderStore } from '../../../../../runtime/stores/resources/folder/folder-store.ts'
import { openSqliteStore } from '../../../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import { type ControlHarness, openControl, sha256 } from '../../../../support/control-harness.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { until } from '../../../../support/until.ts'
import { settle } from '../../../../support/virtual-clock.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`

interface Disk {
  isFull: boolean
}

/** The store on a disk that takes nothing new while it is full. */
const onDisk = ({ tombstones, ...store }: ResourceStore, disk: Disk, hasRoom = true): ResourceStore => ({
  ...store,
  commit: transaction =>
    disk.isFull
      ? Promise.reject(new StoreError('unavailable', 'The store cannot be used: database or disk is full.'))
      : store.commit(transaction),
  ...(hasRoom && tombstones && { tombstones }),
})

const STORES: Readonly<Record<string, (folder: string) => Promise<ResourceStore>>> = {
  SQLite: folder => openSqliteStore(join(folder, 'store.db')),
  'a folder': async folder => await openFolderStore(join(folder, 'saved'), nodePorts().clock),
}

let started = 0

async function openProcess(store: ResourceStore) {
  started += 1
  const harness = await openControl({}, { store, adminKey: ADMIN, firstId: started * 1000 })
  onTestFinished(() => harness.close())
  const { authenticate } = linkAuthentication(harness.context.gateway, sha256, harness.context.keys)
  return {
    ...harness,
    admin: (method: string, path: string, body?: object) =>
      harness.send(method, path, body as never, { key: ADMIN }),
    accepts: (key: string): boolean =>
      !isFailure(authenticate({ options: { apiKey: key }, credentials: [] }, 'inference')),
  }
}

type Process = Awaited<ReturnType<typeof openProcess>>

async function createKey({ admin }: Process): Promise<{ readonly id: string; readonly key: string }> {
  const { body } = await admin('POST', '/api-keys/workspace/service', {
    name: 'app',
    scopes: ['inference'],
    workspace_id: 'default',
  })
  return body as { readonly id: string; readonly key: string }
}

/** Lets what runs in threads end. */
const look = async ({ context, clock }: ControlHarness): Promise<void> => {
  await clock.advance(11_000)
  await context.replica?.look()
  await settle()
}

const namesOf = async ({ admin }: Process) =>
  ((await admin('GET', '/api-keys')).body.data as readonly { readonly id: string }[]).map(({ id }) => id)

describe.each(Object.entries(STORES))('a key in %s, while the disk is full', (_name, open) => {
  it('is revoked at once, in all processes, and also after a restart', async () => {
    const folder = temporaryFolder()
    const disk = { isFull: false }
    const first = await openProcess(onDisk(await open(folder), disk))
    const { id, key } = await createKey(first)
    const second = await openProcess(onDisk(await open(folder), disk))
    expect([first.accepts(key), second.accepts(key)]).toEqual([true, true])
    disk.isFull = true
    expect(await first.admin('DELETE', `/api-keys/${id}`)).toMatchObject({ status: 200, body: {} })
    expect(first.accepts(key)).toBe(false)
    expect((await first.admin('GET', `/api-keys/${id}`)).status).toBe(404)
    expect(await namesOf(first)).not.toContain(id)
    await second.context.replica?.look()
    expect(second.accepts(key)).toBe(false)
    const restarted = await openProcess(onDisk(await open(folder), disk))
    expect(restarted.accepts(key)).toBe(false)
    // Other writes say why they cannot be made.
    expect((await first.admin('POST', '/workspaces', { name: 'x' })).status).toBe(503)
  })

  it('is revoked with as many others as a request may have, in all processes', async () => {
    const folder = temporaryFolder()
    const disk = { isFull: false }
    const first = await openProcess(onDisk(await open(folder), disk))
    const items = Array.from({ length: 500 }, (_, index) => ({
      name: `k${index}`,
      scopes: [],
      workspace_id: 'default',
    }))
    const created = await first.admin('POST', '/api-keys/workspace/service/bulk', { items })
    const keys: readonly { readonly id: string }[] = created.body.data
    const second = await openProcess(onDisk(await open(folder), disk))
    disk.isFull = true
    const revoked = { items: keys.map(({ id }) => ({ id })) }
    expect(await first.admin('POST', '/api-keys/bulk/revoke', revoked)).toMatchObject({
      status: 200,
      body: { total: 500 },
    })
    await second.context.replica?.look()
    expect([await namesOf(first), await namesOf(second)]).toEqual([[], []])
  })

  it('is deleted when there is room again, with its entry in the audit log, once', async () => {
    const folder = temporaryFolder()
    const disk = { isFull: false }
    const first = await openProcess(onDisk(await open(folder), disk))
    const { id, key } = await createKey(first)
    const second = await openProcess(onDisk(await open(folder), disk))
    disk.isFull = true
    await first.admin('DELETE', `/api-keys/${id}`)
    const revokedAt = new Date(first.clock.now()).toISOString()
    await look(first)
    disk.isFull = false
    const store = await open(folder)
    onTestFinished(() => store.close())
    await until(async () => {
      await look(first)
      await look(second)
      return (await store.tombstones?.read())?.length === 0
    })
    expect(await store.read('api-key', id)).toBeUndefined()
    const entries = (await store.list('audit', { limit: 100 })).filter(
      ({ value }) => value['action'] === 'revoke',
    )
    expect(entries.map(({ value }) => value)).toMatchObject([
      {
        timestamp: revokedAt,
        user: 'GATEWAY_ADMIN_KEY',
        method: 'DELETE',
        uri: `/api-keys/${id}`,
        resource_id: id,
        workspace: 'default',
        before: { id, name: 'app' },
        after: null,
      },
    ])
    await look(first)
    expect([first.accepts(key), second.accepts(key)]).toEqual([false, false])
  })

  it('is refused by the process that was called where there is no room either: 202', async () => {
    const disk = { isFull: false }
    const only = await openProcess(onDisk(await open(temporaryFolder()), disk, false))
    const { id, key } = await createKey(only)
    disk.isFull = true
    expect(await only.admin('DELETE', `/api-keys/${id}`)).toMatchObject({
      status: 202,
      body: { durable: false },
    })
    await look(only)
    expect(only.accepts(key)).toBe(false)
    disk.isFull = false
    await until(async () => {
      await look(only)
      return (await only.context.store?.read('api-key', id)) === undefined
    })
    expect(only.accepts(key)).toBe(false)
  })

  it('is not revoked for a request that expects another revision', async () => {
    const disk = { isFull: false }
    const only = await openProcess(onDisk(await open(temporaryFolder()), disk))
    const { id, key } = await createKey(only)
    disk.isFull = true
    const refused = await only.send('DELETE', `/api-keys/${id}`, undefined, {
      key: ADMIN,
      headers: ['if-match', '"99999"'],
    })
    expect(refused.status).toBe(412)
    expect(only.accepts(key)).toBe(true)
  })
})
