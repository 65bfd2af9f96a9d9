// Valid bodies of the operations that make something in a workspace, without the workspace. What they refer to is named by `Refers`;
// the manifest has the provider `mock`.
import { asObject, isList, type JsonObject } from '../../schemas/values/json.ts'

const URL = 'https://tools.example.com/mcp'

/** The slugs of what a body refers to, which the workspace has. */
export interface Refers {
  readonly integration: string
  readonly mcpIntegration: string
  readonly agentIntegration: string
  readonly trace: string
  /** A person who is a member. */
  readonly person: string
}

/** `name` is that of what is made. */
export const newBodies = (name: string, refers: Refers): Readonly<Record<string, JsonObject>> => ({
  createAgentIntegration: { name, card_url: 'https://agents.example.com/.well-known/agent-card.json' },
  createAgentServer: { name, agent_integration_id: refers.agentIntegration },
  createWorkspaceServiceKey: { name, scopes: [] },
  createWorkspaceServiceKeys: { items: [{ name, scopes: [] }] },
  createWorkspaceUserKey: { name, scopes: [], user_id: refers.person },
  createWorkspaceUserKeys: { items: [{ name, scopes: [], user_id: refers.person }] },
  createCollection: { name },
  createConfig: { name, config: { provider: '@mock' } },
  createFeedback: { trace_id: refers.trace, value: 5 },
  createIntegration: { name, ai_provider_id: 'openai', key: 'sk-0123456789abcdef' },
  createLabel: { name },
  createLogExport: {
    filters: {
      time_of_generation_min: '2020-01-01T00:00:00Z',
      time_of_generation_max: '2100-01-01T00:00:00Z',
    },
  },
  insertLogs: {
    request: { url: 'https://api.openai.com/v1/chat/completions', method: 'POST', body: {} },
    response: { status: 200, body: {} },
    metadata: { traceId: `trace-of-${name}` },
  },
  createMcpIntegration: { name, url: URL, auth_type: 'none' },
  importMcpIntegration: {
    slug: name,
    server: {
      name: `io.example/${name}`,
      description: 'Tools.',
      version: '1.0.0',
      remotes: [{ type: 'streamable-http', url: URL }],
    },
  },
  createMcpServer: { name, mcp_integration_id: refers.mcpIntegration },
  createPartial: { name, string: 'Be kind.' },
  createPrompt: { name, string: 'Hello' },
  createProvider: { name, integration_id: refers.integration },
  createRateLimit: { name, type: 'requests', unit: 'rpm', value: 5 },
  createLimitProfile: { name, rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }] },
  createUsageLimit: { name, type: 'tokens', credit_limit: 5 },
  createVirtualKey: { name, provider: 'openai', key: 'sk-0123456789abcdef' },
})

/** Operations whose objects may be of the organisation itself. */
export const OWNED_BY_ORGANISATION = [
  'createAgentIntegration',
  'createIntegration',
  'createLimitProfile',
  'createMcpIntegration',
  'importMcpIntegration',
] as const

/** A body with items has the workspace in each of them. */
export const withWorkspace = (body: JsonObject | undefined, workspace: string | null): JsonObject =>
  isList(body?.['items'])
    ? { ...body, items: body['items'].map(item => withWorkspace(asObject(item), workspace)) }
    : { ...body, workspace_id: workspace }
