// Which workspaces an integration and its providers serve.
import { describe, expect, test } from 'vitest'
import { manifestKey } from '../../../support/control-harness.ts'
import { gatewayOf, OPENAI, start } from './stored-credentials.ts'

const ALL = {
  name: 'all',
  scopes: ['create', 'read', 'update', 'list'].map(verb => `organisation_integrations.${verb}`),
}

describe('workspaces', () => {
  const SCOPES = ['workspace_integrations.*', 'providers.*', 'inference'].flatMap(name =>
    name.endsWith('.*')
      ? ['create', 'read', 'update', 'delete', 'list'].map(verb => name.replace('*', verb))
      : [name],
  )
  const manifest = { api_keys: [manifestKey('a', 'research', SCOPES), manifestKey('b', 'shop', SCOPES)] }

  test('have integrations of their own, which others neither see nor call', async () => {
    const here = await start(manifest)
    const created = await here.send('POST', '/integrations', { ...OPENAI }, { key: 'key a' })
    expect(created.status).toBe(200)
    expect(created.body.workspace_id).toBe(
      (await here.send('GET', '/integrations', undefined, { key: 'key a' })).body.data[0].workspace_id,
    )
    expect(await here.send('GET', '/integrations/openai', undefined, { key: 'key b' })).toMatchObject({
      status: 404,
    })
    expect((await here.send('GET', '/providers', undefined, { key: 'key b' })).body.total).toBe(0)
    const { ask } = gatewayOf(here, manifest)
    expect(await ask('@openai/gpt-6-sol', { 'x-gateway-api-key': 'key a' })).toMatchObject({ status: 200 })
    expect(await ask('x', { 'x-gateway-api-key': 'key b', 'x-gateway-provider': '@openai' })).toMatchObject({
      status: 400,
    })
    expect(
      await here.send('POST', '/providers', { name: 'mine', integration_id: 'openai' }, { key: 'key b' }),
    ).toMatchObject({ status: 404 })
  })

  test('are what a key of the organisation acts for whose scopes are those of workspaces', async () => {
    const here = await start()
    const scopes = ['create', 'read', 'update', 'list'].map(verb => `workspace_integrations.${verb}`)
    const made = await here.send('POST', '/api-keys/organisation/service', { name: 'narrow', scopes })
    const key = { key: made.body.key }
    const adminKey = { key: (await here.send('POST', '/api-keys/organisation/service', ALL)).body.key }
    await here.send('POST', '/integrations', { ...OPENAI, slug: 'shared', workspace_id: null }, adminKey)
    const access = { workspaces: [{ id: 'default', enabled: true }] }
    const answers = [
      await here.send('POST', '/integrations', { ...OPENAI, workspace_id: null }, key),
      await here.send('POST', '/integrations', { ...OPENAI, workspace_id: 'default' }, key),
      await here.send('PUT', '/integrations/openai', { name: 'Ours' }, key),
      await here.send('GET', '/integrations/shared', undefined, key),
      await here.send('PUT', '/integrations/shared/workspaces', access, adminKey),
      await here.send('GET', '/integrations/shared', undefined, key),
      await here.send('PUT', '/integrations/shared', { name: 'Theirs' }, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 200, 404, 200, 200, 403])
  })

  test('may be named like properties of every object', async () => {
    const here = await start()
    const workspace = (await here.send('POST', '/workspaces', { name: 'constructor' })).body.id
    await here.send('POST', '/integrations', { ...OPENAI, workspace_id: null })
    const access = { workspaces: [{ id: workspace, enabled: true }] }
    const unlimited = { slug: 'constructor', rate_limits: [], usage_limits: null }
    const { status } = await here.send('PUT', '/integrations/openai/workspaces', access)
    const read = await here.send('GET', '/integrations/openai/workspaces')
    const providers = await here.send('GET', `/providers?workspace_id=${workspace}`)
    expect([status, providers.status, providers.body.total]).toEqual([200, 200, 1])
    expect(read.body.workspaces).toMatchObject([unlimited])
  })

  test('are given access to integrations of the organisation, and lose it within a look', async () => {
    const here = await start()
    await here.send('POST', '/workspaces', { name: 'research' })
    await here.send('POST', '/integrations', {
      workspace_id: null,
      ...OPENAI,
      create_default_provider: false,
    })
    expect((await here.send('GET', '/providers')).body.total).toBe(0)
    expect(
      await here.send('POST', '/providers', {
        name: 'Lab',
        integration_id: 'openai',
        workspace_id: 'research',
      }),
    ).toMatchObject({
      status: 404,
    })
    const put = await here.send('PUT', '/integrations/openai/workspaces', {
      workspaces: [
        { id: 'research', enabled: true },
        { id: 'default', enabled: false },
      ],
    })
    expect(put.body).toMatchObject({
      global_workspace_access: { enabled: false },
      workspaces: [
        { slug: 'research', enabled: true },
        { slug: 'default', enabled: false },
      ],
    })
    const lab = await here.send('POST', '/providers', {
      name: 'Lab',
      integration_id: 'openai',
      workspace_id: 'research',
      expires_at: '2026-12-01T00:00:00Z',
    })
    expect(lab).toMatchObject({
      status: 200,
      body: { slug: 'lab', status: 'active', integration_id: 'openai' },
    })
    const research = { api_keys: [manifestKey('a', 'research', ['inference'])] }
    const { ask } = gatewayOf(here, research)
    const asResearch = { 'x-gateway-api-key': 'key a', 'x-gateway-provider': '@lab' }
    expect(await ask('gpt-6-sol', asResearch)).toMatchObject({ status: 200 })
    here.clock.setWallClock(9 * 24 * 3600 * 1000)
    expect(await ask('gpt-6-sol', asResearch)).toMatchObject({ status: 403 })
    expect((await here.send('GET', '/providers/lab')).body.status).toBe('expired')
    await here.send('PUT', '/providers/lab', { expires_at: null })
    expect(await ask('gpt-6-sol', asResearch)).toMatchObject({ status: 200 })
    await here.send('PUT', '/integrations/openai/workspaces', {
      workspaces: [],
      override_existing_workspace_access: true,
    })
    expect(await ask('gpt-6-sol', asResearch)).toMatchObject({ status: 400 })
    expect(await here.send('DELETE', '/integrations/openai')).toMatchObject({ status: 409 })
    expect((await here.send('DELETE', '/providers/lab')).status).toBe(200)
    expect((await here.send('DELETE', '/integrations/openai')).status).toBe(200)
  })
})
