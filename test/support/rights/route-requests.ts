// A valid request of every operation: parts of the path, query and body.
import type { Json } from '../../../schemas/values/json.ts'
import { newBodies } from '../control-bodies.ts'

/** The names of what a request is about, in one place. */
export interface PlaceNames {
  /** Parts of paths by parameter; `slug` of configs and virtual keys by `config` and `virtualKey`. */
  readonly path: Readonly<Record<string, string>>
  readonly person: string
  /** What bodies refer to: the ending of the slugs there. */
  readonly slug: string
}

const LOGS = 'time_of_generation_min=2026-11-22T00:00:00Z&time_of_generation_max=2026-11-24T00:00:00Z'
const SPAN = 'start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z'
const SCIM = 'urn:ietf:params:scim:schemas:core:2.0'

export const QUERIES: Readonly<Record<string, string>> = {
  compareReleases: 'from=1&to=2',
  deleteIntegrationModels: 'slugs=ft:custom',
  deleteMcpConnection: 'user_id=nobody',
  listLogs: LOGS,
  readGroups: LOGS,
  readMetadataGroups: LOGS,
  readGraph: LOGS,
  readCacheSummary: LOGS,
  listAuditLogs: SPAN,
  listReleaseResources: 'kind=release',
  readReleaseResource: 'kind=project&id=none',
  listReleaseChanges: 'since=0',
}

/** Parts of paths that name no object. */
const WORDS: Readonly<Record<string, string>> = {
  version: '1',
  label: 'canary',
  facet: 'model',
  groupBy: 'model',
  metadataKey: 'plan',
  graph: 'requests',
  schemaId: `${SCIM}:User`,
  typeId: 'User',
  digest: 'a'.repeat(64),
}
/** Parts of paths that name objects. */
export const isObject = (parameter: string): boolean => !Object.hasOwn(WORDS, parameter)

export const pathOf = (
  { operation, path }: { readonly operation: string; readonly path: string },
  { path: names }: PlaceNames,
): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const own =
      parameter === 'slug'
        ? names[operation.includes('Config') ? 'config' : 'virtualKey']
        : parameter === 'userId'
          ? names[operation.includes('Organisation') ? 'organisationUser' : 'userId']
          : parameter === 'inviteId'
            ? names['organisationUser']
            : parameter === 'scimId'
              ? names[operation.includes('Group') ? 'scimGroup' : 'organisationUser']
              : names[parameter]
    return encodeURIComponent(own ?? WORDS[parameter] ?? `no-${parameter}`)
  })
  const query = QUERIES[operation]
  return query === undefined ? filled : `${filled}?${query}`
}

const NAME = { name: 'changed' }
const USAGE = { type: 'tokens', credit_limit: 5 }
const VAULT = {
  manager_type: 'hashicorp_vault',
  secret_path: 'a/b',
  auth_config: { vault_addr: 'https://vault.example.com', vault_auth_type: 'token', vault_token: 'x' },
}

/** `name` is that of what is made. */
export function bodyOf(
  operation: string,
  name: string,
  { slug, person, path }: PlaceNames,
): Json | undefined {
  const made = newBodies(name, {
    integration: `integration-${slug}`,
    mcpIntegration: `mcp-${slug}`,
    agentIntegration: `agent-${slug}`,
    trace: `trace-of-${slug}`,
    person,
  })
  if (Object.hasOwn(made, operation)) return made[operation]
  const written: Readonly<Record<string, Json>> = {
    updateIntegrationModels: { allow_all_models: true },
    updateIntegrationWorkspaces: { workspaces: [{ id: 'team', enabled: true }] },
    updateMcpIntegrationWorkspaces: { workspaces: [{ id: 'team', enabled: true }] },
    updateAgentIntegrationWorkspaces: { workspaces: [{ id: 'team', enabled: true }] },
    updateMcpIntegrationCapabilities: { capabilities: [{ type: 'tool', name: 'search', enabled: false }] },
    updateMcpServerCapabilities: { capabilities: [{ type: 'tool', name: 'search', enabled: false }] },
    approveMcpTools: { tools: [{ name: 'search', digest: `sha256:${'a'.repeat(64)}` }] },
    updateMcpServerUserAccess: { default_user_access: 'deny' },
    updateAgentServerUserAccess: { default_user_access: 'deny' },
    moveConfigLabel: { version: 1 },
    labelPromptVersion: { label: 'production' },
    publishPrompt: { version: 1 },
    publishPartial: { version: 1 },
    updateRateLimit: { value: 7 },
    updateUsageLimit: { credit_limit: 7 },
    addWorkspaceUsers: { users: [{ id: person, role: 'member' }] },
    updateWorkspaceUser: { role: 'member' },
    updateWorkspaceSettings: { membersViewAnalytics: true },
    updateOrganisationSettings: { membersViewAnalytics: true },
    createOrganisationServiceKey: { name, scopes: [] },
    createOrganisationServiceKeys: { items: [{ name, scopes: [] }] },
    updateApiKeys: { items: [{ id: path['apiKeyId'] ?? 'none', description: 'changed' }] },
    // Of no key, so that nothing is revoked.
    revokeApiKeys: { items: [{ id: 'none' }] },
    createOrganisationUser: { email: `${name}@example.com` },
    createInvite: { email: `${name}@example.com` },
    updateOrganisationUser: { first_name: 'Ann' },
    createDeployment: { name },
    createSecretReference: { ...VAULT, name },
    createWorkspace: { name },
    updateLogExport: { description: 'changed' },
    startLogExport: {},
    cancelLogExport: {},
    replayLog: { config: { provider: '@mock' } },
    updateFeedback: { value: 3 },
    rotateApiKey: {},
    commitRelease: { writes: [{ kind: 'project', id: name, value: { latest: 0 }, expects: 'absent' }] },
    moveReleaseLabel: { action: 'promote' },
    searchScimUsers: {},
    searchScimGroups: {},
    createScimUser: { schemas: [`${SCIM}:User`], userName: `${name}@example.com` },
    replaceScimUser: { schemas: [`${SCIM}:User`], userName: `org-${slug}@example.com` },
    patchScimUser: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { displayName: 'Ann' } }],
    },
    createScimGroup: { schemas: [`${SCIM}:Group`], displayName: name },
    replaceScimGroup: { schemas: [`${SCIM}:Group`], displayName: 'group' },
    patchScimGroup: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { externalId: 'x' } }],
    },
  }
  if (Object.hasOwn(written, operation)) return written[operation]
  if (/^update(?:Provider|VirtualKey)$/.test(operation)) return { note: 'changed' }
  if (/^update(?:Usage|Rate)/.test(operation)) return USAGE
  return /^update/.test(operation) ? NAME : undefined
}
