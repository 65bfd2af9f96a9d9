// The handlers of all operations: a route of the schemas without one does not compile.
import type { OperationId } from '../../../schemas/generated/control-routes.ts'
import type { Handlers } from '../core/api-request.ts'
import { agentIntegrationHandlers } from '../routes/agents/agent-integration-handlers.ts'
import { agentServerHandlers } from '../routes/agents/agent-server-handlers.ts'
import { graphHandlers } from '../routes/analytics/graph-handlers.ts'
import { groupHandlers } from '../routes/analytics/group-handlers.ts'
import { auditHandlers } from '../routes/audit/audit-handlers.ts'
import { configHandlers } from '../routes/configs/config-handlers.ts'
import { configVersionHandlers } from '../routes/configs/version-handlers.ts'
import { deploymentHandlers } from '../routes/deployments/deployment-handlers.ts'
import { feedbackHandlers } from '../routes/feedback/feedback-handlers.ts'
import { integrationAccessHandlers } from '../routes/integrations/integration-access-handlers.ts'
import { integrationHandlers } from '../routes/integrations/integration-handlers.ts'
import { integrationModelHandlers } from '../routes/integrations/integration-model-handlers.ts'
import { keyHandlers } from '../routes/keys/key-handlers.ts'
import { exportDownloadHandlers } from '../routes/logs/download-handlers.ts'
import { eraseHandlers } from '../routes/logs/erase-handlers.ts'
import { exportHandlers } from '../routes/logs/export-handlers.ts'
import { insertHandlers } from '../routes/logs/insert-handlers.ts'
import { logHandlers } from '../routes/logs/log-handlers.ts'
import { replayHandlers } from '../routes/logs/replay-handlers.ts'
import { mcpIntegrationHandlers } from '../routes/mcp/mcp-integration-handlers.ts'
import { mcpServerHandlers } from '../routes/mcp/mcp-server-handlers.ts'
import { connectionHandlers } from '../routes/mcp-oauth/connection-handlers.ts'
import { organisationUserHandlers } from '../routes/members/organisation-user-handlers.ts'
import { workspaceUserHandlers } from '../routes/members/workspace-user-handlers.ts'
import { rateLimitHandlers } from '../routes/policies/rate-limit-handlers.ts'
import { usageEntityHandlers } from '../routes/policies/usage-entity-handlers.ts'
import { usageLimitHandlers } from '../routes/policies/usage-limit-handlers.ts'
import { collectionHandlers } from '../routes/prompts/collection-handlers.ts'
import { labelHandlers } from '../routes/prompts/label-handlers.ts'
import { partialHandlers } from '../routes/prompts/partial-handlers.ts'
import { promptHandlers } from '../routes/prompts/prompt-handlers.ts'
import { promptVersionHandlers } from '../routes/prompts/prompt-version-handlers.ts'
import { providerHandlers } from '../routes/providers/provider-handlers.ts'
import { virtualKeyHandlers } from '../routes/providers/virtual-key-handlers.ts'
import { releaseHandlers } from '../routes/releases/release-handlers.ts'
import { secretReferenceHandlers } from '../routes/secret-references/secret-reference-handlers.ts'
import { settingsHandlers } from '../routes/settings/settings-handlers.ts'
import { workspaceHandlers } from '../routes/workspaces/workspace-handlers.ts'
import { scimDiscoveryHandlers } from '../scim/discovery-handlers.ts'
import { scimGroupHandlers } from '../scim/group-handlers.ts'
import { scimUserHandlers } from '../scim/user-handlers.ts'
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
