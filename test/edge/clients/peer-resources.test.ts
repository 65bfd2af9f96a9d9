// Portkey's SDK manages saved resources, unchanged: with its prefix of headers, paths and replies as it knows them.
import { Portkey } from 'portkey-ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

let gateway: RunningGateway
let portkey: Portkey

beforeAll(async () => {
  gateway = await runGateway(
    {
      header_prefix: 'x-portkey-',
      spelling: 'peer',
      store: 'sqlite::memory:',
      providers: { mock: { provider: 'mock' } },
    },
    {},
    { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
  )
  portkey = new Portkey({ baseURL: gateway.url, apiKey: 'none' })
})
afterAll(() => gateway.stop())

const config = (model: string) => ({ provider: '@mock', override_params: { model } })

describe('configs', () => {
  it('are created, read, listed, updated, used and deleted', async () => {
    const created = await portkey.configs.create({
      name: 'Chat config',
      config: config('echo'),
      isDefault: 0,
      workspace_id: 'default',
    })
    expect(created).toMatchObject({ slug: 'chat-config', object: 'config' })
    expect(created.version_id).toBeTruthy()
    const read = await portkey.configs.retrieve({ slug: 'chat-config' })
    expect(read).toMatchObject({ config: config('echo'), name: 'Chat config' })
    const reply = await new Portkey({
      baseURL: gateway.url,
      apiKey: 'none',
      config: 'chat-config',
    }).chat.completions.create({ messages: [{ role: 'user', content: 'Hello' }], model: 'x', stream: false })
    expect(reply.model).toBe('echo')
    const updated = await portkey.configs.update({
      slug: 'chat-config',
      config: config('json'),
      name: 'Chat',
    })
    expect(updated.version_id).not.toBe(created.version_id)
    const list = await portkey.configs.list({})
    expect(list.data?.map(({ name }) => name)).toEqual(['Chat'])
    await portkey.configs.delete({ slug: 'chat-config' })
    expect((await portkey.configs.list({})).total).toBe(0)
  })

  it('that do not compile are refused with the sentence of the compiler', async () => {
    const wrong = portkey.configs.create({
      name: 'wrong',
      workspace_id: 'default',
      config: { provider: '@mok' },
    })
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Did you mean'),
    })
  })
})

describe('workspaces', () => {
  it('are created, read, listed, updated and deleted', async () => {
    const { workspaces } = portkey.admin
    const created = await workspaces.create({ name: 'Research', description: 'models' })
    const workspaceId = created.id ?? ''
    expect(await workspaces.retrieve({ workspaceId })).toMatchObject({ name: 'Research', slug: 'research' })
    await workspaces.update({ workspaceId, name: 'Science' })
    const { data } = await workspaces.list({})
    expect(data?.map(({ name }) => name)).toContain('Science')
    await workspaces.delete({ workspaceId })
  })
})

describe('API keys', () => {
  it('are created, used, read, listed, updated and deleted', async () => {
    const created = await portkey.apiKeys.create({
      type: 'workspace',
      'sub-type': 'service',
      name: 'notebook',
      workspace_id: 'default',
      scopes: ['inference'],
    })
    const id = created.id ?? ''
    const ask = () =>
      new Portkey({ baseURL: gateway.url, apiKey: created.key ?? '' }).chat.completions.create({
        messages: [{ role: 'user', content: 'Hello' }],
        model: '@mock/echo',
        stream: false,
      })
    expect((await ask()).choices[0]?.message?.content).toBeTruthy()
    expect(await portkey.apiKeys.retrieve({ id })).toMatchObject({ name: 'notebook', status: 'active' })
    await portkey.apiKeys.update({ id, name: 'laptop' })
    const { data } = await portkey.apiKeys.list({ workspace_id: 'default' })
    expect(data?.map(({ name }) => name)).toEqual(['laptop'])
    await portkey.apiKeys.delete({ id })
    await expect(ask()).rejects.toMatchObject({ status: 401 })
  })
})

describe('integrations and providers', () => {
  it('are created, read, listed, updated and deleted, and the key is shown to nobody', async () => {
    const key = 'sk-of-the-integration-0123456789'
    const workspace_id = 'default'
    await portkey.integrations.create({
      name: 'Ours',
      slug: 'ours',
      ai_provider_id: 'openai',
      key,
      workspace_id,
    })
    const read = await portkey.integrations.retrieve({ slug: 'ours' })
    expect(read).toMatchObject({ slug: 'ours', ai_provider_id: 'openai' })
    expect(JSON.stringify([read, await portkey.integrations.list({})])).not.toContain(key)
    await portkey.integrations.update({ slug: 'ours', name: 'Still ours' })
    await portkey.providers.create({ name: 'Second', slug: 'second', integration_id: 'ours', workspace_id })
    const { data } = await portkey.providers.list({})
    expect(data?.map(({ slug }) => slug).sort()).toEqual(['mock', 'ours', 'second'])
    await portkey.providers.delete({ slug: 'second' })
    await portkey.integrations.delete({ slug: 'ours' })
    expect((await portkey.providers.list({})).total).toBe(1)
  })
})
