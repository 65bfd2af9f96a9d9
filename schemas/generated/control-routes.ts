// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

import type { BodyName } from './control-bodies.js'

export type OperationId =
  | 'listAgentIntegrations'
  | 'createAgentIntegration'
  | 'readAgentIntegration'
  | 'updateAgentIntegration'
  | 'deleteAgentIntegration'
  | 'fetchAgentCard'
  | 'readAgentIntegrationWorkspaces'
  | 'updateAgentIntegrationWorkspaces'
  | 'listAgentServers'
  | 'createAgentServer'
  | 'readAgentServer'
  | 'updateAgentServer'
  | 'deleteAgentServer'
  | 'readAgentServerUserAccess'
  | 'updateAgentServerUserAccess'
  | 'readGroups'
  | 'readMetadataGroups'
  | 'readGraph'
  | 'readCacheSummary'
  | 'createOrganisationServiceKey'
  | 'createOrganisationServiceKeys'
  | 'createWorkspaceServiceKey'
  | 'createWorkspaceServiceKeys'
  | 'createWorkspaceUserKey'
  | 'createWorkspaceUserKeys'
  | 'listApiKeys'
  | 'readApiKey'
  | 'readOwnKeyPolicy'
  | 'readKeyPolicy'
  | 'updateApiKey'
  | 'updateApiKeys'
  | 'revokeApiKey'
  | 'revokeApiKeys'
  | 'rotateApiKey'
  | 'completeKeyRotation'
  | 'acceptApiKey'
  | 'rotateOwnKey'
  | 'signIn'
  | 'signOut'
  | 'listAuditLogs'
  | 'listCollections'
  | 'createCollection'
  | 'readCollection'
  | 'updateCollection'
  | 'deleteCollection'
  | 'listConfigs'
  | 'createConfig'
  | 'readConfig'
  | 'updateConfig'
  | 'deleteConfig'
  | 'listConfigVersions'
  | 'readConfigVersion'
  | 'moveConfigLabel'
  | 'deleteConfigLabel'
  | 'listDeployments'
  | 'createDeployment'
  | 'readDeployment'
  | 'updateDeployment'
  | 'deleteDeployment'
  | 'createFeedback'
  | 'updateFeedback'
  | 'listIntegrations'
  | 'createIntegration'
  | 'readIntegration'
  | 'updateIntegration'
  | 'deleteIntegration'
  | 'readIntegrationWorkspaces'
  | 'updateIntegrationWorkspaces'
  | 'readIntegrationModels'
  | 'updateIntegrationModels'
  | 'deleteIntegrationModels'
  | 'listLabels'
  | 'createLabel'
  | 'readLabel'
  | 'updateLabel'
  | 'deleteLabel'
  | 'listLimitProfiles'
  | 'createLimitProfile'
  | 'readLimitProfile'
  | 'updateLimitProfile'
  | 'deleteLimitProfile'
  | 'createLogExport'
  | 'listLogExports'
  | 'readLogExport'
  | 'updateLogExport'
  | 'startLogExport'
  | 'cancelLogExport'
  | 'downloadLogExport'
  | 'listLogs'
  | 'insertLogs'
  | 'eraseLogBodies'
  | 'readLogFacets'
  | 'readLogTrace'
  | 'readLog'
  | 'replayLog'
  | 'reproduceLog'
  | 'listMcpConnections'
  | 'deleteMcpConnection'
  | 'listMcpIntegrations'
  | 'createMcpIntegration'
  | 'importMcpIntegration'
  | 'readMcpIntegration'
  | 'updateMcpIntegration'
  | 'deleteMcpIntegration'
  | 'readMcpIntegrationWorkspaces'
  | 'updateMcpIntegrationWorkspaces'
  | 'readMcpIntegrationCapabilities'
  | 'updateMcpIntegrationCapabilities'
  | 'listMcpServers'
  | 'createMcpServer'
  | 'readMcpServer'
  | 'updateMcpServer'
  | 'deleteMcpServer'
  | 'readMcpServerCapabilities'
  | 'updateMcpServerCapabilities'
  | 'approveMcpTools'
  | 'readMcpServerUserAccess'
  | 'updateMcpServerUserAccess'
  | 'testMcpServer'
  | 'readMcpServerMetadata'
  | 'listOrganisationUsers'
  | 'createOrganisationUser'
  | 'readOrganisationUser'
  | 'updateOrganisationUser'
  | 'removeOrganisationUser'
  | 'unbindOrganisationUser'
  | 'listWorkspaceUsers'
  | 'addWorkspaceUsers'
  | 'readWorkspaceUser'
  | 'updateWorkspaceUser'
  | 'removeWorkspaceUser'
  | 'listInvites'
  | 'createInvite'
  | 'readInvite'
  | 'cancelInvite'
  | 'listPartials'
  | 'createPartial'
  | 'readPartial'
  | 'updatePartial'
  | 'deletePartial'
  | 'listPartialVersions'
  | 'readPartialVersion'
  | 'publishPartial'
  | 'listConfigPlans'
  | 'readConfigPlan'
  | 'listPrompts'
  | 'createPrompt'
  | 'readPrompt'
  | 'updatePrompt'
  | 'deletePrompt'
  | 'listPromptVersions'
  | 'readPromptVersion'
  | 'labelPromptVersion'
  | 'publishPrompt'
  | 'listProviders'
  | 'createProvider'
  | 'readProvider'
  | 'updateProvider'
  | 'deleteProvider'
  | 'listRateLimits'
  | 'createRateLimit'
  | 'readRateLimit'
  | 'updateRateLimit'
  | 'archiveRateLimit'
  | 'readReleaseRevision'
  | 'listReleaseResources'
  | 'readReleaseResource'
  | 'readReleaseBlob'
  | 'listReleaseChanges'
  | 'listReleaseRuntimes'
  | 'listReleases'
  | 'listReleaseLabels'
  | 'compareReleases'
  | 'moveReleaseLabel'
  | 'commitRelease'
  | 'readScimConfig'
  | 'listScimSchemas'
  | 'readScimSchema'
  | 'listScimResourceTypes'
  | 'readScimResourceType'
  | 'listScimUsers'
  | 'searchScimUsers'
  | 'createScimUser'
  | 'readScimUser'
  | 'replaceScimUser'
  | 'patchScimUser'
  | 'deleteScimUser'
  | 'listScimGroups'
  | 'searchScimGroups'
  | 'createScimGroup'
  | 'readScimGroup'
  | 'replaceScimGroup'
  | 'patchScimGroup'
  | 'deleteScimGroup'
  | 'listSecretReferences'
  | 'createSecretReference'
  | 'readSecretReference'
  | 'updateSecretReference'
  | 'deleteSecretReference'
  | 'readOrganisationSettings'
  | 'updateOrganisationSettings'
  | 'readWorkspaceSettings'
  | 'updateWorkspaceSettings'
  | 'listUsageLimits'
  | 'createUsageLimit'
  | 'readUsageLimit'
  | 'updateUsageLimit'
  | 'archiveUsageLimit'
  | 'listUsageEntities'
  | 'resetUsageEntity'
  | 'listVirtualKeys'
  | 'createVirtualKey'
  | 'readVirtualKey'
  | 'updateVirtualKey'
  | 'deleteVirtualKey'
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'readWorkspace'
  | 'updateWorkspace'
  | 'archiveWorkspace'

/** A parameter in the query of a route. */
export interface QueryFact {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  readonly required?: boolean
}

export interface ControlRouteFact {
  readonly operation: OperationId
  readonly method: string
  /** Below the base URL, with parameters in braces. */
  readonly path: string
  /** The scope that the caller needs; `any` of the scopes where it has several, null for a route that checks it itself. */
  readonly scope: string | readonly string[] | null
  /** `organisation`: callers of one workspace may not use it. `person`: only people who sign in may. */
  readonly level?: 'organisation' | 'person'
  /** What it does, where its method does not say. */
  readonly effect?: 'read' | 'change'
  /** The restrictions of its caller that it could lift; `checked`: its handler decides. Absent if there are none. */
  readonly loosens?: 'all' | 'configs' | 'checked'
  readonly body?: BodyName
  readonly paged?: boolean
  /** The body may have as many bytes as that of a call. */
  readonly large?: boolean
  /** The body may be a list of such bodies. */
  readonly many?: boolean
  /** Each of the body's `items` is validated apart, as the body of a request about only that item. */
  readonly bulk?: BodyName
  /** The media type of replies; JSON if absent. */
  readonly media?: string
  readonly query: Readonly<Record<string, QueryFact>>
}

