// The routes of agent integrations: each is validated as a whole like an agent of the manifest, and shown without its secrets.
import { parseSecretReference } from '../../../../compiler/facts/secret.ts'
import { AGENT_ADDRESS } from '../../../../compiler/facts/server-address.ts'
import type {
  AgentCardHandling,
  AgentIntegrationUpdate,
} from '../../../../schemas/generated/control-types.ts'
import { isObject, type Json, type JsonObject, parseJson, present } from '../../../../schemas/values/json.ts'
import { createCardSigner } from '../../../agents/card/card-signature.ts'
import type { CardInspection } from '../../../agents/card/inspect-card.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { maskFields, sealFields } from '../../core/sealing/secret-fields.ts'
import {
  type IntegrationContext,
  integrationResource,
  linkAccess,
  planNewOfKind,
} from '../integrations/kind-routes.ts'
import { sealHeaders, secretsPlace, shownIntegrationFacts } from '../integrations/owned-integration.ts'
import { linkResource, nowOf } from '../saved-resource.ts'
import { findReference } from '../secret-references/model.ts'
import { serversUsing } from '../servers/kind-routes.ts'
import { validateHeaders } from '../servers/validate-headers.ts'
import type { AgentSources } from './create-stored-agents.ts'
import {
  AGENT_INTEGRATION_KIND,
  AGENT_SERVER,
  type AgentSettings,
  type SavedAgentIntegration,
  SIGNING_KEY,
} from './model.ts'
import { originsOf, planSavedAgent, validateSavedAgent } from './plan-saved-agent.ts'

type Context = IntegrationContext & AgentSources

const AGENT_INTEGRATIONS = integrationResource<SavedAgentIntegration, Context>({
  ...AGENT_INTEGRATION_KIND,
  show: showAgentIntegration,
  showApart: () => ({}),
  userOf: (slug, context) => {
    const [user] = serversUsing(AGENT_SERVER, slug, context)
    return user && `the agent server ${quoted(user)}`
  },
})

const integrations = linkResource(AGENT_INTEGRATIONS)
const access = linkAccess(integrations, AGENT_INTEGRATION_KIND.noun)

export const agentIntegrationHandlers = {
  listAgentIntegrations: integrations.list,
  createAgentIntegration: integrations.create(async (request, context) => {
    const { body } = request
    const planned = planNewOfKind(AGENT_INTEGRATION_KIND, request, context, body)
    if (isFailure(planned)) return planned
    const settings = { card_url: body.card_url, card: {} }
    const empty = { ...planned, settings, headers: {}, signing: {}, signingReference: undefined }
    return await applyAgentBody(request, context, undefined, empty, body)
  }),
  readAgentIntegration: integrations.read,
  updateAgentIntegration: integrations.update(async (before, request, context) => {
    const { body } = request
    const { name = before.name, description = before.description } = body
    const planned = { ...before, name, description, updatedAt: nowOf(context) }
    return await applyAgentBody(request, context, before, planned, body)
  }),
  deleteAgentIntegration: integrations.remove,
  fetchAgentCard: integrations.visible(async ({ saved }, _request, context) => {
    if (context.agents === undefined)
      return failure('not_implemented', 'This process calls no agents, so it cannot fetch their cards.')
    const inspection = await context.agents.inspect(saved)
    const { card_url } = saved.settings
    return { body: { card_url, fetched_at: nowOf(context), ...showInspection(inspection) } }
  }),
  readAgentIntegrationWorkspaces: access.read,
  updateAgentIntegrationWorkspaces: access.update,
} satisfies SomeHandlers<Context>

const showInspection = ({
  error,
  name,
  description,
  version,
  interfaces,
  skills,
  signed,
  isTrusted,
  refused,
}: CardInspection): JsonObject => ({
  success: error === undefined && refused.length === 0,
  error: error ?? null,
  name: name ?? null,
  description: description ?? null,
  version: version ?? null,
  protocol_versions: [...new Set(interfaces.map(each => each.version))],
  interfaces: interfaces.map(({ reason, ...each }) => ({
    ...each,
    served: reason === undefined,
    reason: reason ?? null,
  })),
  skills: skills.map(skill => ({ ...skill })),
  signed,
  signature_trusted: isTrusted ?? null,
  refused: refused.map(each => ({ ...each })),
})

