// Portkey's SDK manages and runs prompts, unchanged: with its prefix of headers, paths and replies as it knows them.
import { Portkey } from 'portkey-ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlScopes } from '../../../schemas/generated/control-routes.ts'
import { manifestKey } from '../../support/control-harness.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

let gateway: RunningGateway
let portkey: Portkey

beforeAll(async () => {
  gateway = await runGateway({
    header_prefix: 'x-portkey-',
    spelling: 'peer',
    store: 'sqlite::memory:',
    providers: { mock: { provider: 'mock' } },
    api_keys: [manifestKey('peer', 'default', controlScopes)],
  })
  portkey = new Portkey({ baseURL: gateway.url, apiKey: 'key peer' })
})
afterAll(() => gateway.stop())

const MESSAGES = JSON.stringify([{ role: 'user', content: [{ type: 'text', text: 'Hello {{name}}' }] }])

describe('prompts', () => {
  it('are created, read, listed, updated, published, labelled, run, rendered and deleted', async () => {
    const collection = await portkey.collections.create({ name: 'Letters' })
    const created = await portkey.prompts.create({
      name: 'Letter',
      collection_id: collection.id,
      string: MESSAGES,
      parameters: { temperature: 0.5, top_p: null },
      virtual_key: 'mock',
      model: 'echo',
    })
    expect(created).toMatchObject({ slug: 'letter' })
    const variables = { name: 'Ada' }
    const run = await portkey.prompts.completions.create({ promptID: 'letter', variables })
    expect(run['choices'][0].message.content).toBe('Hello Ada')
    const stream = await portkey.prompts.completions.create({ promptID: 'letter', variables, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk['choices'][0]?.delta.content ?? ''
    expect(text).toBe('Hello Ada')
    const rendered = await portkey.prompts.render({ promptID: 'letter', variables, temperature: 1 })
    expect(rendered.data).toEqual({
      model: '@mock/echo',
      temperature: 1,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello Ada' }] }],
    })
    const list = await portkey.prompts.list({ collection_id: collection.id, search: 'lett' })
    expect(list['data'].map(({ name }: { name: string }) => name)).toEqual(['Letter'])
    await portkey.prompts.update('letter', {
      string: 'Dear {{name}}',
      parameters: {},
      virtual_key: 'mock',
      model: 'echo',
    })
    const { data: versions } = await portkey.prompts.versions.list('letter')
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    const label = await portkey.labels.create({ name: 'canary' })
    await portkey.prompts.versions.update('letter', '2', { label_id: label.id })
    const canary = await portkey.prompts.completions.create({ promptID: 'letter@canary', variables })
    expect(canary['choices'][0].message.content).toBe('Dear Ada')
    await portkey.prompts.publish('letter', { version: 2 })
    expect(await portkey.prompts.retrieve('letter')).toMatchObject({ version: 2, string: 'Dear {{name}}' })
    await portkey.prompts.delete('letter')
    await expect(portkey.prompts.retrieve('letter')).rejects.toMatchObject({ status: 404 })
  })

  it('include partials, which are published', async () => {
    await portkey.prompts.partials.create({ name: 'tone', string: 'Be kind' })
    await portkey.prompts.partials.update('tone', { string: 'Be calm' })
    await portkey.prompts.partials.publish('tone', { version: 2 })
    expect(await portkey.prompts.partials.retrieve('tone')).toMatchObject({ string: 'Be calm' })
    expect((await portkey.prompts.partials.versions.list('tone')).total).toBe(2)
    await portkey.prompts.partials.delete('tone')
    expect((await portkey.prompts.partials.list({})).total).toBe(0)
  })

  it('that need variables say which', async () => {
    await portkey.prompts.create({
      name: 'Needs',
      collection_id: 'default',
      string: MESSAGES,
      parameters: {},
      virtual_key: 'mock',
      model: 'echo',
    })
    const missing = portkey.prompts.completions.create({ promptID: 'needs', variables: {} })
    await expect(missing).rejects.toMatchObject({ status: 400, message: expect.stringContaining('name') })
  })
})