export const controlRoutes: readonly ControlRouteFact[] = [
  {
    "operation": "listAgentIntegrations",
    "method": "GET",
    "path": "/agent-integrations",
    "scope": [
      "organisation_agent_integrations.list",
      "workspace_agent_integrations.list"
    ],
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createAgentIntegration",
    "method": "POST",
    "path": "/agent-integrations",
    "scope": [
      "organisation_agent_integrations.create",
      "workspace_agent_integrations.create"
    ],
    "loosens": "all",
    "body": "AgentIntegrationCreate",
    "query": {}
  },
  {
    "operation": "readAgentIntegration",
    "method": "GET",
    "path": "/agent-integrations/{agentIntegrationId}",
    "scope": [
      "organisation_agent_integrations.read",
      "workspace_agent_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateAgentIntegration",
    "method": "PUT",
    "path": "/agent-integrations/{agentIntegrationId}",
    "scope": [
      "organisation_agent_integrations.update",
      "workspace_agent_integrations.update"
    ],
    "loosens": "all",
    "body": "AgentIntegrationUpdate",
    "query": {}
  },
  {
    "operation": "deleteAgentIntegration",
    "method": "DELETE",
    "path": "/agent-integrations/{agentIntegrationId}",
    "scope": [
      "organisation_agent_integrations.delete",
      "workspace_agent_integrations.delete"
    ],
    "query": {}
  },
  {
    "operation": "fetchAgentCard",
    "method": "POST",
    "path": "/agent-integrations/{agentIntegrationId}/fetch-agent-card",
    "scope": [
      "organisation_agent_integrations.read",
      "workspace_agent_integrations.read"
    ],
    "effect": "read",
    "query": {}
  },
  {
    "operation": "readAgentIntegrationWorkspaces",
    "method": "GET",
    "path": "/agent-integrations/{agentIntegrationId}/workspaces",
    "scope": [
      "organisation_agent_integrations.read",
      "workspace_agent_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateAgentIntegrationWorkspaces",
    "method": "PUT",
    "path": "/agent-integrations/{agentIntegrationId}/workspaces",
    "scope": "organisation_agent_integrations.update",
    "level": "organisation",
    "loosens": "all",
    "body": "WorkspaceAccessUpdate",
    "query": {}
  },
  {
    "operation": "listAgentServers",
    "method": "GET",
    "path": "/agent-servers",
    "scope": "agent_servers.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createAgentServer",
    "method": "POST",
    "path": "/agent-servers",
    "scope": "agent_servers.create",
    "loosens": "all",
    "body": "AgentServerCreate",
    "query": {}
  },
  {
    "operation": "readAgentServer",
    "method": "GET",
    "path": "/agent-servers/{agentServerId}",
    "scope": "agent_servers.read",
    "query": {}
  },
  {
    "operation": "updateAgentServer",
    "method": "PUT",
    "path": "/agent-servers/{agentServerId}",
    "scope": "agent_servers.update",
    "loosens": "all",
    "body": "AgentServerUpdate",
    "query": {}
  },
  {
    "operation": "deleteAgentServer",
    "method": "DELETE",
    "path": "/agent-servers/{agentServerId}",
    "scope": "agent_servers.delete",
    "query": {}
  },
  {
    "operation": "readAgentServerUserAccess",
    "method": "GET",
    "path": "/agent-servers/{agentServerId}/user-access",
    "scope": "agent_servers.read",
    "query": {}
  },
  {
    "operation": "updateAgentServerUserAccess",
    "method": "PUT",
    "path": "/agent-servers/{agentServerId}/user-access",
    "scope": "agent_servers.update",
    "loosens": "all",
    "body": "UserAccessUpdate",
    "query": {}
  },
  {
    "operation": "readGroups",
    "method": "GET",
    "path": "/analytics/groups/{groupBy}",
    "scope": "analytics.view",
    "paged": true,
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "columns": {
        "type": "string"
      },
      "order_by": {
        "type": "string",
        "enum": [
          "requests",
          "cost",
          "total_tokens",
          "last_seen"
        ],
        "default": "requests"
      },
      "order_by_type": {
        "type": "string",
        "enum": [
          "asc",
          "desc"
        ],
        "default": "desc"
      },
      "include_total": {
        "type": "boolean",
        "default": true
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readGroups",
    "method": "GET",
    "path": "/logs/groups/{groupBy}",
    "scope": "analytics.view",
    "paged": true,
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "columns": {
        "type": "string"
      },
      "order_by": {
        "type": "string",
        "enum": [
          "requests",
          "cost",
          "total_tokens",
          "last_seen"
        ],
        "default": "requests"
      },
      "order_by_type": {
        "type": "string",
        "enum": [
          "asc",
          "desc"
        ],
        "default": "desc"
      },
      "include_total": {
        "type": "boolean",
        "default": true
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readMetadataGroups",
    "method": "GET",
    "path": "/analytics/groups/metadata/{metadataKey}",
    "scope": "analytics.view",
    "paged": true,
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "columns": {
        "type": "string"
      },
      "order_by": {
        "type": "string",
        "enum": [
          "requests",
          "cost",
          "total_tokens",
          "last_seen"
        ],
        "default": "requests"
      },
      "order_by_type": {
        "type": "string",
        "enum": [
          "asc",
          "desc"
        ],
        "default": "desc"
      },
      "include_total": {
        "type": "boolean",
        "default": true
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readGraph",
    "method": "GET",
    "path": "/analytics/graphs/{graph}",
    "scope": "analytics.view",
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "step": {
        "type": "string",
        "enum": [
          "minute",
          "hour",
          "day"
        ]
      },
      "time_zone": {
        "type": "string"
      }
    }
  },
  {
    "operation": "readGraph",
    "method": "GET",
    "path": "/analytics/graphs/{graph}/{detail}",
    "scope": "analytics.view",
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "step": {
        "type": "string",
        "enum": [
          "minute",
          "hour",
          "day"
        ]
      },
      "time_zone": {
        "type": "string"
      }
    }
  },
  {
    "operation": "readCacheSummary",
    "method": "GET",
    "path": "/analytics/summary/cache",
    "scope": "analytics.view",
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      }
    }
  },
  {
    "operation": "createOrganisationServiceKey",
    "method": "POST",
    "path": "/api-keys/organisation/service",
    "scope": "organisation_service_api_keys.create",
    "level": "organisation",
    "loosens": "all",
    "body": "OrganisationServiceKeyCreate",
    "query": {}
  },
  {
    "operation": "createOrganisationServiceKeys",
    "method": "POST",
    "path": "/api-keys/organisation/service/bulk",
    "scope": "organisation_service_api_keys.create",
    "level": "organisation",
    "loosens": "all",
    "body": "OrganisationServiceKeysCreate",
    "bulk": "OrganisationServiceKeyCreate",
    "query": {}
  },
  {
    "operation": "createWorkspaceServiceKey",
    "method": "POST",
    "path": "/api-keys/workspace/service",
    "scope": "workspace_service_api_keys.create",
    "loosens": "all",
    "body": "WorkspaceServiceKeyCreate",
    "query": {}
  },
  {
    "operation": "createWorkspaceServiceKeys",
    "method": "POST",
    "path": "/api-keys/workspace/service/bulk",
    "scope": "workspace_service_api_keys.create",
    "loosens": "all",
    "body": "WorkspaceServiceKeysCreate",
    "bulk": "WorkspaceServiceKeyCreate",
    "query": {}
  },
  {
    "operation": "createWorkspaceUserKey",
    "method": "POST",
    "path": "/api-keys/workspace/user",
    "scope": "workspace_user_api_keys.create",
    "loosens": "all",
    "body": "WorkspaceUserKeyCreate",
    "query": {}
  },
  {
    "operation": "createWorkspaceUserKeys",
    "method": "POST",
    "path": "/api-keys/workspace/user/bulk",
    "scope": "workspace_user_api_keys.create",
    "loosens": "all",
    "body": "WorkspaceUserKeysCreate",
    "bulk": "WorkspaceUserKeyCreate",
    "query": {}
  },
  {
    "operation": "listApiKeys",
    "method": "GET",
    "path": "/api-keys",
    "scope": [
      "organisation_service_api_keys.list",
      "workspace_service_api_keys.list",
      "workspace_user_api_keys.list"
    ],
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "type": {
        "type": "string",
        "enum": [
          "organisation-service",
          "workspace-service",
          "workspace-user"
        ]
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "disabled",
          "exhausted",
          "expired"
        ]
      },
      "user_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readApiKey",
    "method": "GET",
    "path": "/api-keys/{apiKeyId}",
    "scope": [
      "organisation_service_api_keys.read",
      "workspace_service_api_keys.read",
      "workspace_user_api_keys.read"
    ],
    "query": {}
  },
  {
    "operation": "readOwnKeyPolicy",
    "method": "GET",
    "path": "/api-keys/self/policy",
    "scope": null,
    "query": {}
  },
  {
    "operation": "readKeyPolicy",
    "method": "GET",
    "path": "/api-keys/{apiKeyId}/policy",
    "scope": [
      "organisation_service_api_keys.read",
      "workspace_service_api_keys.read",
      "workspace_user_api_keys.read"
    ],
    "query": {}
  },
  {
    "operation": "updateApiKey",
    "method": "PUT",
    "path": "/api-keys/{apiKeyId}",
    "scope": [
      "organisation_service_api_keys.update",
      "workspace_service_api_keys.update",
      "workspace_user_api_keys.update"
    ],
    "loosens": "checked",
    "body": "ApiKeyUpdate",
    "query": {}
  },
  {
    "operation": "updateApiKeys",
    "method": "POST",
    "path": "/api-keys/bulk/update",
    "scope": [
      "organisation_service_api_keys.update",
      "workspace_service_api_keys.update",
      "workspace_user_api_keys.update"
    ],
    "effect": "change",
    "loosens": "checked",
    "body": "ApiKeysUpdate",
    "bulk": "ApiKeyChange",
    "query": {}
  },
  {
    "operation": "revokeApiKey",
    "method": "DELETE",
    "path": "/api-keys/{apiKeyId}",
    "scope": [
      "organisation_service_api_keys.delete",
      "workspace_service_api_keys.delete",
      "workspace_user_api_keys.delete"
    ],
    "query": {}
  },
  {
    "operation": "revokeApiKeys",
    "method": "POST",
    "path": "/api-keys/bulk/revoke",
    "scope": [
      "organisation_service_api_keys.delete",
      "workspace_service_api_keys.delete",
      "workspace_user_api_keys.delete"
    ],
    "effect": "change",
    "body": "ApiKeysRevoke",
    "bulk": "ApiKeyRevoke",
    "query": {}
  },
  {
    "operation": "rotateApiKey",
    "method": "POST",
    "path": "/api-keys/{apiKeyId}/rotate",
    "scope": [
      "organisation_service_api_keys.rotate",
      "workspace_service_api_keys.rotate",
      "workspace_user_api_keys.rotate"
    ],
    "effect": "change",
    "loosens": "checked",
    "body": "ApiKeyRotate",
    "query": {}
  },
  {
    "operation": "completeKeyRotation",
    "method": "POST",
    "path": "/api-keys/{apiKeyId}/rotate/complete",
    "scope": [
      "organisation_service_api_keys.rotate",
      "workspace_service_api_keys.rotate",
      "workspace_user_api_keys.rotate"
    ],
    "effect": "change",
    "query": {}
  },
  {
    "operation": "acceptApiKey",
    "method": "POST",
    "path": "/api-keys/{apiKeyId}/accept",
    "scope": null,
    "level": "person",
    "effect": "change",
    "query": {}
  },
  {
    "operation": "rotateOwnKey",
    "method": "POST",
    "path": "/api-keys/self/rotate",
    "scope": null,
    "effect": "change",
    "query": {}
  },
  {
    "operation": "signIn",
    "method": "POST",
    "path": "/sign-in/token",
    "scope": null,
    "level": "person",
    "effect": "change",
    "body": "SignInTokenCreate",
    "query": {}
  },
  {
    "operation": "signOut",
    "method": "DELETE",
    "path": "/sign-in/token",
    "scope": null,
    "effect": "change",
    "query": {}
  },
  {
    "operation": "listAuditLogs",
    "method": "GET",
    "path": "/audit-logs",
    "scope": "audit_logs.list",
    "level": "organisation",
    "paged": true,
    "query": {
      "start_time": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "end_time": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "method": {
        "type": "string"
      },
      "uri": {
        "type": "string"
      },
      "user": {
        "type": "string"
      },
      "resource_type": {
        "type": "string"
      },
      "action": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "listCollections",
    "method": "GET",
    "path": "/collections",
    "scope": "prompts.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createCollection",
    "method": "POST",
    "path": "/collections",
    "scope": "prompts.create",
    "body": "CollectionCreate",
    "query": {}
  },
  {
    "operation": "readCollection",
    "method": "GET",
    "path": "/collections/{collectionId}",
    "scope": "prompts.read",
    "query": {}
  },
  {
    "operation": "updateCollection",
    "method": "PUT",
    "path": "/collections/{collectionId}",
    "scope": "prompts.update",
    "body": "CollectionUpdate",
    "query": {}
  },
  {
    "operation": "deleteCollection",
    "method": "DELETE",
    "path": "/collections/{collectionId}",
    "scope": "prompts.delete",
    "query": {}
  },
  {
    "operation": "listConfigs",
    "method": "GET",
    "path": "/configs",
    "scope": "configs.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ],
        "default": "active"
      },
      "name": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createConfig",
    "method": "POST",
    "path": "/configs",
    "scope": "configs.create",
    "loosens": "configs",
    "body": "ConfigCreate",
    "query": {}
  },
  {
    "operation": "readConfig",
    "method": "GET",
    "path": "/configs/{slug}",
    "scope": "configs.read",
    "query": {}
  },
  {
    "operation": "updateConfig",
    "method": "PUT",
    "path": "/configs/{slug}",
    "scope": "configs.update",
    "loosens": "configs",
    "body": "ConfigUpdate",
    "query": {}
  },
  {
    "operation": "deleteConfig",
    "method": "DELETE",
    "path": "/configs/{slug}",
    "scope": "configs.delete",
    "query": {}
  },
  {
    "operation": "listConfigVersions",
    "method": "GET",
    "path": "/configs/{slug}/versions",
    "scope": "configs.read",
    "paged": true,
    "query": {
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readConfigVersion",
    "method": "GET",
    "path": "/configs/{slug}/versions/{version}",
    "scope": "configs.read",
    "query": {}
  },
  {
    "operation": "moveConfigLabel",
    "method": "PUT",
    "path": "/configs/{slug}/labels/{label}",
    "scope": "configs.promote",
    "loosens": "configs",
    "body": "ConfigLabelMove",
    "query": {}
  },
  {
    "operation": "deleteConfigLabel",
    "method": "DELETE",
    "path": "/configs/{slug}/labels/{label}",
    "scope": "configs.promote",
    "query": {}
  },
  {
    "operation": "listDeployments",
    "method": "GET",
    "path": "/deployments",
    "scope": "deployments.list",
    "paged": true,
    "query": {
      "production": {
        "type": "boolean"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createDeployment",
    "method": "POST",
    "path": "/deployments",
    "scope": "deployments.create",
    "level": "organisation",
    "body": "DeploymentCreate",
    "query": {}
  },
  {
    "operation": "readDeployment",
    "method": "GET",
    "path": "/deployments/{deploymentId}",
    "scope": "deployments.read",
    "query": {}
  },
  {
    "operation": "updateDeployment",
    "method": "PUT",
    "path": "/deployments/{deploymentId}",
    "scope": "deployments.update",
    "level": "organisation",
    "body": "DeploymentUpdate",
    "query": {}
  },
  {
    "operation": "deleteDeployment",
    "method": "DELETE",
    "path": "/deployments/{deploymentId}",
    "scope": "deployments.delete",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "createFeedback",
    "method": "POST",
    "path": "/feedback",
    "scope": [
      "logs.write",
      "inference"
    ],
    "body": "FeedbackCreate",
    "many": true,
    "query": {}
  },
  {
    "operation": "updateFeedback",
    "method": "PUT",
    "path": "/feedback/{feedbackID}",
    "scope": [
      "logs.write",
      "inference"
    ],
    "body": "FeedbackUpdate",
    "query": {}
  },
  {
    "operation": "listIntegrations",
    "method": "GET",
    "path": "/integrations",
    "scope": [
      "organisation_integrations.list",
      "workspace_integrations.list"
    ],
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "type": {
        "type": "string",
        "enum": [
          "workspace",
          "organisation",
          "all"
        ],
        "default": "all"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createIntegration",
    "method": "POST",
    "path": "/integrations",
    "scope": [
      "organisation_integrations.create",
      "workspace_integrations.create"
    ],
    "loosens": "all",
    "body": "IntegrationCreate",
    "query": {}
  },
  {
    "operation": "readIntegration",
    "method": "GET",
    "path": "/integrations/{integrationId}",
    "scope": [
      "organisation_integrations.read",
      "workspace_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateIntegration",
    "method": "PUT",
    "path": "/integrations/{integrationId}",
    "scope": [
      "organisation_integrations.update",
      "workspace_integrations.update"
    ],
    "loosens": "all",
    "body": "IntegrationUpdate",
    "query": {}
  },
  {
    "operation": "deleteIntegration",
    "method": "DELETE",
    "path": "/integrations/{integrationId}",
    "scope": [
      "organisation_integrations.delete",
      "workspace_integrations.delete"
    ],
    "query": {}
  },
  {
    "operation": "readIntegrationWorkspaces",
    "method": "GET",
    "path": "/integrations/{integrationId}/workspaces",
    "scope": [
      "organisation_integrations.read",
      "workspace_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateIntegrationWorkspaces",
    "method": "PUT",
    "path": "/integrations/{integrationId}/workspaces",
    "scope": "organisation_integrations.update",
    "level": "organisation",
    "loosens": "all",
    "body": "IntegrationAccessUpdate",
    "query": {}
  },
  {
    "operation": "readIntegrationModels",
    "method": "GET",
    "path": "/integrations/{integrationId}/models",
    "scope": [
      "organisation_integrations.read",
      "workspace_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateIntegrationModels",
    "method": "PUT",
    "path": "/integrations/{integrationId}/models",
    "scope": [
      "organisation_integrations.update",
      "workspace_integrations.update"
    ],
    "loosens": "all",
    "body": "IntegrationModelsUpdate",
    "query": {}
  },
  {
    "operation": "deleteIntegrationModels",
    "method": "DELETE",
    "path": "/integrations/{integrationId}/models",
    "scope": [
      "organisation_integrations.update",
      "workspace_integrations.update"
    ],
    "loosens": "all",
    "query": {
      "slugs": {
        "type": "string",
        "required": true
      }
    }
  },
  {
    "operation": "listLabels",
    "method": "GET",
    "path": "/labels",
    "scope": "prompts.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createLabel",
    "method": "POST",
    "path": "/labels",
    "scope": "prompts.create",
    "body": "LabelCreate",
    "query": {}
  },
  {
    "operation": "readLabel",
    "method": "GET",
    "path": "/labels/{labelId}",
    "scope": "prompts.read",
    "query": {}
  },
  {
    "operation": "updateLabel",
    "method": "PUT",
    "path": "/labels/{labelId}",
    "scope": "prompts.update",
    "body": "LabelUpdate",
    "query": {}
  },
  {
    "operation": "deleteLabel",
    "method": "DELETE",
    "path": "/labels/{labelId}",
    "scope": "prompts.delete",
    "query": {}
  },
  {
    "operation": "listLimitProfiles",
    "method": "GET",
    "path": "/limit-profiles",
    "scope": "policies.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createLimitProfile",
    "method": "POST",
    "path": "/limit-profiles",
    "scope": "policies.create",
    "body": "LimitProfileCreate",
    "query": {}
  },
  {
    "operation": "readLimitProfile",
    "method": "GET",
    "path": "/limit-profiles/{limitProfileId}",
    "scope": "policies.read",
    "query": {}
  },
  {
    "operation": "updateLimitProfile",
    "method": "PUT",
    "path": "/limit-profiles/{limitProfileId}",
    "scope": "policies.update",
    "loosens": "all",
    "body": "LimitProfileUpdate",
    "query": {}
  },
  {
    "operation": "deleteLimitProfile",
    "method": "DELETE",
    "path": "/limit-profiles/{limitProfileId}",
    "scope": "policies.delete",
    "query": {}
  },
  {
    "operation": "createLogExport",
    "method": "POST",
    "path": "/logs/exports",
    "scope": "logs.export",
    "body": "LogExportCreate",
    "query": {}
  },
  {
    "operation": "listLogExports",
    "method": "GET",
    "path": "/logs/exports",
    "scope": "logs.export",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readLogExport",
    "method": "GET",
    "path": "/logs/exports/{exportId}",
    "scope": "logs.export",
    "query": {}
  },
  {
    "operation": "updateLogExport",
    "method": "PUT",
    "path": "/logs/exports/{exportId}",
    "scope": "logs.export",
    "body": "LogExportUpdate",
    "query": {}
  },
  {
    "operation": "startLogExport",
    "method": "POST",
    "path": "/logs/exports/{exportId}/start",
    "scope": "logs.export",
    "body": "LogExportAction",
    "query": {}
  },
  {
    "operation": "cancelLogExport",
    "method": "POST",
    "path": "/logs/exports/{exportId}/cancel",
    "scope": "logs.export",
    "effect": "change",
    "body": "LogExportAction",
    "query": {}
  },
  {
    "operation": "downloadLogExport",
    "method": "GET",
    "path": "/logs/exports/{exportId}/download",
    "scope": "logs.export",
    "query": {}
  },
  {
    "operation": "listLogs",
    "method": "GET",
    "path": "/logs",
    "scope": "logs.list",
    "query": {
      "time_of_generation_min": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "time_of_generation_max": {
        "type": "string",
        "format": "date-time",
        "required": true
      },
      "workspace_slug": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "trace_id": {
        "type": "string"
      },
      "span_id": {
        "type": "string"
      },
      "session": {
        "type": "string"
      },
      "status_code": {
        "type": "string"
      },
      "is_success": {
        "type": "boolean"
      },
      "api_key_ids": {
        "type": "string"
      },
      "configs": {
        "type": "string"
      },
      "prompt_slug": {
        "type": "string"
      },
      "ai_service": {
        "type": "string"
      },
      "virtual_keys": {
        "type": "string"
      },
      "ai_org_model": {
        "type": "string"
      },
      "cache_status": {
        "type": "string"
      },
      "metadata": {
        "type": "string"
      },
      "error": {
        "type": "string"
      },
      "cost_min": {
        "type": "number",
        "minimum": 0
      },
      "cost_max": {
        "type": "number",
        "minimum": 0
      },
      "total_units_min": {
        "type": "integer",
        "minimum": 0
      },
      "total_units_max": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "prompt_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_min": {
        "type": "integer",
        "minimum": 0
      },
      "completion_token_max": {
        "type": "integer",
        "minimum": 0
      },
      "latency_min": {
        "type": "number",
        "minimum": 0
      },
      "latency_max": {
        "type": "number",
        "minimum": 0
      },
      "weighted_feedback_min": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "weighted_feedback_max": {
        "type": "number",
        "minimum": -10,
        "maximum": 10
      },
      "cursor": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "default": 100
      },
      "include_total": {
        "type": "boolean",
        "default": false
      },
      "records": {
        "type": "boolean",
        "default": false
      }
    }
  },
  {
    "operation": "insertLogs",
    "method": "POST",
    "path": "/logs",
    "scope": "logs.write",
    "body": "LogInsert",
    "large": true,
    "many": true,
    "query": {}
  },
  {
    "operation": "eraseLogBodies",
    "method": "DELETE",
    "path": "/logs/bodies",
    "scope": "logs.erase",
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "user": {
        "type": "string"
      }
    }
  },
  {
    "operation": "readLogFacets",
    "method": "GET",
    "path": "/logs/facets/{facet}",
    "scope": "logs.list",
    "query": {
      "workspace_id": {
        "type": "string"
      }
    }
  },
  {
    "operation": "readLogTrace",
    "method": "GET",
    "path": "/logs/traces/{traceId}",
    "scope": "logs.view",
    "query": {
      "log_format": {
        "type": "string",
        "enum": [
          "interface",
          "record"
        ],
        "default": "interface"
      }
    }
  },
  {
    "operation": "readLog",
    "method": "GET",
    "path": "/logs/{logId}",
    "scope": "logs.view",
    "query": {
      "log_format": {
        "type": "string",
        "enum": [
          "interface",
          "record"
        ],
        "default": "interface"
      },
      "bodies": {
        "type": "boolean",
        "default": true
      }
    }
  },
  {
    "operation": "replayLog",
    "method": "POST",
    "path": "/logs/{logId}/replay",
    "scope": "logs.view",
    "effect": "read",
    "body": "LogReplay",
    "query": {}
  },
  {
    "operation": "reproduceLog",
    "method": "POST",
    "path": "/logs/{logId}/reproduce",
    "scope": "logs.view",
    "effect": "read",
    "query": {}
  },
  {
    "operation": "listMcpConnections",
    "method": "GET",
    "path": "/v2/mcp-servers/{mcpServerId}/connections",
    "scope": "mcp_servers.read",
    "paged": true,
    "query": {
      "user_id": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "listMcpConnections",
    "method": "GET",
    "path": "/mcp-servers/{mcpServerId}/connections",
    "scope": "mcp_servers.read",
    "paged": true,
    "query": {
      "user_id": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "deleteMcpConnection",
    "method": "DELETE",
    "path": "/v2/mcp-servers/{mcpServerId}/connections",
    "scope": "mcp_servers.read",
    "query": {
      "user_id": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      }
    }
  },
  {
    "operation": "deleteMcpConnection",
    "method": "DELETE",
    "path": "/mcp-servers/{mcpServerId}/connections",
    "scope": "mcp_servers.read",
    "query": {
      "user_id": {
        "type": "string"
      },
      "workspace_id": {
        "type": "string"
      }
    }
  },
  {
    "operation": "listMcpIntegrations",
    "method": "GET",
    "path": "/mcp-integrations",
    "scope": [
      "organisation_mcp_integrations.list",
      "workspace_mcp_integrations.list"
    ],
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "type": {
        "type": "string",
        "enum": [
          "workspace",
          "organisation",
          "all"
        ],
        "default": "all"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createMcpIntegration",
    "method": "POST",
    "path": "/mcp-integrations",
    "scope": [
      "organisation_mcp_integrations.create",
      "workspace_mcp_integrations.create"
    ],
    "loosens": "all",
    "body": "McpIntegrationCreate",
    "query": {}
  },
  {
    "operation": "importMcpIntegration",
    "method": "POST",
    "path": "/mcp-integrations/import",
    "scope": [
      "organisation_mcp_integrations.create",
      "workspace_mcp_integrations.create"
    ],
    "loosens": "all",
    "body": "McpIntegrationImport",
    "query": {}
  },
  {
    "operation": "readMcpIntegration",
    "method": "GET",
    "path": "/mcp-integrations/{mcpIntegrationId}",
    "scope": [
      "organisation_mcp_integrations.read",
      "workspace_mcp_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateMcpIntegration",
    "method": "PUT",
    "path": "/mcp-integrations/{mcpIntegrationId}",
    "scope": [
      "organisation_mcp_integrations.update",
      "workspace_mcp_integrations.update"
    ],
    "loosens": "all",
    "body": "McpIntegrationUpdate",
    "query": {}
  },
  {
    "operation": "deleteMcpIntegration",
    "method": "DELETE",
    "path": "/mcp-integrations/{mcpIntegrationId}",
    "scope": [
      "organisation_mcp_integrations.delete",
      "workspace_mcp_integrations.delete"
    ],
    "query": {}
  },
  {
    "operation": "readMcpIntegrationWorkspaces",
    "method": "GET",
    "path": "/mcp-integrations/{mcpIntegrationId}/workspaces",
    "scope": [
      "organisation_mcp_integrations.read",
      "workspace_mcp_integrations.read"
    ],
    "query": {}
  },
  {
    "operation": "updateMcpIntegrationWorkspaces",
    "method": "PUT",
    "path": "/mcp-integrations/{mcpIntegrationId}/workspaces",
    "scope": "organisation_mcp_integrations.update",
    "level": "organisation",
    "loosens": "all",
    "body": "WorkspaceAccessUpdate",
    "query": {}
  },
  {
    "operation": "readMcpIntegrationCapabilities",
    "method": "GET",
    "path": "/mcp-integrations/{mcpIntegrationId}/capabilities",
    "scope": [
      "organisation_mcp_integrations.read",
      "workspace_mcp_integrations.read"
    ],
    "paged": true,
    "query": {
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "updateMcpIntegrationCapabilities",
    "method": "PUT",
    "path": "/mcp-integrations/{mcpIntegrationId}/capabilities",
    "scope": [
      "organisation_mcp_integrations.update",
      "workspace_mcp_integrations.update"
    ],
    "loosens": "all",
    "body": "McpCapabilitiesUpdate",
    "query": {}
  },
  {
    "operation": "listMcpServers",
    "method": "GET",
    "path": "/mcp-servers",
    "scope": "mcp_servers.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createMcpServer",
    "method": "POST",
    "path": "/mcp-servers",
    "scope": "mcp_servers.create",
    "loosens": "all",
    "body": "McpServerCreate",
    "query": {}
  },
  {
    "operation": "readMcpServer",
    "method": "GET",
    "path": "/mcp-servers/{mcpServerId}",
    "scope": "mcp_servers.read",
    "query": {}
  },
  {
    "operation": "updateMcpServer",
    "method": "PUT",
    "path": "/mcp-servers/{mcpServerId}",
    "scope": "mcp_servers.update",
    "loosens": "all",
    "body": "McpServerUpdate",
    "query": {}
  },
  {
    "operation": "deleteMcpServer",
    "method": "DELETE",
    "path": "/mcp-servers/{mcpServerId}",
    "scope": "mcp_servers.delete",
    "query": {}
  },
  {
    "operation": "readMcpServerCapabilities",
    "method": "GET",
    "path": "/mcp-servers/{mcpServerId}/capabilities",
    "scope": "mcp_servers.read",
    "paged": true,
    "query": {
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "updateMcpServerCapabilities",
    "method": "PUT",
    "path": "/mcp-servers/{mcpServerId}/capabilities",
    "scope": "mcp_servers.update",
    "loosens": "all",
    "body": "McpCapabilitiesUpdate",
    "query": {}
  },
  {
    "operation": "approveMcpTools",
    "method": "POST",
    "path": "/mcp-servers/{mcpServerId}/capabilities/approve",
    "scope": "mcp_servers.update",
    "effect": "change",
    "loosens": "all",
    "body": "McpToolApproval",
    "query": {}
  },
  {
    "operation": "readMcpServerUserAccess",
    "method": "GET",
    "path": "/mcp-servers/{mcpServerId}/user-access",
    "scope": "mcp_servers.read",
    "query": {}
  },
  {
    "operation": "updateMcpServerUserAccess",
    "method": "PUT",
    "path": "/mcp-servers/{mcpServerId}/user-access",
    "scope": "mcp_servers.update",
    "loosens": "all",
    "body": "UserAccessUpdate",
    "query": {}
  },
  {
    "operation": "testMcpServer",
    "method": "POST",
    "path": "/mcp-servers/{mcpServerId}/test",
    "scope": "mcp_servers.read",
    "effect": "read",
    "query": {}
  },
  {
    "operation": "readMcpServerMetadata",
    "method": "GET",
    "path": "/mcp-servers/{mcpServerId}/metadata",
    "scope": "mcp_servers.read",
    "query": {}
  },
  {
    "operation": "listOrganisationUsers",
    "method": "GET",
    "path": "/organisation/users",
    "scope": "organisation_users.list",
    "level": "organisation",
    "paged": true,
    "query": {
      "email": {
        "type": "string"
      },
      "role": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "listOrganisationUsers",
    "method": "GET",
    "path": "/admin/users",
    "scope": "organisation_users.list",
    "level": "organisation",
    "paged": true,
    "query": {
      "email": {
        "type": "string"
      },
      "role": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createOrganisationUser",
    "method": "POST",
    "path": "/organisation/users",
    "scope": "organisation_users.create",
    "level": "organisation",
    "loosens": "all",
    "body": "OrganisationUserCreate",
    "query": {}
  },
  {
    "operation": "readOrganisationUser",
    "method": "GET",
    "path": "/organisation/users/{userId}",
    "scope": "organisation_users.read",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "readOrganisationUser",
    "method": "GET",
    "path": "/admin/users/{userId}",
    "scope": "organisation_users.read",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "updateOrganisationUser",
    "method": "PUT",
    "path": "/organisation/users/{userId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "OrganisationUserUpdate",
    "query": {}
  },
  {
    "operation": "updateOrganisationUser",
    "method": "PUT",
    "path": "/admin/users/{userId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "OrganisationUserUpdate",
    "query": {}
  },
  {
    "operation": "removeOrganisationUser",
    "method": "DELETE",
    "path": "/organisation/users/{userId}",
    "scope": "organisation_users.delete",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "removeOrganisationUser",
    "method": "DELETE",
    "path": "/admin/users/{userId}",
    "scope": "organisation_users.delete",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "unbindOrganisationUser",
    "method": "DELETE",
    "path": "/organisation/users/{userId}/sign-in",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "query": {}
  },
  {
    "operation": "listWorkspaceUsers",
    "method": "GET",
    "path": "/workspaces/{workspaceId}/users",
    "scope": "workspace_users.list",
    "paged": true,
    "query": {
      "email": {
        "type": "string"
      },
      "role": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "listWorkspaceUsers",
    "method": "GET",
    "path": "/admin/workspaces/{workspaceId}/users",
    "scope": "workspace_users.list",
    "paged": true,
    "query": {
      "email": {
        "type": "string"
      },
      "role": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "addWorkspaceUsers",
    "method": "POST",
    "path": "/workspaces/{workspaceId}/users",
    "scope": "workspace_users.create",
    "loosens": "all",
    "body": "WorkspaceUsersAdd",
    "query": {}
  },
  {
    "operation": "addWorkspaceUsers",
    "method": "POST",
    "path": "/admin/workspaces/{workspaceId}/users",
    "scope": "workspace_users.create",
    "loosens": "all",
    "body": "WorkspaceUsersAdd",
    "query": {}
  },
  {
    "operation": "readWorkspaceUser",
    "method": "GET",
    "path": "/workspaces/{workspaceId}/users/{userId}",
    "scope": "workspace_users.read",
    "query": {}
  },
  {
    "operation": "readWorkspaceUser",
    "method": "GET",
    "path": "/admin/workspaces/{workspaceId}/users/{userId}",
    "scope": "workspace_users.read",
    "query": {}
  },
  {
    "operation": "updateWorkspaceUser",
    "method": "PUT",
    "path": "/workspaces/{workspaceId}/users/{userId}",
    "scope": "workspace_users.update",
    "loosens": "all",
    "body": "WorkspaceUserUpdate",
    "query": {}
  },
  {
    "operation": "updateWorkspaceUser",
    "method": "PUT",
    "path": "/admin/workspaces/{workspaceId}/users/{userId}",
    "scope": "workspace_users.update",
    "loosens": "all",
    "body": "WorkspaceUserUpdate",
    "query": {}
  },
  {
    "operation": "removeWorkspaceUser",
    "method": "DELETE",
    "path": "/workspaces/{workspaceId}/users/{userId}",
    "scope": "workspace_users.delete",
    "query": {}
  },
  {
    "operation": "removeWorkspaceUser",
    "method": "DELETE",
    "path": "/admin/workspaces/{workspaceId}/users/{userId}",
    "scope": "workspace_users.delete",
    "query": {}
  },
  {
    "operation": "listInvites",
    "method": "GET",
    "path": "/admin/users/invites",
    "scope": "organisation_users.list",
    "level": "organisation",
    "paged": true,
    "query": {
      "email": {
        "type": "string"
      },
      "role": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "pending",
          "accepted",
          "expired",
          "cancelled"
        ]
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createInvite",
    "method": "POST",
    "path": "/admin/users/invites",
    "scope": "organisation_users.create",
    "level": "organisation",
    "loosens": "all",
    "body": "InviteCreate",
    "query": {}
  },
  {
    "operation": "readInvite",
    "method": "GET",
    "path": "/admin/users/invites/{inviteId}",
    "scope": "organisation_users.read",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "cancelInvite",
    "method": "DELETE",
    "path": "/admin/users/invites/{inviteId}",
    "scope": "organisation_users.delete",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "listPartials",
    "method": "GET",
    "path": "/prompts/partials",
    "scope": "prompts.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "collection_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createPartial",
    "method": "POST",
    "path": "/prompts/partials",
    "scope": "prompts.create",
    "loosens": "configs",
    "body": "PartialCreate",
    "query": {}
  },
  {
    "operation": "readPartial",
    "method": "GET",
    "path": "/prompts/partials/{partialId}",
    "scope": "prompts.read",
    "query": {}
  },
  {
    "operation": "updatePartial",
    "method": "PUT",
    "path": "/prompts/partials/{partialId}",
    "scope": "prompts.update",
    "loosens": "configs",
    "body": "PartialUpdate",
    "query": {}
  },
  {
    "operation": "deletePartial",
    "method": "DELETE",
    "path": "/prompts/partials/{partialId}",
    "scope": "prompts.delete",
    "query": {}
  },
  {
    "operation": "listPartialVersions",
    "method": "GET",
    "path": "/prompts/partials/{partialId}/versions",
    "scope": "prompts.read",
    "paged": true,
    "query": {
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readPartialVersion",
    "method": "GET",
    "path": "/prompts/partials/{partialId}/versions/{version}",
    "scope": "prompts.read",
    "query": {}
  },
  {
    "operation": "publishPartial",
    "method": "PUT",
    "path": "/prompts/partials/{partialId}/makeDefault",
    "scope": "prompts.publish",
    "loosens": "configs",
    "body": "PublishVersion",
    "query": {}
  },
  {
    "operation": "listConfigPlans",
    "method": "GET",
    "path": "/plans",
    "scope": "configs.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "owner": {
        "type": "string",
        "enum": [
          "git",
          "api"
        ]
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readConfigPlan",
    "method": "GET",
    "path": "/plans/{slug}",
    "scope": "configs.read",
    "query": {
      "minutes": {
        "type": "integer",
        "minimum": 1,
        "maximum": 10080,
        "default": 60
      }
    }
  },
  {
    "operation": "listPrompts",
    "method": "GET",
    "path": "/prompts",
    "scope": "prompts.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "collection_id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "search": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createPrompt",
    "method": "POST",
    "path": "/prompts",
    "scope": "prompts.create",
    "loosens": "configs",
    "body": "PromptCreate",
    "query": {}
  },
  {
    "operation": "readPrompt",
    "method": "GET",
    "path": "/prompts/{promptId}",
    "scope": "prompts.read",
    "query": {}
  },
  {
    "operation": "updatePrompt",
    "method": "PUT",
    "path": "/prompts/{promptId}",
    "scope": "prompts.update",
    "loosens": "configs",
    "body": "PromptUpdate",
    "query": {
      "patch": {
        "type": "boolean",
        "default": false
      }
    }
  },
  {
    "operation": "deletePrompt",
    "method": "DELETE",
    "path": "/prompts/{promptId}",
    "scope": "prompts.delete",
    "query": {}
  },
  {
    "operation": "listPromptVersions",
    "method": "GET",
    "path": "/prompts/{promptId}/versions",
    "scope": "prompts.read",
    "paged": true,
    "query": {
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "readPromptVersion",
    "method": "GET",
    "path": "/prompts/{promptId}/versions/{version}",
    "scope": "prompts.read",
    "query": {}
  },
  {
    "operation": "labelPromptVersion",
    "method": "PUT",
    "path": "/prompts/{promptId}/versions/{version}",
    "scope": "prompts.publish",
    "loosens": "configs",
    "body": "PromptVersionLabel",
    "query": {}
  },
  {
    "operation": "publishPrompt",
    "method": "PUT",
    "path": "/prompts/{promptId}/makeDefault",
    "scope": "prompts.publish",
    "loosens": "configs",
    "body": "PublishVersion",
    "query": {}
  },
  {
    "operation": "listProviders",
    "method": "GET",
    "path": "/providers",
    "scope": "providers.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createProvider",
    "method": "POST",
    "path": "/providers",
    "scope": "providers.create",
    "loosens": "all",
    "body": "ProviderCreate",
    "query": {}
  },
  {
    "operation": "readProvider",
    "method": "GET",
    "path": "/providers/{providerSlug}",
    "scope": "providers.read",
    "query": {
      "workspace_id": {
        "type": "string"
      }
    }
  },
  {
    "operation": "updateProvider",
    "method": "PUT",
    "path": "/providers/{providerSlug}",
    "scope": "providers.update",
    "loosens": "all",
    "body": "ProviderUpdate",
    "query": {
      "workspace_id": {
        "type": "string"
      }
    }
  },
  {
    "operation": "deleteProvider",
    "method": "DELETE",
    "path": "/providers/{providerSlug}",
    "scope": "providers.delete",
    "query": {
      "workspace_id": {
        "type": "string"
      }
    }
  },
  {
    "operation": "listRateLimits",
    "method": "GET",
    "path": "/policies/rate-limits",
    "scope": "policies.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ],
        "default": "active"
      },
      "type": {
        "type": "string",
        "enum": [
          "requests",
          "tokens"
        ]
      },
      "unit": {
        "type": "string",
        "enum": [
          "rpm",
          "rph",
          "rpd",
          "rpw",
          "concurrent"
        ]
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createRateLimit",
    "method": "POST",
    "path": "/policies/rate-limits",
    "scope": "policies.create",
    "body": "RateLimitCreate",
    "query": {}
  },
  {
    "operation": "readRateLimit",
    "method": "GET",
    "path": "/policies/rate-limits/{rateLimitsPolicyId}",
    "scope": "policies.read",
    "query": {
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ],
        "default": "active"
      }
    }
  },
  {
    "operation": "updateRateLimit",
    "method": "PUT",
    "path": "/policies/rate-limits/{rateLimitsPolicyId}",
    "scope": "policies.update",
    "loosens": "all",
    "body": "RateLimitUpdate",
    "query": {}
  },
  {
    "operation": "archiveRateLimit",
    "method": "DELETE",
    "path": "/policies/rate-limits/{rateLimitsPolicyId}",
    "scope": "policies.delete",
    "loosens": "all",
    "query": {}
  },
  {
    "operation": "readReleaseRevision",
    "method": "GET",
    "path": "/releases/revision",
    "scope": "configs.list",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "listReleaseResources",
    "method": "GET",
    "path": "/releases/resources",
    "scope": "configs.read",
    "level": "organisation",
    "query": {
      "kind": {
        "type": "string",
        "enum": [
          "release",
          "release-config",
          "label",
          "project"
        ],
        "required": true
      },
      "prefix": {
        "type": "string"
      },
      "after": {
        "type": "string"
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "default": 100
      },
      "descending": {
        "type": "boolean",
        "default": false
      }
    }
  },
  {
    "operation": "readReleaseResource",
    "method": "GET",
    "path": "/releases/resource",
    "scope": "configs.read",
    "level": "organisation",
    "query": {
      "kind": {
        "type": "string",
        "enum": [
          "release",
          "release-config",
          "label",
          "project"
        ],
        "required": true
      },
      "id": {
        "type": "string",
        "required": true
      }
    }
  },
  {
    "operation": "readReleaseBlob",
    "method": "GET",
    "path": "/releases/blobs/{digest}",
    "scope": "configs.read",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "listReleaseChanges",
    "method": "GET",
    "path": "/releases/changes",
    "scope": "configs.read",
    "level": "organisation",
    "query": {
      "since": {
        "type": "integer",
        "minimum": 0,
        "required": true
      }
    }
  },
  {
    "operation": "listReleaseRuntimes",
    "method": "GET",
    "path": "/releases/runtimes",
    "scope": "configs.read",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "listReleases",
    "method": "GET",
    "path": "/releases",
    "scope": "configs.read",
    "level": "organisation",
    "query": {
      "project": {
        "type": "string",
        "default": "main"
      },
      "below": {
        "type": "integer",
        "minimum": 1
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "default": 20
      }
    }
  },
  {
    "operation": "listReleaseLabels",
    "method": "GET",
    "path": "/releases/labels",
    "scope": "configs.read",
    "level": "organisation",
    "query": {
      "project": {
        "type": "string",
        "default": "main"
      }
    }
  },
  {
    "operation": "compareReleases",
    "method": "GET",
    "path": "/releases/diff",
    "scope": "configs.read",
    "level": "organisation",
    "query": {
      "project": {
        "type": "string",
        "default": "main"
      },
      "from": {
        "type": "string",
        "required": true
      },
      "to": {
        "type": "string",
        "required": true
      }
    }
  },
  {
    "operation": "moveReleaseLabel",
    "method": "POST",
    "path": "/releases/labels/{label}/moves",
    "scope": "configs.promote",
    "level": "organisation",
    "effect": "change",
    "loosens": "all",
    "body": "ReleaseMove",
    "query": {
      "project": {
        "type": "string",
        "default": "main"
      }
    }
  },
  {
    "operation": "commitRelease",
    "method": "POST",
    "path": "/releases/commit",
    "scope": [
      "configs.create",
      "configs.promote"
    ],
    "level": "organisation",
    "effect": "change",
    "loosens": "all",
    "body": "ReleaseCommit",
    "large": true,
    "query": {}
  },
  {
    "operation": "readScimConfig",
    "method": "GET",
    "path": "/scim/v2/ServiceProviderConfig",
    "scope": null,
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "listScimSchemas",
    "method": "GET",
    "path": "/scim/v2/Schemas",
    "scope": null,
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "readScimSchema",
    "method": "GET",
    "path": "/scim/v2/Schemas/{schemaId}",
    "scope": null,
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "listScimResourceTypes",
    "method": "GET",
    "path": "/scim/v2/ResourceTypes",
    "scope": null,
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "readScimResourceType",
    "method": "GET",
    "path": "/scim/v2/ResourceTypes/{typeId}",
    "scope": null,
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "listScimUsers",
    "method": "GET",
    "path": "/scim/v2/Users",
    "scope": "organisation_users.list",
    "level": "organisation",
    "media": "application/scim+json",
    "query": {
      "filter": {
        "type": "string"
      },
      "startIndex": {
        "type": "integer",
        "minimum": -2147483648,
        "default": 1
      },
      "count": {
        "type": "integer",
        "minimum": -2147483648,
        "default": 100
      },
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "searchScimUsers",
    "method": "POST",
    "path": "/scim/v2/Users/.search",
    "scope": "organisation_users.list",
    "level": "organisation",
    "body": "ScimSearch",
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "createScimUser",
    "method": "POST",
    "path": "/scim/v2/Users",
    "scope": "organisation_users.create",
    "level": "organisation",
    "loosens": "all",
    "body": "ScimUser",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "readScimUser",
    "method": "GET",
    "path": "/scim/v2/Users/{scimId}",
    "scope": "organisation_users.read",
    "level": "organisation",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "replaceScimUser",
    "method": "PUT",
    "path": "/scim/v2/Users/{scimId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "ScimUser",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "patchScimUser",
    "method": "PATCH",
    "path": "/scim/v2/Users/{scimId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "ScimPatch",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "deleteScimUser",
    "method": "DELETE",
    "path": "/scim/v2/Users/{scimId}",
    "scope": "organisation_users.delete",
    "level": "organisation",
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "listScimGroups",
    "method": "GET",
    "path": "/scim/v2/Groups",
    "scope": "organisation_users.list",
    "level": "organisation",
    "media": "application/scim+json",
    "query": {
      "filter": {
        "type": "string"
      },
      "startIndex": {
        "type": "integer",
        "minimum": -2147483648,
        "default": 1
      },
      "count": {
        "type": "integer",
        "minimum": -2147483648,
        "default": 100
      },
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "searchScimGroups",
    "method": "POST",
    "path": "/scim/v2/Groups/.search",
    "scope": "organisation_users.list",
    "level": "organisation",
    "body": "ScimSearch",
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "createScimGroup",
    "method": "POST",
    "path": "/scim/v2/Groups",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "ScimGroup",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "readScimGroup",
    "method": "GET",
    "path": "/scim/v2/Groups/{scimId}",
    "scope": "organisation_users.read",
    "level": "organisation",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "replaceScimGroup",
    "method": "PUT",
    "path": "/scim/v2/Groups/{scimId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "ScimGroup",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "patchScimGroup",
    "method": "PATCH",
    "path": "/scim/v2/Groups/{scimId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "loosens": "all",
    "body": "ScimPatch",
    "media": "application/scim+json",
    "query": {
      "attributes": {
        "type": "string"
      },
      "excludedAttributes": {
        "type": "string"
      }
    }
  },
  {
    "operation": "deleteScimGroup",
    "method": "DELETE",
    "path": "/scim/v2/Groups/{scimId}",
    "scope": "organisation_users.update",
    "level": "organisation",
    "media": "application/scim+json",
    "query": {}
  },
  {
    "operation": "listSecretReferences",
    "method": "GET",
    "path": "/secret-references",
    "scope": "secret_references.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createSecretReference",
    "method": "POST",
    "path": "/secret-references",
    "scope": "secret_references.create",
    "level": "organisation",
    "body": "SecretReferenceCreate",
    "query": {}
  },
  {
    "operation": "readSecretReference",
    "method": "GET",
    "path": "/secret-references/{secretReferenceId}",
    "scope": "secret_references.read",
    "query": {}
  },
  {
    "operation": "updateSecretReference",
    "method": "PUT",
    "path": "/secret-references/{secretReferenceId}",
    "scope": "secret_references.update",
    "level": "organisation",
    "body": "SecretReferenceUpdate",
    "query": {}
  },
  {
    "operation": "deleteSecretReference",
    "method": "DELETE",
    "path": "/secret-references/{secretReferenceId}",
    "scope": "secret_references.delete",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "readOrganisationSettings",
    "method": "GET",
    "path": "/organisation/settings",
    "scope": "settings.read",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "updateOrganisationSettings",
    "method": "PUT",
    "path": "/organisation/settings",
    "scope": "settings.update",
    "level": "organisation",
    "loosens": "all",
    "body": "OrganisationSettingsUpdate",
    "query": {}
  },
  {
    "operation": "readWorkspaceSettings",
    "method": "GET",
    "path": "/workspaces/{workspaceId}/settings",
    "scope": "settings.read",
    "query": {}
  },
  {
    "operation": "updateWorkspaceSettings",
    "method": "PUT",
    "path": "/workspaces/{workspaceId}/settings",
    "scope": "settings.update",
    "loosens": "all",
    "body": "WorkspaceSettingsUpdate",
    "query": {}
  },
  {
    "operation": "listUsageLimits",
    "method": "GET",
    "path": "/policies/usage-limits",
    "scope": "policies.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ],
        "default": "active"
      },
      "type": {
        "type": "string",
        "enum": [
          "cost",
          "tokens",
          "requests"
        ]
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createUsageLimit",
    "method": "POST",
    "path": "/policies/usage-limits",
    "scope": "policies.create",
    "body": "UsageLimitCreate",
    "query": {}
  },
  {
    "operation": "readUsageLimit",
    "method": "GET",
    "path": "/policies/usage-limits/{usageLimitsPolicyId}",
    "scope": "policies.read",
    "query": {
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ],
        "default": "active"
      }
    }
  },
  {
    "operation": "updateUsageLimit",
    "method": "PUT",
    "path": "/policies/usage-limits/{usageLimitsPolicyId}",
    "scope": "policies.update",
    "loosens": "all",
    "body": "UsageLimitUpdate",
    "query": {}
  },
  {
    "operation": "archiveUsageLimit",
    "method": "DELETE",
    "path": "/policies/usage-limits/{usageLimitsPolicyId}",
    "scope": "policies.delete",
    "loosens": "all",
    "query": {}
  },
  {
    "operation": "listUsageEntities",
    "method": "GET",
    "path": "/policies/usage-limits/{usageLimitsPolicyId}/entities",
    "scope": "policies.read",
    "paged": true,
    "query": {
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "resetUsageEntity",
    "method": "PUT",
    "path": "/policies/usage-limits/{usageLimitsPolicyId}/entities/{entityId}/reset",
    "scope": "policies.update",
    "loosens": "all",
    "query": {}
  },
  {
    "operation": "listVirtualKeys",
    "method": "GET",
    "path": "/virtual-keys",
    "scope": "virtual_keys.list",
    "paged": true,
    "query": {
      "workspace_id": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createVirtualKey",
    "method": "POST",
    "path": "/virtual-keys",
    "scope": "virtual_keys.create",
    "loosens": "all",
    "body": "VirtualKeyCreate",
    "query": {}
  },
  {
    "operation": "readVirtualKey",
    "method": "GET",
    "path": "/virtual-keys/{slug}",
    "scope": "virtual_keys.read",
    "query": {}
  },
  {
    "operation": "updateVirtualKey",
    "method": "PUT",
    "path": "/virtual-keys/{slug}",
    "scope": "virtual_keys.update",
    "loosens": "all",
    "body": "VirtualKeyUpdate",
    "query": {}
  },
  {
    "operation": "deleteVirtualKey",
    "method": "DELETE",
    "path": "/virtual-keys/{slug}",
    "scope": "virtual_keys.delete",
    "query": {}
  },
  {
    "operation": "listWorkspaces",
    "method": "GET",
    "path": "/workspaces",
    "scope": "workspaces.list",
    "paged": true,
    "query": {
      "status": {
        "type": "string",
        "default": "active"
      },
      "name": {
        "type": "string"
      },
      "exact_name": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "listWorkspaces",
    "method": "GET",
    "path": "/admin/workspaces",
    "scope": "workspaces.list",
    "paged": true,
    "query": {
      "status": {
        "type": "string",
        "default": "active"
      },
      "name": {
        "type": "string"
      },
      "exact_name": {
        "type": "string"
      },
      "page_size": {
        "type": "integer",
        "minimum": 0,
        "default": 100
      },
      "current_page": {
        "type": "integer",
        "minimum": 0,
        "default": 0
      }
    }
  },
  {
    "operation": "createWorkspace",
    "method": "POST",
    "path": "/workspaces",
    "scope": "workspaces.create",
    "level": "organisation",
    "loosens": "checked",
    "body": "WorkspaceCreate",
    "query": {}
  },
  {
    "operation": "createWorkspace",
    "method": "POST",
    "path": "/admin/workspaces",
    "scope": "workspaces.create",
    "level": "organisation",
    "loosens": "checked",
    "body": "WorkspaceCreate",
    "query": {}
  },
  {
    "operation": "readWorkspace",
    "method": "GET",
    "path": "/workspaces/{workspaceId}",
    "scope": "workspaces.read",
    "query": {}
  },
  {
    "operation": "readWorkspace",
    "method": "GET",
    "path": "/admin/workspaces/{workspaceId}",
    "scope": "workspaces.read",
    "query": {}
  },
  {
    "operation": "updateWorkspace",
    "method": "PUT",
    "path": "/workspaces/{workspaceId}",
    "scope": "workspaces.update",
    "loosens": "all",
    "body": "WorkspaceUpdate",
    "query": {}
  },
  {
    "operation": "updateWorkspace",
    "method": "PUT",
    "path": "/admin/workspaces/{workspaceId}",
    "scope": "workspaces.update",
    "loosens": "all",
    "body": "WorkspaceUpdate",
    "query": {}
  },
  {
    "operation": "archiveWorkspace",
    "method": "DELETE",
    "path": "/workspaces/{workspaceId}",
    "scope": "workspaces.delete",
    "level": "organisation",
    "query": {}
  },
  {
    "operation": "archiveWorkspace",
    "method": "DELETE",
    "path": "/admin/workspaces/{workspaceId}",
    "scope": "workspaces.delete",
    "level": "organisation",
    "query": {}
  }
]

export interface RoleSetting {
  readonly role: string
  readonly scopes: readonly string[]
  readonly default: boolean
}

/** All scopes, as scope.schema.json lists them. */
export const controlScopes: readonly string[] = [
  "inference",
  "models",
  "configs.pin",
  "mcp.invoke",
  "agents.invoke",
  "organisation_users.create",
  "organisation_users.read",
  "organisation_users.update",
  "organisation_users.delete",
  "organisation_users.list",
  "workspaces.create",
  "workspaces.read",
  "workspaces.update",
  "workspaces.delete",
  "workspaces.list",
  "workspace_users.create",
  "workspace_users.read",
  "workspace_users.update",
  "workspace_users.delete",
  "workspace_users.list",
  "organisation_service_api_keys.create",
  "organisation_service_api_keys.read",
  "organisation_service_api_keys.update",
  "organisation_service_api_keys.delete",
  "organisation_service_api_keys.list",
  "organisation_service_api_keys.rotate",
  "workspace_service_api_keys.create",
  "workspace_service_api_keys.read",
  "workspace_service_api_keys.update",
  "workspace_service_api_keys.delete",
  "workspace_service_api_keys.list",
  "workspace_service_api_keys.rotate",
  "workspace_user_api_keys.create",
  "workspace_user_api_keys.read",
  "workspace_user_api_keys.update",
  "workspace_user_api_keys.delete",
  "workspace_user_api_keys.list",
  "workspace_user_api_keys.rotate",
  "api_keys.outlive",
  "prompts.create",
  "prompts.read",
  "prompts.update",
  "prompts.delete",
  "prompts.list",
  "prompts.publish",
  "prompts.render",
  "configs.create",
  "configs.read",
  "configs.update",
  "configs.delete",
  "configs.list",
  "configs.promote",
  "guardrails.create",
  "guardrails.read",
  "guardrails.update",
  "guardrails.delete",
  "guardrails.list",
  "virtual_keys.create",
  "virtual_keys.read",
  "virtual_keys.update",
  "virtual_keys.delete",
  "virtual_keys.list",
  "providers.create",
  "providers.read",
  "providers.update",
  "providers.delete",
  "providers.list",
  "policies.create",
  "policies.read",
  "policies.update",
  "policies.delete",
  "policies.list",
  "organisation_integrations.create",
  "organisation_integrations.read",
  "organisation_integrations.update",
  "organisation_integrations.delete",
  "organisation_integrations.list",
  "workspace_integrations.create",
  "workspace_integrations.read",
  "workspace_integrations.update",
  "workspace_integrations.delete",
  "workspace_integrations.list",
  "organisation_mcp_integrations.create",
  "organisation_mcp_integrations.read",
  "organisation_mcp_integrations.update",
  "organisation_mcp_integrations.delete",
  "organisation_mcp_integrations.list",
  "workspace_mcp_integrations.create",
  "workspace_mcp_integrations.read",
  "workspace_mcp_integrations.update",
  "workspace_mcp_integrations.delete",
  "workspace_mcp_integrations.list",
  "mcp_servers.create",
  "mcp_servers.read",
  "mcp_servers.update",
  "mcp_servers.delete",
  "mcp_servers.list",
  "organisation_agent_integrations.create",
  "organisation_agent_integrations.read",
  "organisation_agent_integrations.update",
  "organisation_agent_integrations.delete",
  "organisation_agent_integrations.list",
  "workspace_agent_integrations.create",
  "workspace_agent_integrations.read",
  "workspace_agent_integrations.update",
  "workspace_agent_integrations.delete",
  "workspace_agent_integrations.list",
  "agent_servers.create",
  "agent_servers.read",
  "agent_servers.update",
  "agent_servers.delete",
  "agent_servers.list",
  "secret_references.create",
  "secret_references.read",
  "secret_references.update",
  "secret_references.delete",
  "secret_references.list",
  "deployments.create",
  "deployments.read",
  "deployments.update",
  "deployments.delete",
  "deployments.list",
  "deployments.production",
  "settings.read",
  "settings.update",
  "logs.view",
  "logs.list",
  "logs.write",
  "logs.export",
  "logs.erase",
  "logs.all",
  "analytics.view",
  "audit_logs.list"
]

/** The scopes of roles by where they hold, and the scopes that a scope includes. */
export const roleFacts: {
  readonly organisation: Readonly<Record<string, readonly string[]>>
  readonly workspace: Readonly<Record<string, readonly string[]>>
  readonly includes: Readonly<Record<string, readonly string[]>>
  /** What settings grant to roles of workspaces while they are true, by their names. */
  readonly settings: Readonly<Record<string, RoleSetting>>
} = {
  "organisation": {
    "owner": [
      "*"
    ],
    "admin": [
      "*"
    ],
    "member": []
  },
  "workspace": {
    "admin": [
      "workspaces.read",
      "workspaces.list",
      "workspace_users.*",
      "workspace_service_api_keys.*",
      "workspace_user_api_keys.*",
      "api_keys.outlive",
      "prompts.*",
      "configs.*",
      "guardrails.*",
      "virtual_keys.*",
      "providers.*",
      "policies.*",
      "workspace_integrations.*",
      "workspace_mcp_integrations.*",
      "mcp_servers.*",
      "workspace_agent_integrations.*",
      "agent_servers.*",
      "secret_references.read",
      "secret_references.list",
      "deployments.read",
      "deployments.list",
      "models",
      "inference",
      "mcp.invoke",
      "agents.invoke",
      "workspaces.update",
      "logs.*",
      "analytics.*"
    ],
    "manager": [
      "workspaces.read",
      "workspaces.list",
      "workspace_users.*",
      "workspace_service_api_keys.*",
      "workspace_user_api_keys.*",
      "api_keys.outlive",
      "prompts.*",
      "configs.*",
      "guardrails.*",
      "virtual_keys.*",
      "providers.*",
      "policies.*",
      "workspace_integrations.*",
      "workspace_mcp_integrations.*",
      "mcp_servers.*",
      "workspace_agent_integrations.*",
      "agent_servers.*",
      "secret_references.read",
      "secret_references.list",
      "deployments.read",
      "deployments.list",
      "models",
      "inference",
      "mcp.invoke",
      "agents.invoke",
      "logs.view",
      "logs.list",
      "logs.write",
      "logs.export",
      "analytics.view"
    ],
    "member": [
      "workspaces.read",
      "workspaces.list",
      "workspace_users.list",
      "workspace_user_api_keys.*",
      "prompts.read",
      "prompts.list",
      "prompts.render",
      "configs.read",
      "configs.list",
      "guardrails.read",
      "guardrails.list",
      "virtual_keys.list",
      "virtual_keys.read",
      "providers.list",
      "providers.read",
      "policies.list",
      "policies.read",
      "mcp_servers.list",
      "mcp_servers.read",
      "agent_servers.list",
      "agent_servers.read",
      "models",
      "inference",
      "mcp.invoke",
      "agents.invoke",
      "logs.view",
      "logs.list",
      "analytics.view"
    ]
  },
  "includes": {
    "inference": [
      "policies.list",
      "policies.read",
      "prompts.render"
    ],
    "logs.view": [
      "logs.all"
    ],
    "logs.list": [
      "logs.all"
    ],
    "logs.export": [
      "logs.all"
    ],
    "analytics.view": [
      "logs.all"
    ]
  },
  "settings": {
    "membersViewPrompts": {
      "role": "member",
      "scopes": [
        "prompts.read",
        "prompts.list"
      ],
      "default": true
    },
    "membersWritePrompts": {
      "role": "member",
      "scopes": [
        "prompts.create",
        "prompts.update",
        "prompts.delete",
        "prompts.publish"
      ],
      "default": false
    },
    "managersViewPrompts": {
      "role": "manager",
      "scopes": [
        "prompts.read",
        "prompts.list"
      ],
      "default": true
    },
    "managersWritePrompts": {
      "role": "manager",
      "scopes": [
        "prompts.create",
        "prompts.update",
        "prompts.delete",
        "prompts.publish"
      ],
      "default": true
    },
    "managersWriteWsIntegrations": {
      "role": "manager",
      "scopes": [
        "workspace_integrations.create",
        "workspace_integrations.update",
        "workspace_integrations.delete"
      ],
      "default": true
    },
    "managersWriteWsMcpIntegrations": {
      "role": "manager",
      "scopes": [
        "workspace_mcp_integrations.create",
        "workspace_mcp_integrations.update",
        "workspace_mcp_integrations.delete"
      ],
      "default": true
    },
    "managersWriteMcpServers": {
      "role": "manager",
      "scopes": [
        "mcp_servers.create",
        "mcp_servers.update",
        "mcp_servers.delete"
      ],
      "default": true
    },
    "managersWriteWsAgentIntegrations": {
      "role": "manager",
      "scopes": [
        "workspace_agent_integrations.create",
        "workspace_agent_integrations.update",
        "workspace_agent_integrations.delete"
      ],
      "default": true
    },
    "managersWriteAgentServers": {
      "role": "manager",
      "scopes": [
        "agent_servers.create",
        "agent_servers.update",
        "agent_servers.delete"
      ],
      "default": true
    },
    "membersViewAnalytics": {
      "role": "member",
      "scopes": [
        "analytics.view"
      ],
      "default": true
    },
    "managersViewAnalytics": {
      "role": "manager",
      "scopes": [
        "analytics.view"
      ],
      "default": true
    },
    "membersViewAllData": {
      "role": "member",
      "scopes": [
        "logs.all"
      ],
      "default": true
    },
    "managersViewAllData": {
      "role": "manager",
      "scopes": [
        "logs.all"
      ],
      "default": true
    }
  }
}
