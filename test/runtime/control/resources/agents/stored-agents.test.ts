// The agents of the store as calls find them: linked once until they change, for their workspace and the people that may use them.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Sealing } from '../../../../../runtime/control/core/sealing/sealing.ts'
import { createStoredAgents } from '../../../../../runtime/control/resources/agents/create-stored-agents.ts'
import { failure, isFailure } from '../../../../../runtime/values/failures.ts'
import type { UpstreamRequest } from '../../../../../runtime/values/ports.ts'
import { sealingOf, startControl } from '../../../../support/control-harness.ts'

const CARD_URL = 'https://agents.example.com/card.json'
const OPTIONS = { encryptionKey: Buffer.from('k'.repeat(32)).toString('base64') }
const LAB = { workspace: 'default', user: undefined }

async function start(
  manifest: object = { public_url: 'https://gateway.example.com' },
  given: { readonly sealing?: Sealing; readonly secrets?: Readonly<Record<string, string>> } = {},
) {
  const here = await startControl({ public_url: 'https://gateway.example.com' }, OPTIONS)
  const served = await startControl(manifest, { store: 'none' })
  const { replica, sealing } = here.context
  if (replica === undefined) throw new Error('There is no store.')
  const sent: UpstreamRequest[] = []
  const faults: string[] = []
  const agents = createStoredAgents({
    replica,
    sealing: given.sealing ?? sealing,
    references: { lookUp: name => given.secrets?.[name] },
    gateway: served.context.gateway,
    ports: {
      clock: here.clock,
      upstream: (request, receiver) => {
        sent.push(request)
        receiver.fail(failure('upstream_unreachable', 'There is no network.'))
        return () => {}
      },
    },
    writeLog: (_level, message) => void faults.push(message),
  })
  const headers = { 'X-Key': 'upstream-secret-0123' }
  await here.send('POST', '/agent-integrations', {
    workspace_id: null,
    name: 'Echo',
    card_url: CARD_URL,
    headers,
  })
  await here.send('PUT', '/agent-integrations/echo/workspaces', {
    workspaces: [{ id: 'default', enabled: true }],
  })
  await here.send('POST', '/agent-servers', {
    workspace_id: 'default',
    name: 'Echo',
    agent_integration_id: 'echo',
  })
  const find = (caller: Parameters<typeof agents.find>[1] = LAB, slug = 'echo') => {
    const found = agents.find(slug, caller)
    if (found !== undefined && isFailure(found)) throw new Error(found.message)
    return found
  }
  return { ...here, agents, find, sent, faults }
}

it('are the same object until they or their integrations change', async () => {
  const { find, send } = await start()
  const first = find()
  expect(first).toBeDefined()
  expect(find()).toBe(first)
  await send('POST', '/agent-integrations', { workspace_id: 'default', name: 'Other', card_url: CARD_URL })
  await send('POST', '/agent-servers', {
    workspace_id: 'default',
    name: 'Other',
    agent_integration_id: 'other',
  })
  expect(find()).toBe(first)
  await send('PUT', '/agent-integrations/other', { timeout: 1000 })
  expect(find()).toBe(first)
  await send('PUT', '/agent-integrations/echo', { timeout: 1000 })
  const second = find()
  expect([second === first, second?.timeout]).toEqual([false, 1000])
  await send('PUT', '/agent-servers/echo', { name: 'Parrot' })
  expect(find()).not.toBe(second)
  await send('DELETE', '/agent-servers/echo')
  expect(find()).toBeUndefined()
})

it('have hosts of callers, and their secrets in the headers of requests alone', async () => {
  const { find, sent, faults, agents } = await start()
  const agent = find()
  expect(agent?.hostAuthor).toBe('caller')
  expect(agent?.headers()).toEqual(['x-key', 'upstream-secret-0123'])
  const card = await agent?.card('1.0')
  expect(JSON.stringify(card)).not.toContain('upstream-secret')
  expect(sent).toMatchObject([{ origin: 'https://agents.example.com', hostAuthor: 'caller' }])
  expect([faults, agents.find('none', LAB)]).toEqual([[], undefined])
})

