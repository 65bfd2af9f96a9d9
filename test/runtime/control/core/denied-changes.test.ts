// Changes that are denied with 403 leave entries in the audit log, of every route, by every kind of identified caller, and never more
// than an entry for each caller, operation and hour.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../../runtime/control/core/store-error.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { controlRoutes } from '../../../../schemas/generated/control-routes.ts'
import { manifestKey, type SendOptions, startControl } from '../../../support/control-harness.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { isPostgresListening } from '../../../support/test-postgres.ts'
import { createTokenIssuer } from '../../../support/token-issuer.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const schemas = postgresSchemas()
const hasPostgres = await isPostgresListening()
if (!hasPostgres) console.error('No PostgreSQL listens: its tests are skipped.')

const HOUR = 3_600_000
const AUDIT = '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z'
const READER = { key: 'key reader' }
const ADMIN = `ptl_${'a'.repeat(43)}`
const ISSUER = 'https://idp.test'

const MANIFEST = {
  api_keys: [manifestKey('reader', 'default', ['logs.list']), manifestKey('caller', 'default', [])],
}

async function start(manifest: object = {}, store: ResourceStore = openMemoryStore(), more: object = {}) {
  const harness = await startControl(
    { ...MANIFEST, ...manifest },
    {
      store,
      recordsDenied: true,
      adminKey: ADMIN,
      encryptionKey: Buffer.alloc(32, 7).toString('base64'),
      ...more,
    },
  )
  onTestFinished(() => harness.context.denied?.stop())
  const entries = async (): Promise<readonly Entry[]> =>
    (await store.list('audit', { limit: 1000 }))
      .map(({ value }) => value as unknown as Entry)
      .filter(({ action }) => action === 'deny')
  const deny = (options: SendOptions = READER) => harness.send('POST', '/configs', { name: 'a' }, options)
  return { ...harness, entries, deny }
}

interface Entry {
  readonly action: string
  readonly user: string
  readonly user_type: string
  readonly uri: string
  readonly denied: { readonly operation: string; readonly count: number; readonly since: string }
}

describe.each([
  ['SQLite', async () => openMemoryStore(), true],
  [
    'PostgreSQL',
    async () => {
      const { href } = schemas.create()
      return await openResourceStore(href, { folder: '.', environment: {}, clock: virtualClock() })
    },
    hasPostgres,
  ],
] as const)('Denied changes in %s', (_name, openStore, isThere) => {
  test.runIf(isThere)('have an entry a second after the first, with the reason', async () => {
    const { deny, clock, entries, send } = await start({}, await openStore())
    expect((await deny()).status).toBe(403)
    expect(await entries()).toEqual([])
    await clock.advance(1_000)
    await expect.poll(entries).toHaveLength(1)
    const { body } = await send('GET', `${AUDIT}&action=deny`, undefined, { key: ADMIN })
    expect(body.records).toEqual([
      {
        id: expect.any(String),
        timestamp: '2026-11-23T00:00:01.000Z',
        user: 'reader',
        user_type: 'api-key',
        workspace: 'default',
        method: 'POST',
        uri: '/configs',
        action: 'deny',
        resource_type: 'configs',
        resource_id: '/configs',
        before: null,
        after: null,
        denied: {
          operation: 'createConfig',
          count: 1,
          since: '2026-11-23T00:00:00.000Z',
          reason: expect.stringContaining('needs the scope configs.create'),
        },
      },
    ])
  })

  test.runIf(isThere)('leave what a path holds as every store takes it', async () => {
    const { send, clock, entries } = await start({}, await openStore())
    await send('PUT', `/configs/a%00b${'c'.repeat(2_000)}`, {}, READER)
    await clock.advance(1_000)
    await expect.poll(entries).toHaveLength(1)
    expect((await entries())[0]?.uri).toHaveLength(512)
  })
})

test('Ten thousand denials of a caller are an entry at once, and one for the rest of the hour', async () => {
  const { deny, clock, entries } = await start()
  for (let index = 0; index < 9_999; index += 1) await deny()
  await clock.advance(1_000)
  await expect.poll(entries).toHaveLength(1)
  await deny()
  await clock.advance(HOUR - 1_000)
  expect(await entries()).toHaveLength(1)
  await clock.advance(1_000)
  await expect.poll(async () => (await entries()).map(({ denied }) => denied.count)).toEqual([9_999, 1])
  // A quiet hour ends the count: the next denial has an entry after a second again.
  await clock.advance(HOUR)
  await deny()
  await clock.advance(1_000)
  await expect.poll(entries).toHaveLength(3)
})

