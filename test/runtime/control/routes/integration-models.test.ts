// Models of an integration that are switched off: listed, and refused by whichever provider of it a call names.
import { describe, expect, test } from 'vitest'
import { manifestKey } from '../../../support/control-harness.ts'
import { gatewayOf, OPENAI, start, stored } from './stored-credentials.ts'

const MODELS = '/integrations/openai/models'

describe('the models of an integration', () => {
  test('are those that the provider is known to have, all on, until one is switched', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    const { body } = await here.send('GET', MODELS)
    expect(body.allow_all_models).toBe(true)
    expect(body.total).toBe(body.models.length)
    expect(body.models).toContainEqual({ slug: 'gpt-4o', enabled: true, is_custom: false })
    expect(body.models.every((each: { enabled: boolean }) => each.enabled)).toBe(true)
  })

  test('that are switched off are refused with 403 under every slug of the integration', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    await here.send('POST', '/providers', {
      workspace_id: 'default',
      name: 'second',
      integration_id: 'openai',
    })
    const { ask } = gatewayOf(here, {})
    expect(await ask('@openai/gpt-4o')).toMatchObject({ status: 200 })
    const put = await here.send('PUT', MODELS, { models: [{ slug: 'gpt-4o', enabled: false }] })
    expect(put.status).toBe(200)
    expect(put.body.models).toContainEqual({ slug: 'gpt-4o', enabled: false, is_custom: false })
    for (const slug of ['openai', 'second'])
      expect(await ask(`@${slug}/gpt-4o`)).toMatchObject({
        status: 403,
        json: { error: { code: 'forbidden', param: 'model', message: expect.stringContaining('"gpt-4o"') } },
      })
    expect(await ask('@openai/gpt-4o-mini')).toMatchObject({ status: 200 })
    await here.send('PUT', MODELS, { models: [{ slug: 'gpt-4o', enabled: true }] })
    expect(await ask('@openai/gpt-4o')).toMatchObject({ status: 200 })
    expect(await stored(here)).toContain('"gpt-4o":{"enabled":false,"custom":false}')
  })

  test('with allow_all_models: false are those that were switched on, custom ones among them', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    expect(
      await here.send('PUT', MODELS, { models: [{ slug: 'ft:gpt-4o:acme', enabled: true }] }),
    ).toMatchObject({
      status: 400,
      body: { error: { param: 'models', message: expect.stringContaining('is_custom: true') } },
    })
    const put = await here.send('PUT', MODELS, {
      allow_all_models: false,
      models: [{ slug: 'ft:gpt-4o:acme', enabled: true, is_custom: true }],
    })
    expect(put.body.models.filter((each: { enabled: boolean }) => each.enabled)).toEqual([
      { slug: 'ft:gpt-4o:acme', enabled: true, is_custom: true },
    ])
    const { ask } = gatewayOf(here, {})
    expect(await ask('@openai/ft:gpt-4o:acme')).toMatchObject({ status: 200 })
    expect(await ask('@openai/gpt-4o')).toMatchObject({ status: 403 })
  })

  test('are listed by GET /models for the workspaces that can name them, as far as they are on', async () => {
    const here = await start({ providers: { mock: { provider: 'mock' } } })
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    await here.send('POST', '/workspaces', { name: 'research' })
    await here.send('POST', '/integrations', {
      ...OPENAI,
      name: 'Elsewhere',
      workspace_id: 'research',
      create_default_provider: true,
    })
    await here.send('PUT', MODELS, {
      models: [
        { slug: 'gpt-4o', enabled: false },
        { slug: 'ft:gpt-4o:acme', enabled: true, is_custom: true },
      ],
    })
    const { call } = gatewayOf(here, {
      providers: { mock: { provider: 'mock' } },
      aliases: { fast: '@mock/echo' },
    })
    const names = async () => {
      const { json } = await call({ method: 'GET', path: '/models' })
      return (json as { data: readonly { id: string }[] }).data.map(({ id }) => id)
    }
    const listed = await names()
    expect(listed).toEqual(
      expect.arrayContaining(['@mock/echo', '@openai/gpt-4o-mini', '@openai/ft:gpt-4o:acme', 'fast']),
    )
    expect(listed.filter(id => id === '@openai/gpt-4o' || id.startsWith('@elsewhere/'))).toEqual([])
    const one = async (model: string) =>
      (await call({ method: 'GET', path: `/models/${encodeURIComponent(model)}` })).json
    expect(await one('@openai/gpt-4o-mini')).toMatchObject({ id: '@openai/gpt-4o-mini', owned_by: 'openai' })
    expect(await one('@openai/ft:gpt-4o:acme')).toMatchObject({ id: '@openai/ft:gpt-4o:acme' })
    // It is switched off at once.
    await here.send('PUT', MODELS, {
      allow_all_models: false,
      models: [{ slug: 'ft:gpt-4o:acme', enabled: false }],
    })
    expect((await names()).filter(id => !id.startsWith('@mock/'))).toEqual(['fast'])
  })

  test('that were added are removed, known ones are not', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    const custom = ['ft:one', 'ft:two'].map(slug => ({ slug, enabled: true, is_custom: true }))
    const total = (await here.send('PUT', MODELS, { models: custom })).body.total
    expect(await here.send('DELETE', `${MODELS}?slugs=ft:one,gpt-4o`)).toMatchObject({
      status: 400,
      body: { error: { param: 'slugs', message: expect.stringContaining('"gpt-4o" was not added') } },
    })
    expect((await here.send('GET', MODELS)).body.total).toBe(total)
    const removed = await here.send('DELETE', `${MODELS}?slugs=ft:one,ft:two`)
    expect([removed.status, removed.body.total]).toEqual([200, total - 2])
    expect(await here.send('DELETE', `${MODELS}?slugs=ft:one`)).toMatchObject({ status: 400 })
    expect(await here.send('DELETE', MODELS)).toMatchObject({
      status: 400,
      body: { error: { param: 'slugs' } },
    })
  })

  test('are judged by the model that a config sets, and a fallback goes on without them', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI, slug: 'other' })
    await here.send('PUT', MODELS, { models: [{ slug: 'gpt-4o', enabled: false }] })
    const { ask } = gatewayOf(here, {})
    const withConfig = (config: object) => ask('gpt-4o-mini', { 'x-gateway-config': JSON.stringify(config) })
    const gpt4o = { override_params: { model: 'gpt-4o' } }
    expect(await withConfig({ provider: '@openai', ...gpt4o })).toMatchObject({ status: 403 })
    expect(
      await withConfig({
        strategy: { mode: 'fallback', on_status_codes: [403] },
        targets: [
          { provider: '@openai', ...gpt4o },
          { provider: '@other', ...gpt4o },
        ],
      }),
    ).toMatchObject({ status: 200 })
  })

  test('of the organisation are switched by it, those of a workspace by the workspace', async () => {
    const scopes = ['create', 'read', 'update'].map(verb => `workspace_integrations.${verb}`)
    const here = await start({ api_keys: [manifestKey('a', 'research', scopes)] })
    const put = (slug: string) =>
      here.send(
        'PUT',
        `/integrations/${slug}/models`,
        { models: [{ slug: 'gpt-4o', enabled: false }] },
        { key: 'key a' },
      )
    await here.send('POST', '/integrations', { ...OPENAI, slug: 'mine' }, { key: 'key a' })
    expect(await put('mine')).toMatchObject({ status: 200 })
    expect(await put('openai')).toMatchObject({ status: 404 })
  })
})

