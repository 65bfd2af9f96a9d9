// The handlers of all operations: a route of the schemas without one does not compile.
import type { OperationId } from '../../../schemas/generated/control-routes.ts'
import { agentIntegrationHandlers } from '../agents/agent-integration-handlers.ts'
import { agentServerHandlers } from '../agents/agent-server-handlers.ts'
import { graphHandlers } from '../analytics/graph-handlers.ts'
import { groupHandlers } from '../analytics/group-handlers.ts'
import { auditHandlers } from '../audit/audit-handlers.ts'
import { configHandlers } from '../configs/config-handlers.ts'
import { configVersionHandlers } from '../configs/version-handlers.ts'
import { deploymentHandlers } from '../deployments/deployment-handlers.ts'
import { feedbackHandlers } from '../feedback/feedback-handlers.ts'
import { integrationAccessHandlers } from '../integrations/integration-access-handlers.ts'
import { integrationHandlers } from '../integrations/integration-handlers.ts'
import { integrationModelHandlers } from '../integrations/integration-model-handlers.ts'
import { keyHandlers } from '../keys/key-handlers.ts'
import { eraseHandlers } from '../logs/erase-handlers.ts'
import { exportDownloadHandlers } from '../logs/exports/download-handlers.ts'
import { exportHandlers } from '../logs/exports/export-handlers.ts'
import { insertHandlers } from '../logs/insert-handlers.ts'
import { logHandlers } from '../logs/log-handlers.ts'
import { replayHandlers } from '../logs/replay-handlers.ts'
import { mcpIntegrationHandlers } from '../mcp/mcp-integration-handlers.ts'
import { mcpServerHandlers } from '../mcp/mcp-server-handlers.ts'
import { connectionHandlers } from '../mcp-oauth/connection-handlers.ts'
import { organisationUserHandlers } from '../members/organisation-user-handlers.ts'
import { workspaceUserHandlers } from '../members/workspace-user-handlers.ts'
import { rateLimitHandlers } from '../policies/rate-limit-handlers.ts'
import { usageEntityHandlers } from '../policies/usage-entity-handlers.ts'
import { usageLimitHandlers } from '../policies/usage-limit-handlers.ts'
import { collectionHandlers } from '../prompts/collection-handlers.ts'
import { labelHandlers } from '../prompts/label-handlers.ts'
import { partialHandlers } from '../prompts/partial-handlers.ts'
import { promptHandlers } from '../prompts/prompt-handlers.ts'
import { promptVersionHandlers } from '../prompts/prompt-version-handlers.ts'
import { providerHandlers } from '../providers/provider-handlers.ts'
import { virtualKeyHandlers } from '../providers/virtual-key-handlers.ts'
import { releaseHandlers } from '../releases/release-handlers.ts'
import { scimDiscoveryHandlers } from '../scim/discovery-handlers.ts'
import { scimGroupHandlers } from '../scim/group-handlers.ts'
import { scimUserHandlers } from '../scim/user-handlers.ts'
import { secretReferenceHandlers } from '../secrets/secret-reference-handlers.ts'
import { settingsHandlers } from '../settings/settings-handlers.ts'
import { workspaceHandlers } from '../workspaces/workspace-handlers.ts'
import type { Handlers } from './api-request.ts'
import type { ControlContext } from './control-context.ts'

export const handlers: Handlers<OperationId, ControlContext> = {
  ...auditHandlers,
  ...groupHandlers,
  ...graphHandlers,
  ...feedbackHandlers,
  ...logHandlers,
  ...insertHandlers,
  ...eraseHandlers,
  ...replayHandlers,
  ...exportHandlers,
  ...exportDownloadHandlers,
  ...collectionHandlers,
  ...keyHandlers,
  ...organisationUserHandlers,
  ...settingsHandlers,
  ...configHandlers,
  ...integrationHandlers,
  ...agentIntegrationHandlers,
  ...agentServerHandlers,
  ...mcpIntegrationHandlers,
  ...mcpServerHandlers,
  ...connectionHandlers,
  ...integrationAccessHandlers,
  ...integrationModelHandlers,
  ...providerHandlers,
  ...scimDiscoveryHandlers,
  ...scimGroupHandlers,
  ...scimUserHandlers,
  ...secretReferenceHandlers,
  ...virtualKeyHandlers,
  ...configVersionHandlers,
  ...deploymentHandlers,
  ...releaseHandlers,
  ...rateLimitHandlers,
  ...usageEntityHandlers,
  ...usageLimitHandlers,
  ...labelHandlers,
  ...partialHandlers,
  ...promptHandlers,
  ...promptVersionHandlers,
  ...workspaceHandlers,
  ...workspaceUserHandlers,
}
