// Methods of portkey-ai 3.1.0 that manage saved resources, by their names in the package: the order is that in which one needs what
// another has made.
import { expect } from 'vitest'
import type { AnyPortkey } from './peer-inference.ts'

/** What earlier methods made, by the names that later ones use. */
export type Made = Record<string, string>

interface Row {
  /** `member`: with a key of the workspace, where records are of one. */
  readonly call: (portkey: AnyPortkey, made: Made, member: AnyPortkey) => unknown
  /** A part of what it resolves to, in the types of the package. */
  readonly reply: object
  /** The name under which the `id` of the reply is used later. */
  readonly as?: string
}

const text = expect.any(String)
const list = (item: object): object => ({
  object: 'list',
  total: expect.any(Number),
  data: expect.arrayContaining([expect.objectContaining(item)]),
})
const graph = { object: 'analytics-graph', summary: expect.any(Object), data_points: expect.any(Array) }
const groups = { object: 'list', data: expect.any(Array) }
const PERIOD = {
  time_of_generation_min: '2026-01-01T00:00:00Z',
  time_of_generation_max: '2026-01-03T00:00:00Z',
  cost_min: 0,
  workspace_slug: 'default',
}
const workspace_id = 'default'
const page = { current_page: 0, page_size: 50 }

const GRAPHS = [
  [
    'requests',
    'cost',
    'latency',
    'tokens',
    'users',
    'usersRequests',
    'errors',
    'errors_rate',
    'errors_stack',
  ],
  ['errors_status_code', 'requests_rescued', 'cache_hit_rate', 'cache_latency', 'feedbacks'],
  ['feedbacks_score', 'feedbacks_weighted', 'feedback_ai_models'],
].flat()

const string = JSON.stringify([{ role: 'user', content: [{ type: 'text', text: 'Hello {{name}}' }] }])
const prompt = { string, parameters: { temperature: 0.5 }, virtual_key: 'mock', model: 'echo' }
const variables = { name: 'Ada' }
const filters = {
  time_of_generation_min: '2026-01-01T00:00:00Z',
  time_of_generation_max: '2100-01-01T00:00:00Z',
}
const capability = { name: 'echo', type: 'tool', enabled: true }
const limits = { credit_limit: 10, alert_threshold: 8 }