describe('a request whose model cannot be told', () => {
  test('is refused where models are off, unless it runs none', async () => {
    const here = await start()
    await here.send('POST', '/integrations', { workspace_id: 'default', ...OPENAI })
    await here.send('POST', '/integrations', {
      workspace_id: 'default',
      ...OPENAI,
      ai_provider_id: 'google',
      slug: 'gemini',
    })
    await here.send('PUT', MODELS, { models: [{ slug: 'gpt-4o', enabled: false }] })
    await here.send('PUT', '/integrations/gemini/models', {
      allow_all_models: false,
      models: [{ slug: 'gemini-2.5-flash', enabled: true }],
    })
    const { call } = gatewayOf(here, {})
    const to = async (provider: string, method: string, path: string, body?: object) =>
      (await call({ method, path, headers: { 'x-gateway-provider': provider }, ...(body && { body }) }))
        .status
    expect(await to('@openai', 'POST', '/proxy/future', { prompt: 'Hi' })).toBe(403)
    expect(await to('@openai', 'POST', '/proxy/future', { model: 'gpt-4o' })).toBe(403)
    expect(await to('@openai', 'POST', '/proxy/future', { model: 'gpt-4o-mini' })).toBe(200)
    expect(await to('@openai', 'GET', '/proxy/models')).toBe(200)
    // The model of a path is not that of a decoy in the body.
    expect(await to('@gemini', 'POST', '/proxy/tuned/x:generate', { model: 'gemini-2.5-flash' })).toBe(403)
    expect(await to('@gemini', 'POST', '/models/gemini-2.5-flash:generateContent', {})).toBe(200)
    expect(await to('@gemini', 'POST', '/models/gemini-2.5-pro:generateContent', {})).toBe(403)
  })
})
