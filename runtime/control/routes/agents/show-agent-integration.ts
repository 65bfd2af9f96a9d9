// An agent integration as its readers see it, without secrets, and how it is listed and deleted.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { quoted } from '../../../values/failures.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { maskFields } from '../../core/sealing/secret-fields.ts'
import { planSavedAgent } from '../../resources/agents/plan-saved-agent.ts'
import {
  AGENT_INTEGRATION_KIND,
  type SavedAgentIntegration,
  SIGNING_KEY,
  toStoredAgentIntegration,
} from '../../resources/agents/saved-agent.ts'
import { shownIntegrationFacts } from '../../resources/integrations/owned-integration.ts'
import type { IntegrationWrites } from '../integrations/integration-writes.ts'
import { savedServersOfKind } from '../servers/server-kind.ts'
import { AGENT_SERVER_WRITES } from './agent-server-handlers.ts'

type Context = ReadSources

function showAgentIntegration(saved: SavedAgentIntegration, context: Context): JsonObject {
  const { settings, signing, signingReference } = saved
  const { interfaces = null, timeout, signatures } = planSavedAgent(saved)
  const { [SIGNING_KEY]: key = null } = maskFields(signing)
  return {
    ...shownIntegrationFacts(saved, context),
    card_url: settings.card_url,
    interfaces: interfaces?.map(each => ({ ...each })) ?? null,
    versions: settings.versions ?? null,
    headers: maskFields(saved.headers),
    timeout,
    webhook_hosts: settings.webhook_hosts ?? null,
    card: {
      signing_key: signingReference === undefined ? key : `\${secret:${signingReference}}`,
      signatures,
      trusted_keys: (settings.card.trusted_keys ?? null) as readonly JsonObject[] | null,
    },
    object: 'agent-integration',
  }
}

export const AGENT_WRITES: IntegrationWrites<SavedAgentIntegration> = {
  ...AGENT_INTEGRATION_KIND,
  toStored: toStoredAgentIntegration,
  show: showAgentIntegration,
  showWhole: (saved, context) => ({
    ...showAgentIntegration(saved, context),
    access: saved.access,
    global_access: saved.globalAccess,
  }),
  userOf: (slug, context) => {
    const user = savedServersOfKind(AGENT_SERVER_WRITES, context).find(
      ({ saved }) => saved.integration === slug,
    )
    return user && `the agent server ${quoted(user.saved.slug)}`
  },
}
