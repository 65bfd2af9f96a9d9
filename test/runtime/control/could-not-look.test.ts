// "It does not exist" is the reply only where the store could be read: while it fails or hangs, what this process does not know may have
// been made by another, so the reply is 503 with `retry-after`. What is known, and what the project defines, is served on.
import { describe, expect, test } from 'vitest'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { createStoredAgents } from '../../../runtime/control/resources/agents/create-stored-agents.ts'
import { createStoredConfigs } from '../../../runtime/control/resources/configs/stored-configs.ts'
import { createStoredMcpServers } from '../../../runtime/control/resources/mcp/stored-mcp-servers.ts'
import { createStoredPrompts } from '../../../runtime/control/resources/prompts/stored-prompts.ts'
import { bundlePrompts } from '../../../runtime/prompts/bundle-prompts.ts'
import type { Upstream } from '../../../runtime/values/ports.ts'
import { type ControlHarness, manifestKey, sha256, startControl } from '../../support/control-harness.ts'
import { openMemoryStore } from '../../support/memory-store.ts'
import { createTokenIssuer } from '../../support/token-issuer.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const UNKNOWN = `ptl_${'b'.repeat(43)}`

/** What becomes of every operation of the store. */
const FAULTS: Readonly<Record<string, () => Promise<never>>> = {
  'cannot be reached': () => Promise.reject(new StoreError('unavailable', 'The store cannot be used.')),
  'is locked by another process': () => Promise.reject(new StoreError('unavailable', 'database is locked')),
  'does not reply': () => new Promise(() => {}),
}

async function start(
  manifest: object = { api_keys: [manifestKey('git', 'default', ['configs.read'])] },
  given: Parameters<typeof startControl>[1] = {},
) {
  const inner = openMemoryStore()
  let fault: (() => Promise<never>) | undefined
  const faulty =
    <Given extends readonly unknown[], Result>(action: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      fault?.() ?? action(...given)
  const store: ResourceStore = {
    ...inner,
    commit: faulty(inner.commit),
    read: faulty(inner.read),
    readMany: faulty(inner.readMany),
    list: faulty(inner.list),
    revision: faulty(inner.revision),
    changesSince: faulty(inner.changesSince),
  }
  const harness = await startControl(manifest, { store, adminKey: ADMIN, ...given })
  const fail = async (name: string): Promise<void> => {
    fault = FAULTS[name]
    await harness.clock.advance(1_000)
    await harness.clock.advance(6_000)
  }
  return { harness, store, fail }
}

/** What calls look for in the store, and what they get where it is not there. */
const LOOKUPS: Readonly<
  Record<
    string,
    readonly [missing: string | undefined, find: (harness: ControlHarness, store: ResourceStore) => unknown]
  >
> = {
  'a key': [undefined, ({ context }) => context.keys?.find(UNKNOWN, sha256(UNKNOWN))],
  'a config by its slug': [undefined, (harness, store) => configs(harness, store).inUse('none', 'default')],
  'a version of a config': [
    undefined,
    (harness, store) => configs(harness, store).find('none', '1', 'default'),
  ],
  'a prompt': ['unknown_prompt', harness => prompts(harness).find('none', undefined, 'default', false)],
  'an MCP server': [
    undefined,
    ({ context: { replica } }) =>
      replica &&
      createStoredMcpServers({
        replica,
        sealing: undefined,
        writeLog: () => {},
        authOf: () => ({ perSubject: false, headers: () => [] }),
      }).lookFault?.(),
  ],
  'an agent': [
    undefined,
    harness =>
      createStoredAgents({
        replica: replicaOf(harness),
        sealing: undefined,
        references: { lookUp: () => undefined } as never,
        gateway: harness.context.gateway,
        writeLog: () => {},
        ports: { clock: harness.clock, upstream: NO_UPSTREAM },
      }).lookFault?.(),
  ],
}

const NO_UPSTREAM: Upstream = () => {
  throw new Error('Nothing is called.')
}

const replicaOf = ({ context: { replica } }: ControlHarness) => {
  if (replica === undefined) throw new Error('There is no replica.')
  return replica
}

const configs = (harness: ControlHarness, store: ResourceStore) => {
  const { gateway, catalog, hash, references } = harness.context
  return createStoredConfigs(store, replicaOf(harness), { gateway, catalog, hash, references })
}

const prompts = (harness: ControlHarness) =>
  createStoredPrompts(
    bundlePrompts({ prompts: {}, partials: {} } as never, sha256),
    harness.context,
    replicaOf(harness),
  )

const ROUTES = [
  '/configs/none',
  '/prompts/none',
  '/api-keys/7ec0ed5c-0b8c-4f8e-8a3c-0d7d7c2a9f11',
  '/providers/none',
  '/integrations/none',
  '/workspaces/none',
  '/collections/none',
  '/mcp-servers/none',
  '/policies/usage-limits/7ec0ed5c-0b8c-4f8e-8a3c-0d7d7c2a9f11',
]

/** Lists of which every process has all, and what finds nothing in them. */
const LISTS = [
  '/agent-integrations',
  '/agent-servers',
  '/api-keys?type=organisation-service',
  '/configs',
  '/deployments',
  '/integrations',
  '/limit-profiles',
  '/mcp-integrations',
  '/mcp-servers',
  '/organisation/users',
  '/admin/users/invites',
  '/workspaces/default/users',
  '/policies/rate-limits',
  '/policies/usage-limits',
  '/prompts',
  '/prompts/partials',
  '/providers',
  '/secret-references',
  '/virtual-keys',
  '/scim/v2/Users',
  '/scim/v2/Users?filter=userName%20eq%20%22ada@example.com%22',
  '/scim/v2/Users?filter=externalId%20eq%20%221%22',
  '/scim/v2/Groups',
  '/scim/v2/Groups?filter=displayName%20eq%20%22staff%22',
]

const SEARCH = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
  filter: 'userName eq "ada@example.com"',
}
const SCIM_TYPE = ['content-type', 'application/scim+json']

