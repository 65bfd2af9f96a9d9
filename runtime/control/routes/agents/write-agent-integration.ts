// Writes an agent integration: the changes of the body applied, validated as a whole like an agent of the manifest, secrets sealed.
import { parseSecretReference } from '../../../../compiler/facts/secret.ts'
import { AGENT_ADDRESS } from '../../../../compiler/facts/server-address.ts'
import type {
  AgentCardHandling,
  AgentIntegrationUpdate,
} from '../../../../schemas/generated/control-types.ts'
import { isObject, type Json, type JsonObject, parseJson, present } from '../../../../schemas/values/json.ts'
import { createCardSigner } from '../../../agents/card/card-signature.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { sealFields } from '../../core/sealing/secret-fields.ts'
import { originsOf, validateSavedAgent } from '../../resources/agents/plan-saved-agent.ts'
import {
  type AgentSettings,
  agentSecretsPlace,
  type SavedAgentIntegration,
  SIGNING_KEY,
} from '../../resources/agents/saved-agent.ts'
import type { FoundOfKind } from '../../resources/integrations/integration-kind.ts'
import { findReference } from '../../resources/secret-references/saved-reference.ts'
import { validateHeaders } from '../../resources/servers/validate-headers.ts'
import { commitOfKind } from '../integrations/integration-writes.ts'
import { AGENT_WRITES } from './show-agent-integration.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

/** The properties of a body that describe the agent itself. */
export type AgentBody = Pick<
  AgentIntegrationUpdate,
  'card_url' | 'interfaces' | 'versions' | 'headers' | 'timeout' | 'webhook_hosts' | 'card'
>

/** What is absent in the body stays as it is planned. */
export async function writeAgentIntegration(
  request: ApiRequest,
  context: Context,
  before: FoundOfKind<SavedAgentIntegration> | undefined,
  planned: SavedAgentIntegration,
  body: AgentBody,
): Promise<ApiReply | Failure> {
  const { headers } = body
  const settings = withSettings(planned.settings, body)
  const malformed = validateHeaders(headers ?? {}, AGENT_ADDRESS, 'headers')
  if (malformed !== undefined) return malformed
  const sealed =
    headers === undefined
      ? planned.headers
      : sealFields(context.sealing, headers, () => true, agentSecretsPlace(planned, '/headers'))
  if (isFailure(sealed)) return sealed
  const signing = await readSigningKey(request, context, planned, body.card?.signing_key as Json | undefined)
  if (isFailure(signing)) return signing
  const after: SavedAgentIntegration = { ...planned, settings, headers: sealed, ...signing }
  const invalid = validateSavedAgent(after, context)
  if (invalid !== undefined) return invalid
  if (before !== undefined && headers === undefined && Object.keys(sealed).length > 0) {
    const bound = originsOf(before.saved)
    if (!originsOf(after).every(origin => bound.includes(origin))) return BOUND
  }
  return await commitOfKind(AGENT_WRITES, request, context, before, after)
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
  const place = agentSecretsPlace(planned, '/signing')
  const signing = sealFields(context.sealing, { [SIGNING_KEY]: key }, () => true, place)
  return isFailure(signing) ? signing : { signing, signingReference: undefined }
}

const invalidKey = (reason: string): Failure =>
  failure('invalid_request', `card.signing_key ${reason}.`, { param: 'card' })

/** A signature is made in the name of the owner of the key, so the organisation alone chooses one of its references. */
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
