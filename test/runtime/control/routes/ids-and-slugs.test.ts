// What the API returns as an identifier or a slug is accepted wherever the other is; neither can be taken for the other.
import { beforeAll, describe, expect, test } from 'vitest'
import { controlRoutes } from '../../../../schemas/generated/control-routes.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { newBodies } from '../../../support/control-bodies.ts'
import { type ControlHarness, openControl } from '../../../support/control-harness.ts'
import { KEY } from './stored-credentials.ts'

const UUID = '11111111-2222-4333-8444-555555555555'
const REFERENCE = { name: 'made', manager_type: 'hashicorp_vault', secret_path: 'a/b' }
const refers = {
  integration: 'made',
  mcpIntegration: 'made',
  agentIntegration: 'made',
  trace: '',
  person: '',
}
const bodies: Readonly<Record<string, JsonObject>> = {
  ...newBodies('made', refers),
  createVirtualKey: { ...newBodies('made', refers)['createVirtualKey'], name: 'made-key' },
  createProvider: { ...newBodies('made', refers)['createProvider'], name: 'made-provider' },
  createWorkspace: { name: 'made' },
  createDeployment: { name: 'made' },
  createSecretReference: {
    ...REFERENCE,
    auth_config: { vault_addr: 'https://vault.example.com', vault_auth_type: 'token', vault_token: 'x' },
  },
}

/** Lists by their paths, and the property that is the slug. */
const KINDS = [
  ['createWorkspace', '/workspaces', 'slug'],
  ['createIntegration', '/integrations', 'slug'],
  ['createMcpIntegration', '/mcp-integrations', 'slug'],
  ['createAgentIntegration', '/agent-integrations', 'slug'],
  ['createProvider', '/providers', 'slug'],
  ['createVirtualKey', '/virtual-keys', 'slug'],
  ['createMcpServer', '/mcp-servers', 'slug'],
  ['createAgentServer', '/agent-servers', 'slug'],
  ['createConfig', '/configs', 'slug'],
  ['createPrompt', '/prompts', 'slug'],
  ['createPartial', '/prompts/partials', 'slug'],
  ['createCollection', '/collections', 'slug'],
  ['createLabel', '/labels', 'name'],
  ['createSecretReference', '/secret-references', 'slug'],
  ['createDeployment', '/deployments', 'slug'],
  ['createLimitProfile', '/limit-profiles', 'slug'],
] as const

/** What the manifest defines, and is read here. */
const OF_GIT = [
  ['/configs', 'routed'],
  ['/prompts', 'hello'],
  ['/prompts/partials', 'who'],
  ['/providers', 'mock'],
  ['/virtual-keys', 'mock'],
  ['/mcp-servers', 'own'],
  ['/agent-servers', 'own'],
  ['/secret-references', 'own'],
  ['/limit-profiles', 'own'],
  ['/workspaces', 'default'],
] as const

let harness: ControlHarness
const send = (method: string, path: string, body?: Json) => harness.send(method, path, body)
const inDefault = (operation: string, more: object = {}): Json => {
  const body = { ...bodies[operation], ...more }
  const isOfOrganisation = /Workspace$|Deployment|SecretReference/.test(operation)
  return isOfOrganisation ? body : { ...body, workspace_id: 'default' }
}
beforeAll(async () => {
  harness = await openControl(
    {
      public_url: 'https://gateway.example.com',
      providers: { mock: { provider: 'mock' } },
      mcp: { servers: { own: { url: 'https://tools.example.com/mcp' } } },
      agents: { own: { card_url: 'https://agents.example.com/card.json' } },
      limit_profiles: { own: { rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }] } },
      secret_references: { own: { manager_type: 'env', secret_path: 'A' } },
    },
    {
      encryptionKey: KEY,
      configs: { routed: { provider: '@mock' } },
      prompts: { hello: { messages: [{ role: 'user', content: '{{>who}}' }] } },
      partials: { who: 'Ada' },
    },
  )
  return () => harness.close()
})

