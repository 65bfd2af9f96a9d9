// What a write refers to is of its workspace: anything of another one is 404, in the words for what does not exist at all.
import { beforeAll, expect, test } from 'vitest'
import { controlRoutes, controlScopes } from '../../../../schemas/generated/control-routes.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { newBodies } from '../../../support/control-bodies.ts'
import { type ControlHarness, manifestKey, openControl } from '../../../support/control-harness.ts'
import { logged, openMemoryLogs } from '../logs/log-harness.ts'
import { KEY } from './stored-credentials.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
/** What both workspaces have, by what each names its own. */
const made: Record<string, Record<string, string>> = { team: {}, shop: {} }

let harness: ControlHarness
beforeAll(async () => {
  const logs = await openMemoryLogs()
  const records = ['team', 'shop'].map((workspace, at) =>
    JSON.stringify(logged(at, { workspace, trace: `trace-of-${workspace}` })),
  )
  await logs.append({ id: 'batch', lines: records.join('\n'), bodies: [] })
  harness = await openControl(
    {
      public_url: 'https://gateway.example.com',
      providers: { mock: { provider: 'mock' } },
      api_keys: ['team', 'shop'].map(workspace => manifestKey(workspace, workspace, controlScopes)),
    },
    { adminKey: ADMIN, encryptionKey: KEY, logs },
  )
  const { send } = harness
  for (const workspace of ['team', 'shop']) {
    const own = made[workspace] ?? {}
    const person = await send('POST', '/organisation/users', { email: `${workspace}@b.c` }, { key: ADMIN })
    own['person'] = person.body.id
    const users = [{ id: person.body.id, role: 'member' }]
    await send('POST', `/workspaces/${workspace}/users`, { users }, { key: ADMIN })
    const name = `of-${workspace}`
    const bodies = newBodies(name, {
      integration: name,
      mcpIntegration: name,
      agentIntegration: name,
      trace: '',
      person: person.body.id,
    })
    for (const operation of [
      'createIntegration',
      'createMcpIntegration',
      'createAgentIntegration',
      'createProvider',
      'createMcpServer',
      'createAgentServer',
      'createConfig',
      'createPrompt',
      'createCollection',
      'createLabel',
      'createWorkspaceServiceKey',
    ]) {
      const body = { ...bodies[operation], ...(operation === 'createProvider' && { slug: `second-${name}` }) }
      const path = controlRoutes.find(each => each.operation === operation)?.path ?? ''
      const reply = await send('POST', path, body, { key: `key ${workspace}` })
      expect({ operation, ...reply }).toMatchObject({ status: 200 })
      own[operation] = reply.body.id
    }
    await send(
      'POST',
      '/secret-references',
      {
        name,
        manager_type: 'hashicorp_vault',
        secret_path: 'a/b',
        auth_config: { vault_addr: 'https://vault.example.com', vault_auth_type: 'token', vault_token: 'x' },
        allowed_workspaces: [workspace],
        allowed_hosts: ['api.openai.com'],
      },
      { key: ADMIN },
    )
  }
  return async () => {
    await harness.close()
    await logs.close()
  }
})

const RATE = { type: 'requests', unit: 'rpm', value: 5 }
const when = (key: string, value: string): Json => ({ ...RATE, conditions: [{ key, value }] })

type References = (name: string, ids: Readonly<Record<string, string>>) => Json

