// An organisation with two workspaces that have one object of every kind each, what the organisation and git share with both, and callers
// of every kind.

import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { openFileLogs } from '../../../runtime/stores/logs/sqlite/open-file-logs.ts'
import { controlRoutes, controlScopes } from '../../../schemas/generated/control-routes.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { newBodies } from '../control-bodies.ts'
import {
  type ControlAnswer,
  type ControlHarness,
  manifestKey,
  openControl,
  sealingOf,
} from '../control-harness.ts'
import { createTokenIssuer } from '../token-issuer.ts'
import { settle } from '../virtual-clock.ts'
import type { PlaceNames } from './route-requests.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const SEAL = Buffer.alloc(32, 7).toString('base64')
const START = Date.UTC(2026, 10, 23)

export interface RightsWorld extends ControlHarness {
  readonly as: (
    caller: string,
    method: string,
    path: string,
    body?: Json,
    ifMatch?: string,
  ) => Promise<ControlAnswer>
  readonly places: Readonly<Record<'own' | 'shared' | 'foreign', PlaceNames>>
  /** What the store has, but for the audit log. */
  readonly snapshot: () => Promise<ReadonlyMap<string, string>>
}

const CALL_SCOPES = ['inference', 'models', 'configs.pin', 'mcp.invoke', 'agents.invoke']

async function openLogs() {
  const driver = openFileLogs(':memory:', sealingOf(SEAL).ring, () => START)
  const record = (workspace: string) => ({
    id: `record-of-${workspace}`,
    time: new Date(START - 60_000).toISOString(),
    trace: `trace-of-${workspace}`,
    method: 'POST',
    path: '/chat/completions',
    endpoint: 'chat/completions',
    status: 200,
    milliseconds: 100,
    plan: '0123456789ab',
    bytesIn: 10,
    bytesOut: 20,
    workspace,
    key: `key-of-${workspace}`,
    config: 'chat',
    provider: 'openai',
    model: `model-of-${workspace}`,
  })
  const lines = ['team', 'shop'].map(workspace => JSON.stringify(record(workspace))).join('\n')
  await driver.append([{ id: 'first', lines, bodies: [] }])
  return {
    ...driver,
    name: 'sqlite::memory:',
    append: async (batch: Parameters<typeof driver.append>[0][number]) => {
      const [fault] = await driver.append([batch])
      if (fault !== undefined) throw fault
    },
    prune: (...[retention, now]: readonly [Parameters<typeof driver.prune>[0], number]) =>
      driver.prune(retention, now, settle),
  }
}

/** Operations whose objects are in a workspace, and the parameter that names them. */
const MADE: readonly (readonly [operation: string, parameter: string, prefix: string])[] = [
  ['createIntegration', 'integrationId', 'integration'],
  ['createMcpIntegration', 'mcpIntegrationId', 'mcp'],
  ['createAgentIntegration', 'agentIntegrationId', 'agent'],
  ['createMcpServer', 'mcpServerId', 'mcp-server'],
  ['createAgentServer', 'agentServerId', 'agent-server'],
  ['createProvider', 'providerSlug', 'provider'],
  ['createVirtualKey', 'virtualKey', 'virtual-key'],
  ['createConfig', 'config', 'config'],
  ['createPrompt', 'promptId', 'prompt'],
  ['createPartial', 'partialId', 'partial'],
  ['createLabel', 'labelId', 'label'],
  ['createCollection', 'collectionId', 'collection'],
  ['createRateLimit', 'rateLimitsPolicyId', 'rate'],
  ['createUsageLimit', 'usageLimitsPolicyId', 'usage'],
  ['createLimitProfile', 'limitProfileId', 'profile'],
  ['createWorkspaceServiceKey', 'apiKeyId', 'key'],
  ['createLogExport', 'exportId', 'export'],
  ['createFeedback', 'feedbackID', 'feedback'],
]