export const controlRows = (mcpUrl: string): Readonly<Record<string, Row>> => ({
  'models.list': { call: p => p.models.list(), reply: { object: 'list', data: expect.any(Array) } },
  'models.retrieve': {
    call: p => p.models.retrieve('@mock/echo'),
    reply: { id: '@mock/echo', object: 'model' },
  },

  'admin.users.invites.create': {
    call: p =>
      p.admin.users.invites.create({
        email: 'Ann@example.com',
        role: 'member',
        workspaces: [{ id: 'default', role: 'member' }],
      }),
    reply: { id: text, invite_link: text },
    as: 'invite',
  },
  'admin.users.invites.retrieve': {
    call: (p, { invite }) => p.admin.users.invites.retrieve({ inviteId: invite }),
    reply: {
      object: 'invite',
      email: 'ann@example.com',
      role: 'member',
      status: 'pending',
      accepted_at: null,
    },
  },
  'admin.users.invites.list': {
    call: p =>
      p.admin.users.invites.list({ status: 'pending', role: 'member', pageSize: 10, currentPage: 0 }),
    reply: list({ email: 'ann@example.com' }),
  },
  'admin.users.list': {
    call: p => p.admin.users.list({ pageSize: 10, currentPage: 0, email: 'ann@example.com', role: 'member' }),
    reply: { ...list({ email: 'ann@example.com', workspace_ids: [text] }), total: 1 },
  },
  'admin.users.retrieve': {
    call: (p, { invite }) => p.admin.users.retrieve({ userId: invite }),
    reply: { object: 'user', email: 'ann@example.com', role: 'member', created_at: text },
  },
  'admin.users.update': {
    call: (p, { invite }) => p.admin.users.update({ userId: invite, role: 'admin' }),
    reply: { role: 'admin' },
  },
  'admin.workspaces.create': {
    call: (p, { invite }) =>
      p.admin.workspaces.create({
        name: 'Research',
        description: 'models',
        defaults: { metadata: { team: 'a' } },
        users: [invite],
      }),
    reply: { id: text, slug: 'research', object: 'workspace', users: [{ id: text, role: 'member' }] },
    as: 'workspace',
  },
  'admin.workspaces.retrieve': {
    call: (p, { workspace }) => p.admin.workspaces.retrieve({ workspaceId: workspace }),
    reply: { name: 'Research', slug: 'research', users: [{ id: text, role: 'member' }] },
  },
  'admin.workspaces.list': {
    call: p => p.admin.workspaces.list({ ...page, exact_name: 'Research' }),
    reply: { ...list({ slug: 'research' }), total: 1 },
  },
  'admin.workspaces.update': {
    call: (p, { workspace }) => p.admin.workspaces.update({ workspaceId: workspace, name: 'Science' }),
    reply: { name: 'Science', object: 'workspace' },
  },
  'admin.workspaces.users.list': {
    call: (p, { workspace }) =>
      p.admin.workspaces.users.list({
        workspaceId: workspace,
        ...page,
        email: 'ann@example.com',
        role: 'member',
      }),
    reply: { ...list({ role: 'member', org_role: 'admin', workspace_id: text }), total: 1 },
  },
  'admin.workspaces.users.retrieve': {
    call: (p, { workspace, invite }) =>
      p.admin.workspaces.users.retrieve({ workspaceId: workspace, userId: invite }),
    reply: { object: 'workspace-user', role: 'member', org_role: 'admin', status: 'active' },
  },
  'admin.workspaces.users.update': {
    call: (p, { workspace, invite }) =>
      p.admin.workspaces.users.update({ workspaceId: workspace, userId: invite, role: 'admin' }),
    reply: { role: 'admin' },
  },
  'admin.workspaces.users.delete': {
    call: (p, { workspace, invite }) =>
      p.admin.workspaces.users.delete({ workspaceId: workspace, userId: invite }),
    reply: {},
  },
  'admin.workspaces.users.create': {
    call: (p, { workspace, invite }) =>
      p.admin.workspaces.users.create({ workspaceId: workspace, users: [{ id: invite, role: 'member' }] }),
    reply: list({ role: 'member' }),
  },
  'admin.workspaces.delete': {
    call: (p, { workspace }) => p.admin.workspaces.delete({ workspaceId: workspace, name: 'Science' }),
    reply: {},
  },

  'integrations.create': {
    call: p =>
      p.integrations.create({
        name: 'Ours',
        slug: 'ours',
        description: 'an account',
        ai_provider_id: 'openai',
        key: 'sk-of-the-integration-0123456789',
        workspace_id,
        configurations: { openai_organization: 'org-1' },
      }),
    reply: { id: text, slug: 'ours' },
    as: 'integration',
  },
  'integrations.list': {
    call: p => p.integrations.list({ ...page, workspace_id, type: 'workspace' }),
    reply: list({ slug: 'ours' }),
  },
  'integrations.retrieve': {
    call: p => p.integrations.retrieve({ slug: 'ours' }),
    reply: { slug: 'ours', ai_provider_id: 'openai' },
  },
  'integrations.update': {
    call: p => p.integrations.update({ slug: 'ours', name: 'Still ours', description: 'the account' }),
    reply: {},
  },
  'integrations.workspaces.update': {
    call: p =>
      p.integrations.workspaces.update({
        slug: 'ours',
        workspaces: [{ id: 'default', enabled: true }],
        global_workspace_access: { enabled: false },
        override_existing_workspaces_access: false,
      }),
    reply: {},
  },
  'integrations.workspaces.list': {
    call: p => p.integrations.workspaces.list({ slug: 'ours' }),
    reply: { workspaces: expect.any(Array) },
  },
  'integrations.models.update': {
    call: p =>
      p.integrations.models.update({
        slug: 'ours',
        allow_all_models: true,
        models: [{ slug: 'ours-1', enabled: true, is_custom: true }],
      }),
    reply: {},
  },
  'integrations.models.list': {
    call: p => p.integrations.models.list({ slug: 'ours' }),
    reply: { allow_all_models: true, models: expect.any(Array) },
  },
  'integrations.models.delete': {
    call: p => p.integrations.models.delete({ slug: 'ours', slugs: 'ours-1' }),
    reply: {},
  },
  'providers.create': {
    call: p =>
      p.providers.create({
        name: 'Second',
        slug: 'second',
        integration_id: 'ours',
        workspace_id,
        note: 'of the team',
        usage_limits: limits,
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 100 }],
        expires_at: '2100-01-01T00:00:00Z',
      }),
    reply: { id: text, slug: 'second' },
  },
  'providers.list': {
    call: p => p.providers.list({ ...page, workspace_id }),
    reply: list({ slug: 'second', note: 'of the team', integration_id: text }),
  },
  'providers.retrieve': {
    call: p => p.providers.retrieve({ slug: 'second', workspace_id }),
    reply: { slug: 'second', name: 'Second', usage_limits: expect.objectContaining(limits) },
  },
  'providers.update': {
    call: p => p.providers.update({ slug: 'second', workspace_id, name: 'Other', reset_usage: true }),
    reply: { id: text, slug: 'second' },
  },
  'providers.delete': { call: p => p.providers.delete({ slug: 'second', workspace_id }), reply: {} },
  'virtualKeys.create': {
    call: p =>
      p.virtualKeys.create({
        name: 'Third',
        provider: 'openai',
        key: 'sk-of-the-virtual-key-0123456789',
        note: 'a note',
        workspace_id,
        usage_limits: limits,
      }),
    reply: { slug: 'third' },
  },
  'virtualKeys.list': { call: p => p.virtualKeys.list({ workspace_id }), reply: list({ slug: 'third' }) },
  'virtualKeys.retrieve': {
    call: p => p.virtualKeys.retrieve({ slug: 'third' }),
    reply: { slug: 'third', ai_provider_name: 'openai', status: 'active', note: 'a note' },
  },
  'virtualKeys.update': {
    call: p => p.virtualKeys.update({ slug: 'third', name: 'Fourth', note: null, usage_limits: limits }),
    reply: { slug: 'third' },
  },
  'virtualKeys.delete': { call: p => p.virtualKeys.delete({ slug: 'third' }), reply: {} },
  'integrations.delete': { call: p => p.integrations.delete({ slug: 'ours' }), reply: {} },

  'apiKeys.create': {
    call: p =>
      p.apiKeys.create({
        type: 'workspace',
        'sub-type': 'service',
        name: 'notebook',
        description: 'of the team',
        workspace_id,
        scopes: ['completions.write', 'logs.write'],
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 100 }],
        usage_limits: limits,
        defaults: { metadata: { team: 'a' } },
        expires_at: '2100-01-01T00:00:00Z',
      }),
    reply: { id: text, key: text, object: 'api-key' },
    as: 'key',
  },
  'apiKeys.retrieve': {
    call: (p, { key }) => p.apiKeys.retrieve({ id: key }),
    reply: { name: 'notebook', status: 'active', usage_limits: expect.objectContaining(limits) },
  },
  'apiKeys.list': { call: p => p.apiKeys.list({ ...page, workspace_id }), reply: list({ name: 'notebook' }) },
  'apiKeys.update': {
    call: (p, { key }) => p.apiKeys.update({ id: key, name: 'laptop', usage_limits: { credit_limit: 20 } }),
    reply: {},
  },

  'configs.create': {
    call: p =>
      p.configs.create({ name: 'Chat config', config: { provider: '@mock' }, isDefault: 0, workspace_id }),
    reply: { id: text, version_id: text, slug: 'chat-config', object: 'config' },
  },
  'configs.retrieve': {
    call: p => p.configs.retrieve({ slug: 'chat-config' }),
    reply: { name: 'Chat config', config: { provider: '@mock' }, status: 'active', version_id: text },
  },
  'configs.update': {
    call: p =>
      p.configs.update({
        slug: 'chat-config',
        name: 'Chat',
        config: { provider: '@openai' },
        status: 'active',
      }),
    reply: { version_id: text },
  },
  'configs.list': { call: p => p.configs.list({ workspace_id }), reply: list({ name: 'Chat' }) },
  'configs.delete': { call: p => p.configs.delete({ slug: 'chat-config' }), reply: {} },

  'collections.create': {
    call: p => p.collections.create({ name: 'Letters', workspace_id }),
    reply: { id: text, slug: 'letters' },
    as: 'collection',
  },
  'collections.list': {
    call: p => p.collections.list({ workspace_id, ...page, search: 'lett' }),
    reply: list({ name: 'Letters' }),
  },
  'collections.retrieve': {
    call: (p, { collection }) => p.collections.retrieve(collection),
    reply: { name: 'Letters' },
  },
  'collections.update': {
    call: (p, { collection }) => p.collections.update(collection, { name: 'Mail' }),
    reply: {},
  },
  'prompts.create': {
    call: (p, { collection }) =>
      p.prompts.create({
        ...prompt,
        name: 'Letter',
        collection_id: collection,
        tools: [],
        version_description: 'first',
        template_metadata: { a: 'b' },
      }),
    reply: { id: text, slug: 'letter' },
  },
  'prompts.list': {
    call: (p, { collection }) =>
      p.prompts.list({ collection_id: collection, workspace_id, ...page, search: 'lett' }),
    reply: list({ name: 'Letter' }),
  },
  'prompts.retrieve': { call: p => p.prompts.retrieve('letter'), reply: { string, version: 1 } },
  'prompts.update': {
    call: p => p.prompts.update('letter', { ...prompt, version_description: 'second' }),
    reply: {},
  },
  'prompts.publish': { call: p => p.prompts.publish('letter', { version: 2 }), reply: {} },
  'prompts.render': {
    call: p => p.prompts.render({ promptID: 'letter', variables, temperature: 1 }),
    reply: { success: true, data: expect.objectContaining({ temperature: 1, messages: expect.any(Array) }) },
  },
  'prompts.completions.create': {
    call: p => p.prompts.completions.create({ promptID: 'letter', variables }),
    reply: { object: 'chat.completion', choices: [expect.objectContaining({ finish_reason: 'stop' })] },
  },
  'labels.create': {
    call: p =>
      p.labels.create({ name: 'canary', description: 'a tenth', color_code: '#ffcc00', workspace_id }),
    reply: { id: text },
    as: 'label',
  },
  'labels.list': {
    call: p => p.labels.list({ workspace_id, search: 'can', ...page }),
    reply: list({ name: 'canary' }),
  },
  'labels.retrieve': { call: (p, { label }) => p.labels.retrieve(label), reply: { name: 'canary' } },
  'labels.update': {
    call: (p, { label }) => p.labels.update(label, { name: 'early', color_code: '#00ccff' }),
    reply: {},
  },
  'prompts.versions.list': {
    call: p => p.prompts.versions.list('letter'),
    reply: list({ version: 2, string }),
  },
  'prompts.versions.update': {
    call: (p, { label }) => p.prompts.versions.update('letter', '2', { label_id: label }),
    reply: {},
  },
  'prompts.versions.retrieve': {
    call: async p => {
      const { data } = await p.prompts.versions.list('letter')
      return await p.prompts.versions.retrieve('letter', data[0].id)
    },
    reply: { version: 2, string },
  },
  'prompts.partials.create': {
    call: p =>
      p.prompts.partials.create({ name: 'tone', string: 'Be kind', workspace_id, version_description: 'a' }),
    reply: { id: text, slug: 'tone' },
  },
  'prompts.partials.list': {
    call: (p, { collection }) => p.prompts.partials.list({ collection_id: collection }),
    reply: { object: 'list', total: 0 },
  },
  'prompts.partials.retrieve': {
    call: p => p.prompts.partials.retrieve('tone'),
    reply: { name: 'tone', string: 'Be kind' },
  },
  'prompts.partials.update': {
    call: p =>
      p.prompts.partials.update('tone', {
        name: 'tone',
        string: 'Be calm',
        description: 'b',
        status: 'active',
      }),
    reply: {},
  },
  'prompts.partials.publish': { call: p => p.prompts.partials.publish('tone', { version: 2 }), reply: {} },
  'prompts.partials.versions.list': {
    call: p => p.prompts.partials.versions.list('tone'),
    reply: list({ version: 2 }),
  },
  'prompts.partials.delete': { call: p => p.prompts.partials.delete('tone'), reply: {} },
  'prompts.delete': { call: p => p.prompts.delete('letter'), reply: {} },
  'labels.delete': { call: (p, { label }) => p.labels.delete(label), reply: {} },
  'collections.delete': { call: (p, { collection }) => p.collections.delete(collection), reply: {} },

  'logs.create': {
    call: (_, __, member) =>
      member.logs.create({
        request: {
          url: 'https://api.openai.com/v1/chat/completions',
          method: 'POST',
          provider: 'openai',
          body: { model: 'gpt-4.1' },
        },
        response: { status: 500, response_time: 400, body: {} },
        metadata: { traceId: 'mine', _user: 'ann' },
      }),
    reply: { status: 'success' },
  },
  'feedback.create': {
    call: (_, __, member) =>
      member.feedback.create({ traceID: 'mine', value: 5, weight: 0.5, metadata: { a: 'b' } }),
    reply: { status: 'success', message: text, feedback_ids: [text] },
    as: 'feedback',
  },
  'feedback.update': {
    call: (_, { feedback }, member) => member.feedback.update({ feedbackID: feedback, value: 8, weight: 1 }),
    reply: { status: 'success', message: text },
  },
  'logs.exports.create': {
    call: p =>
      p.logs.exports.create({
        filters,
        workspaceId: 'default',
        description: 'all',
        requestedData: ['id', 'ai_model'],
      }),
    reply: { id: text, object: 'export' },
    as: 'export',
  },
  'logs.exports.update': {
    call: (p, made) =>
      p.logs.exports.update({
        exportId: made['export'],
        workspaceId: 'default',
        filters,
        requestedData: ['id'],
      }),
    reply: { id: text, object: 'export' },
  },
  'logs.exports.retrieve': {
    call: (p, made) => p.logs.exports.retrieve({ exportId: made['export'] }),
    reply: { status: 'draft', requested_data: ['id'], workspace_id: text, object: 'export' },
  },
  'logs.exports.list': {
    call: p => p.logs.exports.list({ workspaceId: 'default' }),
    reply: list({ description: 'all' }),
  },
  'logs.exports.start': {
    call: (p, made) => p.logs.exports.start({ exportId: made['export'] }),
    reply: { message: text, object: 'export' },
  },
  // At once, while its records are counted.
  'logs.exports.cancel': {
    call: (p, made) => p.logs.exports.cancel({ exportId: made['export'] }),
    reply: { message: text, object: 'export' },
  },

  ...Object.fromEntries(
    GRAPHS.map(name => [
      `analytics.graphs.${name}`,
      { call: (p: AnyPortkey) => p.analytics.graphs[name](PERIOD), reply: graph },
    ]),
  ),
  'analytics.groups.users': { call: p => p.analytics.groups.users({ ...PERIOD, ...page }), reply: groups },
  'analytics.groups.aiModels': {
    call: p => p.analytics.groups.aiModels({ ...PERIOD, ...page }),
    reply: groups,
  },
  'analytics.groups.workspaces': {
    call: p => p.analytics.groups.workspaces({ ...PERIOD, ...page }),
    reply: groups,
  },
  'analytics.groups.metadata': {
    call: p => p.analytics.groups.metadata('_user', { ...PERIOD, ...page }),
    reply: groups,
  },
  'analytics.groups.groupedData': {
    call: p =>
      p.analytics.groups.groupedData('api_key', { ...PERIOD, ...page, columns: 'cost', include_total: true }),
    reply: groups,
  },
  'analytics.summary.cache': {
    call: p => p.analytics.summary.cache(PERIOD),
    reply: { object: 'analytics-summary', summary: expect.objectContaining({ hits: 0 }) },
  },

  'apiKeys.delete': { call: (p, { key }) => p.apiKeys.delete({ id: key }), reply: {} },
  'mcpIntegrations.create': {
    call: p =>
      p.mcpIntegrations.create({
        name: 'Issues',
        slug: 'issues',
        description: 'of the team',
        url: mcpUrl,
        auth_type: 'none',
        transport: 'http',
        workspace_id,
      }),
    reply: { id: text, slug: 'issues' },
    as: 'mcpIntegration',
  },
  'mcpIntegrations.list': {
    call: p => p.mcpIntegrations.list({ workspace_id, type: 'workspace', ...page }),
    reply: list({ slug: 'issues' }),
  },
  'mcpIntegrations.retrieve': {
    call: (p, { mcpIntegration }) => p.mcpIntegrations.retrieve({ id: mcpIntegration }),
    reply: { slug: 'issues', url: text, auth_type: 'none', transport: 'http' },
  },
  'mcpIntegrations.update': {
    call: (p, { mcpIntegration }) => p.mcpIntegrations.update({ id: mcpIntegration, name: 'All issues' }),
    reply: { id: text, slug: 'issues' },
  },
  'mcpServers.create': {
    call: (p, { mcpIntegration }) =>
      p.mcpServers.create({
        name: 'Issues',
        slug: 'issues',
        mcp_integration_id: mcpIntegration,
        workspace_id,
        description: 'of the team',
      }),
    reply: { id: text, slug: 'issues' },
    as: 'mcpServer',
  },
  'mcpServers.list': {
    call: (p, { mcpServer }) => p.mcpServers.list({ workspace_id, ...page, id: mcpServer, search: 'iss' }),
    reply: list({ slug: 'issues' }),
  },
  'mcpServers.retrieve': {
    call: (p, { mcpServer }) => p.mcpServers.retrieve({ id: mcpServer }),
    reply: { slug: 'issues', name: 'Issues', mcp_integration_id: text },
  },
  'mcpServers.update': {
    call: (p, { mcpServer }) => p.mcpServers.update({ id: mcpServer, name: 'Other', description: null }),
    reply: { id: text, slug: 'issues' },
  },
  'mcpServers.test': {
    call: (p, { mcpServer }) => p.mcpServers.test({ id: mcpServer }),
    reply: { success: true },
  },
  'mcpServers.capabilities.list': {
    call: (p, { mcpServer }) => p.mcpServers.capabilities.list({ id: mcpServer }),
    reply: list({ name: 'echo', type: 'tool', enabled: true }),
  },
  'mcpServers.capabilities.update': {
    call: (p, { mcpServer }) =>
      p.mcpServers.capabilities.update({ id: mcpServer, capabilities: [capability] }),
    reply: list({ name: 'echo', enabled: true }),
  },
  'mcpServers.userAccess.list': {
    call: (p, { mcpServer }) => p.mcpServers.userAccess.list({ id: mcpServer }),
    reply: { default_user_access: 'allow' },
  },
  'mcpServers.userAccess.update': {
    call: (p, { mcpServer, invite }) =>
      p.mcpServers.userAccess.update({
        id: mcpServer,
        user_access: [{ user_id: invite, enabled: true }],
        default_user_access: 'allow',
      }),
    reply: {},
  },
  'mcpServers.metadata.get': {
    call: (p, { mcpServer }) => p.mcpServers.metadata.get({ id: mcpServer }),
    reply: { server_name: text, sync_status: text },
  },
  'mcpServers.connections.list': {
    call: (p, { mcpServer }) => p.mcpServers.connections.list({ id: mcpServer, workspace_id, ...page }),
    reply: { total: 0, data: [] },
  },
  'mcpServers.connections.delete': {
    call: (p, { mcpServer }) =>
      p.mcpServers.connections
        .delete({ id: mcpServer, user_id: 'ann', workspace_id })
        .catch(({ status, message }: { status: number; message: string }) => ({ status, message })),
    // There is none: people make one in their browser.
    reply: { status: 404, message: expect.stringContaining('has no connection to the MCP server') },
  },
  'mcpIntegrations.workspaces.update': {
    call: (p, { mcpIntegration }) =>
      p.mcpIntegrations.workspaces.update({
        id: mcpIntegration,
        workspaces: [{ id: 'default', enabled: true }],
        global_workspace_access: null,
        override_existing_workspace_access: false,
      }),
    reply: {},
  },
  'mcpIntegrations.workspaces.list': {
    call: (p, { mcpIntegration }) => p.mcpIntegrations.workspaces.list({ id: mcpIntegration }),
    reply: { workspaces: expect.any(Array) },
  },
  'mcpIntegrations.capabilities.list': {
    call: (p, { mcpIntegration }) => p.mcpIntegrations.capabilities.list({ id: mcpIntegration }),
    reply: { object: 'list', data: [] },
  },
  'mcpIntegrations.capabilities.update': {
    call: (p, { mcpIntegration }) =>
      p.mcpIntegrations.capabilities.update({ id: mcpIntegration, capabilities: [capability] }),
    reply: {},
  },
  'mcpServers.delete': { call: (p, { mcpServer }) => p.mcpServers.delete({ id: mcpServer }), reply: {} },
  'mcpIntegrations.delete': {
    call: (p, { mcpIntegration }) => p.mcpIntegrations.delete({ id: mcpIntegration }),
    reply: {},
  },
  'admin.users.invites.delete': {
    call: (p, { invite }) => p.admin.users.invites.delete({ inviteId: invite }),
    reply: {},
  },
  'admin.users.delete': {
    call: async p => {
      const { id } = await p.admin.users.invites.create({ email: 'bob@example.com', role: 'member' })
      return await p.admin.users.delete({ userId: id })
    },
    reply: {},
  },
})
