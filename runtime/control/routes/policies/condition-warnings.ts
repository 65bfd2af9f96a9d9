// Warnings about conditions that never hold in the workspace of a policy, in the words that the compiler has for policies of the
// manifest. What another workspace has is not told, and would not help: a policy is enforced in its own.
import {
  CONDITION_NAMES_NOTHING,
  ENDPOINT_TYPES,
  type KnownValues,
  namesNothing,
} from '../../../../compiler/condition-names-nothing.ts'
import type { LimitCondition } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { API_KEY } from '../../access/keys/api-key.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import { findWorkspace } from '../../access/workspaces/workspace.ts'
import { CONTROL_SLUG } from '../../core/control-slug.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { AGENT_SERVER } from '../../resources/agents/saved-agent.ts'
import { CONFIG } from '../../resources/configs/saved-config.ts'
import { slugsOfWorkspace } from '../../resources/providers/slugs-of-workspace.ts'

type Context = ReadSources & Pick<ControlSources, 'plans' | 'catalog'>

const NOUNS: Readonly<Record<string, string>> = {
  workspace_id: 'No workspace',
  api_key: 'No key of this workspace',
  config: 'No config of this workspace',
  provider: 'No provider of this workspace',
  endpoint_type: 'No endpoint',
  mcp_server: 'No MCP server of this workspace',
  agent: 'No agent of this workspace',
}

export const conditionWarnings = (
  conditions: readonly LimitCondition[],
  workspace: string,
  context: Context,
): readonly JsonObject[] => {
  const known = knownValues(workspace, context)
  return conditions.flatMap(({ key, value, excludes = false }, index) =>
    [value].flat().flatMap((text, place): readonly JsonObject[] => {
      // People are named by more than an identifier of a key.
      if (key === 'api_key' && text.includes(':')) return []
      if (key === 'workspace_id' && findWorkspace(context, text) !== undefined) return []
      const found = namesNothing({ key, text, excludes }, known, NOUNS)
      if (found === undefined) return []
      return [
        {
          code: CONDITION_NAMES_NOTHING,
          severity: 'warning',
          message: found.message,
          pointer: `conditions[${index}].value${typeof value === 'string' ? '' : `[${place}]`}`,
          notes: [...found.notes],
        },
      ]
    }),
  )
}

function knownValues(workspace: string, context: Context): KnownValues {
  const { gateway, plans, replica, catalog } = context
  /** Identifiers of what the store has for the workspace. */
  const saved = (kind: string): readonly string[] =>
    (replica?.all(kind).toArray() ?? [])
      .filter(({ value }) => (value['workspace'] ?? workspace) === workspace)
      .map(({ id }) => id)
  return {
    workspace_id: [],
    api_key: [
      ...gateway.apiKeys.filter(key => key.workspace === workspace).map(({ id }) => id),
      ...saved(API_KEY),
    ],
    config: [...Object.keys(plans), ...saved(CONFIG)],
    provider: [
      ...catalog.providerNames,
      ...[...Object.keys(gateway.providers), ...slugsOfWorkspace(context, workspace)].map(slug => `@${slug}`),
    ],
    mcp_server: [
      ...Object.keys(gateway.mcp?.servers ?? {}),
      ...(gateway.mcp?.control === true ? [CONTROL_SLUG] : []),
      ...saved(MCP_SERVER),
    ],
    agent: [...Object.keys(gateway.agents ?? {}), ...saved(AGENT_SERVER)],
    endpoint_type: ENDPOINT_TYPES,
  }
}