describe.each(Object.keys(FAULTS))('While the store %s,', fault => {
  test.each(Object.entries(LOOKUPS))('%s that is not known may exist', async (_name, [missing, find]) => {
    const { harness, store, fail } = await start()
    const before = await find(harness, store)
    if (missing === undefined) expect(before).toBeUndefined()
    else expect(before).toMatchObject({ code: missing })
    await fail(fault)
    expect(await find(harness, store)).toMatchObject({ code: 'store_unavailable' })
  })

  test('reads of what is not known are 503, of what is known 200', async () => {
    const { harness, fail } = await start()
    const read = (path: string) => harness.send('GET', path, undefined, { key: ADMIN })
    const made = { name: 'mine', config: { provider: 'openai', api_key: 'x' }, workspace_id: 'default' }
    const saved = await harness.send(
      'POST',
      '/configs',
      { ...made, config: { retry: { attempts: 2 } } },
      { key: ADMIN },
    )
    expect(saved.status).toBe(200)
    for (const path of ROUTES) expect([path, (await read(path)).status]).toEqual([path, 404])
    await fail(fault)
    for (const path of ROUTES) {
      const { status, headers, body } = await read(path)
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '1'])
      expect(body.error.code).toBe('store_unavailable')
    }
    expect((await read(`/configs/${saved.body.slug}`)).status).toBe(200)
    expect((await read('/configs')).body.total).toBe(1)
    expect((await read('/configs?page_size=1&current_page=7')).body).toMatchObject({ total: 1, data: [] })
  })

  test.each(LISTS)('%s is not empty but 503', async path => {
    const { harness, fail } = await start()
    const read = () => harness.send('GET', path, undefined, { key: ADMIN })
    const before = await read()
    expect(before.status).toBe(200)
    expect(before.body.total ?? before.body.totalResults).toBe(0)
    await fail(fault)
    expect(await read()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })

  test('a person who is not known may be one, and one who is not bound yet cannot sign in', async () => {
    const issuer = await createTokenIssuer()
    const { harness, fail } = await start(
      { sign_in: { issuer: issuer.issuer, audience: 'portolan' } },
      { upstream: issuer.upstream },
    )
    const signIn = async (claims: object) => {
      const token = await issuer.sign(
        { sub: 'ada', email: 'ada@example.com', ...claims },
        harness.clock.now(),
      )
      return await harness.send('GET', '/workspaces', undefined, { credentials: [`Bearer ${token}`] })
    }
    expect((await signIn({})).status).toBe(403)
    await fail(fault)
    expect(await signIn({})).toMatchObject({ status: 503, body: { error: { code: 'store_unavailable' } } })
    // A driver never waits for ever: what hangs rejects after its bound.
    if (fault !== 'does not reply') expect((await signIn({ role: 'admin' })).status).toBe(503)
  })

  test('a search of a directory finds those who are known, and no others', async () => {
    const { harness, fail } = await start()
    const search = (filter: string) =>
      harness.send(
        'POST',
        '/scim/v2/Users/.search',
        { ...SEARCH, filter },
        { key: ADMIN, headers: SCIM_TYPE },
      )
    const person = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'grace@example.com' }
    await harness.send('POST', '/scim/v2/Users', person, { key: ADMIN, headers: SCIM_TYPE })
    expect(await search(SEARCH.filter)).toMatchObject({ status: 200, body: { totalResults: 0 } })
    await fail(fault)
    expect((await search(SEARCH.filter)).status).toBe(503)
    expect(await search('userName eq "grace@example.com"')).toMatchObject({
      status: 200,
      body: { totalResults: 1 },
    })
  })
})