test('Every route that changes something records the denial of its scope', async () => {
  const changes = controlRoutes.filter(
    ({ method, effect, scope, level }) =>
      (effect === undefined ? method !== 'GET' : effect === 'change') &&
      (scope !== null || level === 'person'),
  )
  const { send, clock, entries } = await start()
  for (const { method, path } of changes)
    expect([path, (await send(method, path.replaceAll(/\{\w+\}/g, 'x'), {}, READER)).status]).toEqual([
      path,
      403,
    ])
  await clock.advance(1_000)
  const operations = new Set(changes.map(({ operation }) => operation))
  await expect
    .poll(async () => new Set((await entries()).map(({ denied }) => denied.operation)))
    .toEqual(operations)
  expect(changes.length).toBeGreaterThan(90)
})

describe('Who is denied', () => {
  test('is a key without scopes, apart from other keys', async () => {
    const { deny, clock, entries } = await start()
    await deny({ key: 'key caller' })
    await deny()
    await clock.advance(1_000)
    await expect
      .poll(async () => (await entries()).map(({ user }) => user).toSorted())
      .toEqual(['caller', 'reader'])
  })

  test('is a person who signs in', async () => {
    const issuer = await createTokenIssuer(ISSUER)
    const { deny, clock, entries } = await start(
      { sign_in: { issuer: ISSUER, audience: 'portolan' } },
      openMemoryStore(),
      { upstream: issuer.upstream },
    )
    const claims = { email: 'kate@example.org', email_verified: true, sub: 'kate', role: 'member' }
    const token = await issuer.sign(claims, clock.now())
    expect((await deny({ credentials: [`Bearer ${token}`] })).status).toBe(403)
    await clock.advance(1_000)
    await expect
      .poll(async () => (await entries()).map(({ user, user_type: type }) => [user, type]))
      .toEqual([['kate@example.org', 'person']])
  })

  test('has the scope, but not for this: by the handler, and in items of many', async () => {
    const { send, clock, entries } = await start({
      api_keys: [
        ...MANIFEST.api_keys,
        manifestKey('maker', 'default', ['workspace_service_api_keys.create']),
      ],
    })
    const wide = { name: 'wide', scopes: ['configs.create'], workspace_id: 'default' }
    const maker = { key: 'key maker' }
    expect((await send('POST', '/api-keys/workspace/service', wide, maker)).status).toBe(403)
    const many = { items: [wide, wide], on_error: 'skip' }
    expect((await send('POST', '/api-keys/workspace/service/bulk', many, maker)).status).toBe(200)
    await clock.advance(1_000)
    await expect
      .poll(async () => (await entries()).map(({ denied: { operation, count } }) => `${operation} ${count}`))
      .toEqual(expect.arrayContaining(['createWorkspaceServiceKey 1', 'createWorkspaceServiceKeys 2']))
  })
})

test.each([
  ['reads', {}, 'GET', '/configs', 403],
  ['requests that are wrong', {}, 'POST', '/nothing', 404],
  ['changes where audit_denied is false', { audit_denied: false }, 'POST', '/configs', 403],
] as const)('No entry: %s', async (_title, manifest, method, path, status) => {
  const { send, clock, entries, context } = await start(manifest)
  const { status: replied } = await send(method, path, method === 'GET' ? undefined : {}, READER).catch(
    () => ({
      status: 404,
    }),
  )
  expect(replied).toBe(status)
  await clock.advance(1_000)
  await context.denied?.stop()
  expect(await entries()).toEqual([])
})

describe('A store that takes nothing', () => {
  const failing = () => {
    const inner = openMemoryStore()
    const state = { fails: true }
    const store: ResourceStore = {
      ...inner,
      commit: async transaction => {
        if (state.fails) throw new StoreError('unavailable', 'The store cannot be used.')
        return await inner.commit(transaction)
      },
    }
    return { store, state }
  }

  test('delays no reply, is named in the log once, and loses no count', async () => {
    const { store, state } = failing()
    const { deny, clock, entries, log } = await start({}, store)
    expect((await deny()).status).toBe(403)
    await clock.advance(1_000)
    await expect.poll(() => log).toEqual([expect.stringContaining('The store cannot be used.')])
    await deny()
    await clock.advance(60_000)
    state.fails = false
    await clock.advance(60_000)
    await expect.poll(async () => (await entries()).map(({ denied }) => denied.count)).toEqual([2])
    expect(log).toHaveLength(1)
  })

  test('more callers and operations than are counted are named in the log', async () => {
    const keys = Array.from({ length: 501 }, (_, index) => manifestKey(`k${index}`, 'default', []))
    const { deny, clock, entries, log } = await start({ api_keys: keys })
    for (const { id } of keys) await deny({ key: `key ${id}` })
    await clock.advance(1_000)
    await expect.poll(entries).toHaveLength(500)
    expect(log).toEqual([expect.stringContaining('1 denied changes are not in the audit log')])
  })
})

test('What is counted is written when the process stops', async () => {
  const { deny, entries, context } = await start()
  await deny()
  await context.denied?.stop()
  expect(await entries()).toHaveLength(1)
})