/** Requests of the workspace "team"; the body names what is called `of-shop`, or has an identifier there. */
const WRITES: readonly (readonly [string, string, string, References])[] = [
  ['a policy, a config', 'POST', '/policies/rate-limits', name => when('config', name)],
  ['a policy, a provider', 'POST', '/policies/rate-limits', name => when('provider', `@second-${name}`)],
  ['a policy, an MCP server', 'POST', '/policies/rate-limits', name => when('mcp_server', name)],
  ['a policy, an agent', 'POST', '/policies/rate-limits', name => when('agent', name)],
  [
    'a policy, a key',
    'POST',
    '/policies/rate-limits',
    (_, ids) => when('api_key', ids['createWorkspaceServiceKey'] ?? ''),
  ],
  ['a policy, a workspace', 'POST', '/policies/rate-limits', name => when('workspace_id', name.slice(3))],
  [
    'a config, a prompt',
    'POST',
    '/configs',
    name => ({ name: 'naming', config: { provider: '@mock', prompt_id: name } }),
  ],
  ['a prompt, a collection', 'POST', '/prompts', name => ({ name: 'x', string: 'x', collection_id: name })],
  ['a label of a version', 'PUT', '/prompts/of-team/versions/1', name => ({ label: name })],
  ['a provider, an integration', 'POST', '/providers', name => ({ name: 'x', integration_id: name })],
  [
    'an MCP server, an integration',
    'POST',
    '/mcp-servers',
    name => ({ name: 'xyz', mcp_integration_id: name }),
  ],
  [
    'an agent, an integration',
    'POST',
    '/agent-servers',
    name => ({ name: 'xyz', agent_integration_id: name }),
  ],
  [
    'an integration, a secret reference',
    'POST',
    '/integrations',
    name => ({
      name: 'mapping',
      ai_provider_id: 'openai',
      secret_mappings: [{ target_field: 'key', secret_reference_id: name }],
    }),
  ],
  [
    'a key, a config',
    'POST',
    '/api-keys/workspace/service',
    name => ({ name: 'x', scopes: [], defaults: { config_id: name } }),
  ],
  [
    'a key, a person',
    'POST',
    '/api-keys/workspace/user',
    (_, ids) => ({ name: 'x', scopes: [], user_id: ids['person'] ?? '' }),
  ],
  [
    'the access of an MCP server, a person',
    'PUT',
    '/mcp-servers/of-team/user-access',
    (_, ids) => ({ user_access: [{ user_id: ids['person'] ?? '', enabled: false }] }),
  ],
  [
    'the access of an agent, a person',
    'PUT',
    '/agent-servers/of-team/user-access',
    (_, ids) => ({ user_access: [{ user_id: ids['person'] ?? '', enabled: false }] }),
  ],
  ...(['mcp-servers/of-team', 'mcp-integrations/of-team'] as const).flatMap(path =>
    (['user_id', 'api_key_id'] as const).map(
      name =>
        [
          `capabilities of ${path}, ${name}`,
          'PUT',
          `/${path}/capabilities`,
          (_: string, ids: Readonly<Record<string, string>>): Json => ({
            capabilities: [
              {
                type: 'tool',
                name: 'search',
                enabled: false,
                [name]: ids[name === 'user_id' ? 'person' : 'createWorkspaceServiceKey'] ?? '',
              },
            ],
          }),
        ] as const,
    ),
  ),
  ['feedback, a trace', 'POST', '/feedback', name => ({ trace_id: `trace-${name}`, value: 5 })],
]

test.each(WRITES)(
  '%s of another workspace is 404, as if it did not exist',
  async (_title, method, path, body) => {
    const ask = async (name: string, ids: Readonly<Record<string, string>>) => {
      const asked = harness.send(method, path, body(name, ids), { key: 'key team' })
      await harness.clock.advance(3_000)
      const reply = await asked
      // What is suggested is of the caller's own workspace.
      const message = String(reply.body?.error?.message).replace(/ Did you mean .*/, '')
      const names = [name, name.slice(3), ...Object.values(ids)].sort(
        (one, other) => other.length - one.length,
      )
      return {
        status: reply.status,
        code: reply.body?.error?.code,
        message: names.reduce((text, each) => text.replaceAll(each, 'NAME'), message),
      }
    }
    const nothing = Object.fromEntries(
      Object.keys(made['shop'] ?? {}).map(name => [name, '00000000-0000-4000-8000-000000000000']),
    )
    const foreign = await ask('of-shop', made['shop'] ?? {})
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' })
    expect(foreign).toEqual(await ask('of-none', nothing))
  },
)

test.each(WRITES)('%s of the same workspace is found', async (_title, method, path, body) => {
  const reply = await harness.send(method, path, body('of-team', made['team'] ?? {}), { key: 'key team' })
  const { status, body: answer } = reply
  // What needs a process that calls MCP servers is answered after the references were resolved.
  expect([200, 501], JSON.stringify(answer)).toContain(status)
})