describe('may be called', () => {
  it('by keys of their workspace, while it has access', async () => {
    const { find, send } = await start()
    expect(find({ workspace: 'shop', user: undefined })).toBeUndefined()
    await send('PUT', '/agent-integrations/echo/workspaces', {
      workspaces: [{ id: 'default', enabled: false }],
    })
    expect(find()).toBeUndefined()
  })

  it('by the people that are let in, and by services', async () => {
    const { find, send } = await start()
    const as = (user: string | undefined) => find({ workspace: 'default', user }) !== undefined
    expect([as('ada'), as('bob'), as(undefined)]).toEqual([true, true, true])
    const access = { user_access: [{ user_id: 'bob', enabled: false }] }
    expect(await send('PUT', '/agent-servers/echo/user-access', access)).toMatchObject({
      status: 200,
      body: { default_user_access: 'allow', ...access },
    })
    expect([as('ada'), as('bob'), as(undefined)]).toEqual([true, false, true])
    await send('PUT', '/agent-servers/echo/user-access', {
      default_user_access: 'deny',
      user_access: [{ user_id: 'bob', enabled: true }],
    })
    expect([as('ada'), as('bob'), as('constructor'), as(undefined)]).toEqual([false, true, false, true])
    expect((await send('GET', '/agent-servers/echo/user-access')).body).toEqual({
      default_user_access: 'deny',
      user_access: [{ user_id: 'bob', enabled: true }],
    })
  })
})

it('are refused in words where the manifest no longer says the URL of the gateway', async () => {
  const { find } = await start({})
  expect(() => find()).toThrow(/Set "public_url" in gateway\.yaml/)
})

describe('cards are signed', () => {
  const newKey = async () =>
    await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).privateKey)

  it('with the key that is sealed with the agent', async () => {
    const { find, send } = await start()
    const { d, ...open } = await newKey()
    await send('PUT', '/agent-integrations/echo', { card: { signing_key: { ...open, d: d ?? '' } } } as never)
    const { keys } = (await find()?.signer()) ?? {}
    expect(keys).toMatchObject({ keys: [{ x: open.x, use: 'sig' }] })
    expect(JSON.stringify(keys)).not.toContain(d)
  })

  it('with the key of a saved reference, whichever it has now', async () => {
    const [first, second] = [await newKey(), await newKey()]
    const secrets: Record<string, string> = { 'card-key': JSON.stringify(first) }
    const { find, send } = await start(undefined, { secrets })
    await send('POST', '/secret-references', {
      name: 'card-key',
      manager_type: 'hashicorp_vault',
      auth_config: {
        vault_addr: 'https://vault.example.com',
        vault_auth_type: 'token',
        vault_token: 'token-0123456789abcdef',
      },
      secret_path: 'secret/data/card',
    })
    await send('PUT', '/agent-integrations/echo', { card: { signing_key: '${secret:card-key}' } })
    const agent = find()
    const shown = async () => JSON.stringify((await agent?.signer())?.keys)
    expect(await shown()).toContain(first.x)
    secrets['card-key'] = JSON.stringify(second)
    expect(await shown()).toContain(second.x)
    delete secrets['card-key']
    expect(await agent?.signer()).toBeUndefined()
  })
})

it('are not called without their secrets, and the log says which cannot be opened', async () => {
  const other = sealingOf(Buffer.from('o'.repeat(32)).toString('base64'))
  const { find, faults } = await start(undefined, { sealing: other })
  expect(find()?.headers()).toMatchObject({ code: 'secret_unavailable' })
  expect(faults).toEqual([expect.stringMatching(/X-Key.*"echo" was encrypted with the key/)])
})
