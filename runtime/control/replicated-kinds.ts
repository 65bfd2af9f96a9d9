// The kinds of saved resources that every process keeps in memory: what calls need, and what is listed.
import { AGENT_INTEGRATION, AGENT_SERVER } from './agents/saved-agent.ts'
import { CONFIG } from './configs/saved-config.ts'
import { DEPLOYMENT } from './deployments/deployment.ts'
import { INTEGRATION } from './integrations/integration.ts'
import { API_KEY } from './keys/api-key.ts'
import { LOG_EXPORT } from './logs/exports/log-export.ts'
import { MCP_INTEGRATION, MCP_SERVER } from './mcp/saved-mcp.ts'
import { MCP_TOOLS } from './mcp/stored-pins.ts'
import { MCP_CONNECTION } from './mcp-oauth/saved-connection.ts'
import { MEMBER, USER } from './members/member.ts'
import { RATE_LIMIT, USAGE_LIMIT } from './policies/policy.ts'
import { USAGE_RESET } from './policies/usage-entity.ts'
import { PROMPT_COLLECTION } from './prompts/collection.ts'
import { PROMPT_LABEL } from './prompts/label.ts'
import { PARTIAL, PROMPT, versionKindOf } from './prompts/saved-template.ts'
import { PROVIDER } from './providers/saved-provider.ts'
import { SCIM_GROUP } from './scim/group.ts'
import { SECRET_REFERENCE } from './secrets/saved-reference.ts'
import { SETTINGS } from './settings/role-settings.ts'
import { WORKSPACE } from './workspaces/workspace.ts'

export const REPLICATED: readonly string[] = [
  API_KEY,
  MEMBER,
  SETTINGS,
  USER,
  WORKSPACE,
  CONFIG,
  DEPLOYMENT,
  INTEGRATION,
  AGENT_INTEGRATION,
  AGENT_SERVER,
  MCP_INTEGRATION,
  MCP_SERVER,
  MCP_TOOLS,
  MCP_CONNECTION,
  PROVIDER,
  SCIM_GROUP,
  SECRET_REFERENCE,
  RATE_LIMIT,
  USAGE_LIMIT,
  USAGE_RESET,
  LOG_EXPORT,
  // Calls may name any version of a prompt, also while the store is away.
  ...([PROMPT, PARTIAL] as const).flatMap(kind => [kind, versionKindOf(kind)]),
  PROMPT_LABEL,
  PROMPT_COLLECTION,
]
