// All kinds of saved resources, each defined where its objects are: what is replicated, signed and sealed follows from the table.

import { API_KEY_KINDS, KEYS_BY_PROFILE, KEYS_BY_ROLE, KEYS_OF_PERSON } from './access/keys/model.ts'
import { MCP_KINDS } from './access/mcp-kinds.ts'
import {
  GROUP_MEMBERSHIPS_OF_PERSON,
  MEMBER_KINDS,
  MEMBERS_OF_WORKSPACE,
  MEMBERSHIPS_OF_PERSON,
  PEOPLE_BY_APPEARANCE,
  PEOPLE_BY_EXTERNAL_ID,
  PEOPLE_IN_ORDER,
} from './access/members/model.ts'
import { SIGN_IN_KINDS } from './access/members/sign-in-binding.ts'
import { SETTINGS_KINDS } from './access/settings/model.ts'
import { WORKSPACE_KINDS } from './access/workspaces/model.ts'
import { AUDIT_KINDS } from './core/commit-change.ts'
import type { Kind } from './core/kind.ts'
import type { ResourceIndex } from './core/resource-index.ts'
import { UNIQUE_VALUE_KINDS } from './core/unique-value.ts'
import { LIMIT_PROFILE_KINDS } from './limits/limit-profile.ts'
import { POLICY_KINDS } from './limits/policy.ts'
import { USAGE_KINDS } from './limits/usage-entity.ts'
import { LOG_KINDS } from './logs/exports/log-export.ts'
import { FLOW_KINDS } from './mcp-oauth/flow-store.ts'
import { CLIENT_KINDS } from './mcp-oauth/register-client.ts'
import { CONNECTION_KINDS } from './mcp-oauth/saved-connection.ts'
import { RELEASE_KINDS } from './releases/release-kinds.ts'
import { AGENT_KINDS } from './resources/agents/model.ts'
import { COLLECTION_KINDS } from './resources/collections/model.ts'
import { CONFIG_KINDS } from './resources/configs/model.ts'
import { DEPLOYMENT_KINDS } from './resources/deployments/model.ts'
import { INTEGRATION_KINDS } from './resources/integrations/model.ts'
import { PROMPT_LABEL_KINDS } from './resources/labels/model.ts'
import { MCP_TOOLS_KINDS } from './resources/mcp/stored-pins.ts'
import { TEMPLATE_KINDS } from './resources/prompts/model.ts'
import { PROVIDER_KINDS } from './resources/providers/model.ts'
import { SECRET_REFERENCE_KINDS } from './resources/secret-references/model.ts'
import { SCIM_KINDS } from './scim/group.ts'

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
  ...SIGN_IN_KINDS,
  ...POLICY_KINDS,
  ...LIMIT_PROFILE_KINDS,
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

/** What clients of the API save, of what every process has in memory. */
export const SAVED_KINDS = namesOf(KINDS.filter(({ owner, replicated }) => owner === 'client' && replicated))

/** What counts under `--trust` only if a trusted key has signed it. */
export const SIGNED_KINDS: ReadonlySet<string> = new Set(
  namesOf(KINDS.filter(({ signed }) => signed === 'value')),
)

/** What is sealed again with a new encryption key. */
export const SEALED_KINDS = namesOf(KINDS.filter(({ sealed }) => sealed === 'rotated'))

/** Of the kinds of which a company has most: built at the start, so that neither a call nor a change waits for the first look. */
export const INDEXES_AT_START: readonly ResourceIndex[] = [
  KEYS_OF_PERSON,
  KEYS_BY_ROLE,
  KEYS_BY_PROFILE,
  PEOPLE_IN_ORDER,
  PEOPLE_BY_APPEARANCE,
  PEOPLE_BY_EXTERNAL_ID,
  MEMBERS_OF_WORKSPACE,
  MEMBERSHIPS_OF_PERSON,
  GROUP_MEMBERSHIPS_OF_PERSON,
]
