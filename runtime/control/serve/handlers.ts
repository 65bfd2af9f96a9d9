// The handlers of all operations: a route of the schemas without one does not compile.
import type { OperationId } from '../../../schemas/generated/control-routes.ts'
import { keyPolicyHandlers } from '../access/keys/policy-routes.ts'
import { keyHandlers } from '../access/keys/routes.ts'
import { signInHandlers } from '../access/keys/sign-in-routes.ts'
import { keyWriteHandlers } from '../access/keys/write-routes.ts'
import { inviteHandlers } from '../access/members/invite-routes.ts'
import { workspaceUserHandlers } from '../access/members/member-routes.ts'
import { organisationUserHandlers } from '../access/members/user-routes.ts'
import { settingsHandlers } from '../access/settings/routes.ts'
import { workspaceHandlers } from '../access/workspaces/routes.ts'
import { auditHandlers } from '../audit/routes.ts'
import type { Handlers } from '../core/api-request.ts'
import { graphHandlers } from '../logs/analytics/graph-routes.ts'
import { groupHandlers } from '../logs/analytics/group-routes.ts'
import { exportHandlers } from '../logs/exports/routes.ts'
import { feedbackHandlers } from '../logs/feedback-routes.ts'
import { listHandlers } from '../logs/list-routes.ts'
import { eraseHandlers, insertHandlers, logHandlers, replayHandlers } from '../logs/routes.ts'
import { connectionHandlers } from '../mcp-oauth/connection-routes.ts'
import { planHandlers } from '../plans/routes.ts'
import { releaseLabelHandlers } from '../releases/label-routes.ts'
import { releaseHandlers } from '../releases/routes.ts'
import { agentIntegrationHandlers } from '../resources/agents/integration-routes.ts'
import { agentServerHandlers } from '../resources/agents/server-routes.ts'
import { collectionHandlers } from '../resources/collections/routes.ts'
import { configHandlers } from '../resources/configs/routes.ts'
import { configVersionHandlers } from '../resources/configs/version-routes.ts'
import { deploymentHandlers } from '../resources/deployments/routes.ts'
import { integrationAccessHandlers } from '../resources/integrations/access-routes.ts'
import { integrationModelHandlers } from '../resources/integrations/model-routes.ts'
import { integrationHandlers } from '../resources/integrations/routes.ts'
import { labelHandlers } from '../resources/labels/routes.ts'
import { mcpIntegrationHandlers } from '../resources/mcp/integration-routes.ts'
import { mcpServerHandlers } from '../resources/mcp/server-routes.ts'
import { limitProfileHandlers } from '../resources/policies/limit-profile-routes.ts'
import { rateLimitHandlers } from '../resources/policies/rate-limit-routes.ts'
import { usageEntityHandlers, usageLimitHandlers } from '../resources/policies/usage-limit-routes.ts'
import { partialHandlers } from '../resources/prompts/partial-routes.ts'
import { promptHandlers } from '../resources/prompts/routes.ts'
import { providerHandlers } from '../resources/providers/routes.ts'
import { virtualKeyHandlers } from '../resources/providers/virtual-key-routes.ts'
import { secretReferenceHandlers } from '../resources/secret-references/routes.ts'
import { scimDiscoveryHandlers } from '../scim/discovery-routes.ts'
import { scimGroupHandlers } from '../scim/group-routes.ts'
import { scimUserHandlers } from '../scim/user-routes.ts'
import type { ControlContext } from './control-context.ts'

export const handlers: Handlers<OperationId, ControlContext> = {
  ...auditHandlers,
  ...groupHandlers,
  ...graphHandlers,
  ...feedbackHandlers,
  ...listHandlers,
  ...logHandlers,
  ...insertHandlers,
  ...eraseHandlers,
  ...replayHandlers,
  ...exportHandlers,
  ...collectionHandlers,
  ...keyHandlers,
  ...keyWriteHandlers,
  ...keyPolicyHandlers,
  ...signInHandlers,
  ...organisationUserHandlers,
  ...inviteHandlers,
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
  ...planHandlers,
  ...providerHandlers,
  ...scimDiscoveryHandlers,
  ...scimGroupHandlers,
  ...scimUserHandlers,
  ...secretReferenceHandlers,
  ...virtualKeyHandlers,
  ...configVersionHandlers,
  ...deploymentHandlers,
  ...releaseHandlers,
  ...releaseLabelHandlers,
  ...rateLimitHandlers,
  ...limitProfileHandlers,
  ...usageEntityHandlers,
  ...usageLimitHandlers,
  ...labelHandlers,
  ...partialHandlers,
  ...promptHandlers,
  ...workspaceHandlers,
  ...workspaceUserHandlers,
}