export async function openRightsWorld(store?: ResourceStore): Promise<RightsWorld> {
  const issuer = await createTokenIssuer()
  const logs = await openLogs()
  const harness = await openControl(
    {
      public_url: 'https://gateway.example.com',
      providers: { mock: { provider: 'mock' } },
      api_keys: [
        manifestKey('workspace', 'team', controlScopes),
        manifestKey('calls', 'team', ['inference', 'models']),
        manifestKey('bare', 'team', []),
      ],
      sign_in: { issuer: issuer.issuer, audience: 'portolan' },
      mcp: { servers: { shared: { url: 'https://tools.example.com/mcp' } } },
      agents: { shared: { card_url: 'https://agents.example.com/card.json' } },
      secret_references: { shared: { manager_type: 'env', secret_path: 'A' } },
    },
    {
      adminKey: ADMIN,
      encryptionKey: SEAL,
      upstream: issuer.upstream,
      logs,
      ...(store && { store }),
      configs: { shared: { provider: '@mock' } },
      prompts: { shared: { messages: [{ role: 'user', content: '{{>shared}}' }] } },
      partials: { shared: 'Be kind.' },
    },
  )
  const { send } = harness
  const asAdmin = async (method: string, path: string, body?: Json): Promise<ControlAnswer['body']> => {
    const reply = await send(method, path, body, { key: ADMIN })
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const organisationKey = await asAdmin('POST', '/api-keys/organisation/service', {
    name: 'organisation',
    scopes: controlScopes.filter(scope => !CALL_SCOPES.includes(scope) && scope !== 'api_keys.outlive'),
  })

  const place = async (workspace: string): Promise<PlaceNames> => {
    // The keys of the manifest have "team" already.
    if (workspace !== 'team') await asAdmin('POST', '/workspaces', { name: workspace })
    const person = await asAdmin('POST', '/organisation/users', { email: `ann-${workspace}@example.com` })
    const other = await asAdmin('POST', '/organisation/users', { email: `org-${workspace}@example.com` })
    // Signing in binds the person to the account of the token, whatever the call is allowed.
    const token = await issuer.sign({ email: other.email }, harness.clock.now())
    await send('GET', '/workspaces', undefined, { credentials: [`Bearer ${token}`] })
    await asAdmin('POST', `/workspaces/${workspace}/users`, { users: [{ id: person.id, role: 'member' }] })
    const group = await asAdmin('POST', '/scim/v2/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: `group-of-${workspace}`,
    })
    const path: Record<string, string> = {
      workspaceId: workspace,
      userId: person.id,
      organisationUser: other.id,
      scimGroup: group.id,
      logId: `record-of-${workspace}`,
      traceId: `trace-of-${workspace}`,
    }
    for (const [operation, parameter, prefix] of MADE) {
      const name = `${prefix}-${workspace}`
      const bodies = newBodies(name, {
        integration: `integration-${workspace}`,
        mcpIntegration: `mcp-${workspace}`,
        agentIntegration: `agent-${workspace}`,
        trace: `trace-of-${workspace}`,
        person: person.id,
      })
      const route = controlRoutes.find(each => each.operation === operation)
      const made = await asAdmin('POST', route?.path ?? '', { ...bodies[operation], workspace_id: workspace })
      path[parameter] = made.slug ?? made.id ?? made.feedback_ids[0]
    }
    await asAdmin('PUT', `/integrations/integration-${workspace}/models`, {
      models: [{ slug: 'ft:custom', enabled: true, is_custom: true }],
    })
    await asAdmin('PUT', `/configs/config-${workspace}/labels/canary`, { version: 1 })
    const entities = await asAdmin('GET', `/policies/usage-limits/${path['usageLimitsPolicyId']}/entities`)
    path['entityId'] = entities.data[0].id
    const deployment = await asAdmin('POST', '/deployments', {
      name: `deployment-${workspace}`,
      workspaces: [workspace],
    })
    path['deploymentId'] = deployment.slug
    const reference = await asAdmin('POST', '/secret-references', {
      name: `reference-${workspace}`,
      manager_type: 'hashicorp_vault',
      secret_path: 'a/b',
      auth_config: { vault_addr: 'https://vault.example.com', vault_auth_type: 'token', vault_token: 'x' },
      allowed_workspaces: [workspace],
    })
    path['secretReferenceId'] = reference.slug
    return { path, person: person.id, slug: workspace }
  }
  const [own, foreign] = [await place('team'), await place('shop')]
  for (const [path, body] of [
    ['/integrations', { name: 'shared', ai_provider_id: 'openai', key: 'sk-0123456789abcdef' }],
    ['/mcp-integrations', { name: 'shared', url: 'https://tools.example.com/mcp', auth_type: 'none' }],
    ['/agent-integrations', { name: 'shared', card_url: 'https://agents.example.com/card.json' }],
  ] as const) {
    await asAdmin('POST', path, { ...body, workspace_id: null })
    await asAdmin('PUT', `${path}/shared/workspaces`, { global_workspace_access: { enabled: true } })
  }
  await asAdmin('PUT', '/integrations/shared/models', {
    models: [{ slug: 'ft:custom', enabled: true, is_custom: true }],
  })
  await asAdmin('POST', '/deployments', { name: 'shared' })
  const shared: PlaceNames = {
    path: {
      integrationId: 'shared',
      mcpIntegrationId: 'shared',
      agentIntegrationId: 'shared',
      mcpServerId: 'shared',
      agentServerId: 'shared',
      providerSlug: 'mock',
      virtualKey: 'mock',
      config: 'shared',
      promptId: 'shared',
      partialId: 'shared',
      labelId: 'production',
      collectionId: 'default',
      secretReferenceId: 'shared',
      deploymentId: 'shared',
    },
    person: own.person,
    slug: 'team',
  }

  const claims: Readonly<Record<string, object>> = {
    owner: { email: 'owner@example.com', role: 'owner' },
    'organisation admin': { email: 'admin@example.com', role: 'admin' },
    'workspace admin': { email: 'a@example.com', role: 'member', workspaces: { team: 'admin' } },
    'workspace manager': { email: 'm@example.com', role: 'member', workspaces: { team: 'manager' } },
    'workspace member': { email: 'ann-team@example.com', role: 'member', workspaces: { team: 'member' } },
    'member of no workspace': { email: 'n@example.com', role: 'member', workspaces: {} },
  }
  const tokens = new Map(
    await Promise.all(
      Object.entries(claims).map(
        async ([caller, each]) => [caller, await issuer.sign(each, harness.clock.now())] as const,
      ),
    ),
  )
  const keys: Readonly<Record<string, string>> = {
    administrator: ADMIN,
    'key of the organisation': organisationKey.key,
    'key of a workspace': 'key workspace',
    'key for calls': 'key calls',
    'key without scopes': 'key bare',
  }
  return {
    ...harness,
    places: { own, shared, foreign },
    as: async (caller, method, path, body, ifMatch) => {
      const token = tokens.get(caller)
      const key = keys[caller]
      return await send(method, path, body, {
        ...(key !== undefined && { key }),
        ...(token !== undefined && { credentials: [`Bearer ${token}`] }),
        ...(ifMatch !== undefined && { headers: ['if-match', ifMatch] }),
      })
    },
    snapshot: async () => {
      const found = new Map<string, string>()
      const { replica } = harness.context
      const { KINDS } = await import('../../../runtime/control/kinds.ts')
      for (const { name, replicated } of KINDS)
        if (replicated)
          for (const { id, value } of replica?.all(name) ?? [])
            found.set(`${name} ${id}`, JSON.stringify(value))
      return found
    },
    close: async () => {
      await harness.close()
      await logs.close()
    },
  }
}
