// "It does not exist" is the reply only where the store could be read: while it fails or hangs, what this process does not know may have
// been made by another, so the reply is 503 with `retry-after`. What is known, and what the project defines, is served on.
import { describe, expect, test } from 'vitest'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { createStoredConfigs } from '../../../runtime/control/resources/configs/stored-configs.ts'
import { createStoredMcpServers } from '../../../runtime/control/resources/mcp/stored-mcp-servers.ts'
import { createStoredPrompts } from '../../../runtime/control/resources/prompts/stored-prompts.ts'
import { bundlePrompts } from '../../../runtime/prompts/bundle-prompts.ts'
import { type ControlHarness, manifestKey, sha256, startControl } from '../../support/control-harness.ts'
import { openMemoryStore } from '../../support/memory-store.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const UNKNOWN = `ptl_${'b'.repeat(43)}`

/** What becomes of every operation of the store. */
const FAULTS: Readonly<Record<string, () => Promise<never>>> = {
  'cannot be reached': () => Promise.reject(new StoreError('unavailable', 'The store cannot be used.')),
  'is locked by another process': () => Promise.reject(new StoreError('unavailable', 'database is locked')),
  'does not reply': () => new Promise(() => {}),
}

async function start() {
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
  const harness = await startControl(
    { api_keys: [manifestKey('git', 'default', ['configs.read'])] },
    { store, adminKey: ADMIN },
  )
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
  })
})