function showAgentIntegration(saved: SavedAgentIntegration, context: WriteSources): JsonObject {
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

/** The properties of a body that describe the agent itself. */
type AgentBody = Pick<
  AgentIntegrationUpdate,
  'card_url' | 'interfaces' | 'versions' | 'headers' | 'timeout' | 'webhook_hosts' | 'card'
>

/** The integration with the settings of the body; what is absent there stays as it is planned. */
async function applyAgentBody(
  request: ApiRequest,
  context: Context,
  before: SavedAgentIntegration | undefined,
  planned: SavedAgentIntegration,
  body: AgentBody,
): Promise<SavedAgentIntegration | Failure> {
  const { headers } = body
  const settings = withSettings(planned.settings, body)
  const malformed = validateHeaders(headers ?? {}, AGENT_ADDRESS, 'headers')
  if (malformed !== undefined) return malformed
  const sealed = sealHeaders(AGENT_INTEGRATION_KIND, planned, headers, context)
  if (isFailure(sealed)) return sealed
  const signing = await readSigningKey(request, context, planned, body.card?.signing_key as Json | undefined)
  if (isFailure(signing)) return signing
  const after: SavedAgentIntegration = { ...planned, settings, headers: sealed, ...signing }
  const invalid = validateSavedAgent(after, context)
  if (invalid !== undefined) return invalid
  if (before !== undefined && headers === undefined && Object.keys(sealed).length > 0) {
    const bound = originsOf(before)
    if (!originsOf(after).every(origin => bound.includes(origin))) return BOUND
  }
  return after
}

const BOUND = failure(
  'invalid_request',
  'The stored headers are bound to their hosts: send them again with the URLs that change them.',
  { param: 'headers' },
)

/** Null takes a setting back. */
function withSettings(settings: AgentSettings, body: AgentBody): AgentSettings {
  const { card_url = settings.card_url, interfaces, versions, timeout, webhook_hosts } = body
  const { signing_key: _key, ...card }: AgentCardHandling = body.card ?? {}
  return withoutNull({
    ...settings,
    card_url,
    ...present({ interfaces, versions, timeout, webhook_hosts } as JsonObject),
    card: withoutNull({ ...settings.card, ...card }),
  }) as AgentSettings
}

const withoutNull = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))

type Signing = Pick<SavedAgentIntegration, 'signing' | 'signingReference'>

async function readSigningKey(
  request: ApiRequest,
  context: Context,
  planned: SavedAgentIntegration,
  given: Json | undefined,
): Promise<Signing | Failure> {
  if (given === undefined) return { signing: planned.signing, signingReference: planned.signingReference }
  if (given === null) return { signing: {}, signingReference: undefined }
  if (typeof given === 'string' && given.includes('${')) {
    const reference = parseSecretReference(given)
    return reference?.source === 'secret'
      ? referToKey(request, context, planned.workspace, reference.name)
      : invalidKey('refers to something else than a secret reference: write ${secret:SLUG}')
  }
  const key = typeof given === 'string' ? parseJson(given) : given
  if (!isObject(key) || (await createCardSigner(JSON.stringify(key), '')) === undefined)
    return invalidKey('is not a private JWK of the curve P-256 or Ed25519')
  const place = secretsPlace(AGENT_INTEGRATION_KIND, planned, '/signing')
  const signing = sealFields(context.sealing, { [SIGNING_KEY]: key }, () => true, place)
  return isFailure(signing) ? signing : { signing, signingReference: undefined }
}

const invalidKey = (reason: string): Failure =>
  failure('invalid_request', `card.signing_key ${reason}.`, { param: 'card' })

/** A signature is made in the name of the owner of the key, so only the organisation chooses one of its references. */
function referToKey(
  request: ApiRequest,
  context: Context,
  workspace: string,
  name: string,
): Signing | Failure {
  const found = findReference(context, name)
  if (found === undefined) return invalidKey(`names no secret reference: there is no ${quoted(name)}`)
  const { slug, allowed_workspaces } = found.reference
  if (found.stored === undefined)
    return invalidKey(
      `names ${quoted(slug)} of the manifest, which only agents of the manifest may use; save a reference by API`,
    )
  if (!request.mayOrganise) return invalidKey('is a reference, which only the organisation may choose')
  if (workspace !== '' && allowed_workspaces?.includes(workspace) === false)
    return invalidKey(`names ${quoted(slug)}, which the workspace ${quoted(workspace)} may not use`)
  return { signing: {}, signingReference: slug }
}