describe.each(KINDS)('%s', (operation, path, slugName) => {
  test('makes what is read and changed by its identifier as by its slug', async () => {
    const made = await send('POST', path, inDefault(operation))
    expect(made).toMatchObject({ status: 200 })
    const { data } = (await send('GET', path)).body
    const { name } = bodies[operation] ?? {}
    const listed = data.find((each: JsonObject) => each['name'] === name)
    const byId = await send('GET', `${path}/${listed.id}`)
    expect(byId.status).toBe(200)
    expect((await send('GET', `${path}/${listed[slugName]}`)).body).toEqual(byId.body)
    const changed = { name: `${String(name)}2` }
    for (const each of [listed.id, slugName === 'name' ? listed.id : listed[slugName]])
      expect((await send('PUT', `${path}/${each}`, changed)).status).toBe(200)
  })

  test('refuses slugs of the form of an identifier, given or derived from a name', async () => {
    const given = slugName === 'name' ? { name: UUID } : { slug: UUID }
    for (const more of [given, { name: UUID }]) {
      const refused = await send('POST', path, inDefault(operation, more))
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining('has the form of an identifier'),
      ])
    }
  })
})

test.each(OF_GIT)('%s of git, such as %s, are read by both, and changed by neither', async (path, slug) => {
  const bySlug = await send('GET', `${path}/${slug}`)
  expect(bySlug.status).toBe(200)
  const { id } = bySlug.body
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await send('GET', `${path}/${id}`)).body).toEqual(bySlug.body)
  if (path === '/prompts/partials' || path === '/prompts')
    expect((await send('GET', `${path}/${id}/versions/published`)).body.version).toBe(1)
  for (const name of [slug, id])
    expect((await send('DELETE', `${path}/${name}`)).body.error.code).toBe('owned_by_git')
})

test('what refers to something takes both', async () => {
  const id = async (path: string, slug: string): Promise<string> =>
    (await send('GET', `${path}/${slug}`)).body.id
  const workspace_id = await id('/workspaces', 'default')
  const integration_id = await id('/integrations', 'made')
  const provider = await send('POST', '/providers', { name: 'by id', integration_id, workspace_id })
  expect(provider.body).toMatchObject({ slug: 'by-id', integration_id: 'made' })
  const collection_id = await id('/collections', 'made')
  const prompt = { name: 'in it', string: 'Hi', collection_id, workspace_id }
  expect((await send('POST', '/prompts', prompt)).status).toBe(200)
  const label = await id('/labels', 'staging')
  for (const body of [{ label }, { label_id: label }, { label: 'staging' }, { label_id: 'staging' }])
    expect((await send('PUT', '/prompts/in-it/versions/1', body)).status).toBe(200)
  const mapped = await send('POST', '/integrations', {
    name: 'mapped',
    workspace_id,
    ai_provider_id: 'openai',
    secret_mappings: [{ target_field: 'key', secret_reference_id: await id('/secret-references', 'made') }],
  })
  expect(mapped.body).toMatchObject({ secret_mappings: [{ secret_reference_id: 'made' }] })
  const config = await send('POST', '/configs', {
    name: 'naming',
    workspace_id,
    config: {
      strategy: { mode: 'fallback' },
      prompt_id: await id('/prompts', 'in-it'),
      targets: [
        { provider: `@${await id('/providers', 'by-id')}` },
        { provider: `@${await id('/providers', 'mock')}` },
      ],
    },
  })
  expect(config).toMatchObject({ status: 200, body: { diagnostics: [] } })
})

test('each resource that is made with a slug is in the table', () => {
  const made = controlRoutes.filter(({ method, path }) => method === 'POST' && !path.includes('{'))
  const known = [...KINDS.map(([operation]) => operation), 'importMcpIntegration']
  const others = made.map(({ operation }) => operation).filter(name => !known.some(each => each === name))
  expect(others.filter(name => /^create/.test(name))).toEqual([
    'createOrganisationServiceKey',
    'createOrganisationServiceKeys',
    'createWorkspaceServiceKey',
    'createWorkspaceServiceKeys',
    'createWorkspaceUserKey',
    'createWorkspaceUserKeys',
    'createFeedback',
    'createLogExport',
    'createOrganisationUser',
    'createInvite',
    'createRateLimit',
    'createScimUser',
    'createScimGroup',
    'createUsageLimit',
  ])
})
