// All kinds of saved resources, each defined where its objects are: what is replicated, signed and sealed follows from the table.
import { AGENT_KINDS } from './agents/saved-agent.ts'
import { AUDIT_KINDS } from './api/commit-change.ts'
import { UNIQUE_VALUE_KINDS } from './api/unique-value.ts'
import { CONFIG_KINDS } from './configs/saved-config.ts'
import { DEPLOYMENT_KINDS } from './deployments/deployment.ts'
import { INTEGRATION_KINDS } from './integrations/integration.ts'
import { API_KEY_KINDS } from './keys/api-key.ts'
import type { Kind } from './kind.ts'
import { LOG_KINDS } from './logs/exports/log-export.ts'
import { MCP_KINDS } from './mcp/saved-mcp.ts'
import { MCP_TOOLS_KINDS } from './mcp/stored-pins.ts'
import { FLOW_KINDS } from './mcp-oauth/flow-store.ts'
import { CLIENT_KINDS } from './mcp-oauth/register-client.ts'
import { CONNECTION_KINDS } from './mcp-oauth/saved-connection.ts'
import { MEMBER_KINDS } from './members/member.ts'
import { POLICY_KINDS } from './policies/policy.ts'
import { USAGE_KINDS } from './policies/usage-entity.ts'
import { COLLECTION_KINDS } from './prompts/collection.ts'
import { PROMPT_LABEL_KINDS } from './prompts/label.ts'
import { TEMPLATE_KINDS } from './prompts/saved-template.ts'
import { PROVIDER_KINDS } from './providers/saved-provider.ts'
import { RELEASE_KINDS } from './releases/release-kinds.ts'
import { SCIM_KINDS } from './scim/group.ts'
import { SECRET_REFERENCE_KINDS } from './secrets/saved-reference.ts'
import { SETTINGS_KINDS } from './settings/role-settings.ts'
import { WORKSPACE_KINDS } from './workspaces/workspace.ts'

export const KINDS: readonly Kind[] = [
  ...AGENT_KINDS,
  ...AUDIT_KINDS,
  ...UNIQUE_VALUE_KINDS,
  ...CONFIG_KINDS,
  ...DEPLOYMENT_KINDS,
  ...INTEGRATION_KINDS,
  ...API_KEY_KINDS,
  ...LOG_KINDS,
  ...MCP_KINDS,
  ...MCP_TOOLS_KINDS,
  ...FLOW_KINDS,
  ...CLIENT_KINDS,
  ...CONNECTION_KINDS,
  ...MEMBER_KINDS,
  ...POLICY_KINDS,
  ...USAGE_KINDS,
  ...COLLECTION_KINDS,
  ...PROMPT_LABEL_KINDS,
  ...TEMPLATE_KINDS,
  ...PROVIDER_KINDS,
  ...RELEASE_KINDS,
  ...SCIM_KINDS,
  ...SECRET_REFERENCE_KINDS,
  ...SETTINGS_KINDS,
  ...WORKSPACE_KINDS,
]

const namesOf = (kinds: readonly Kind[]): readonly string[] => kinds.map(({ name }) => name)

/** What every process has in memory. */
export const REPLICATED_KINDS = namesOf(KINDS.filter(({ replicated }) => replicated))

/** What counts under `--trust` only if a trusted key has signed it. */
export const SIGNED_KINDS: ReadonlySet<string> = new Set(
  namesOf(KINDS.filter(({ signed }) => signed === 'value')),
)

/** What is sealed again with a new encryption key. */
export const SEALED_KINDS = namesOf(KINDS.filter(({ sealed }) => sealed === 'rotated'))
