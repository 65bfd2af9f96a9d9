// The SDK of the nearest peer manages saved resources, unchanged: with its prefix of headers, paths and replies as it knows them.
import { Portkey } from 'portkey-ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

let gateway: RunningGateway
let portkey: Portkey

beforeAll(async () => {
  gateway = await runGateway({
    header_prefix: 'x-portkey-',
    spelling: 'peer',
    store: 'sqlite::memory:',
    providers: { mock: { provider: 'mock' } },
  })
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
    const wrong = portkey.configs.create({ name: 'wrong', config: { provider: '@mok' } })
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
