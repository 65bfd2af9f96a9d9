// OAuth of an MCP integration: the body is validated like `auth` of the manifest, and lowered like it for calls.
import { ignoredTokenUrl, incompleteMcpClient } from '../../../../compiler/facts/mcp-settings.ts'
import type { McpOAuth as McpOAuthBody } from '../../../../schemas/generated/control-types.ts'
import type { PlanMcpAuth } from '../../../../schemas/generated/types.ts'
import { asList, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { KEY_REQUIRED } from '../../core/sealing/sealing.ts'
import { sealFields, secretNames } from '../../core/sealing/secret-fields.ts'
import { secretsPlace } from '../integrations/owned-integration.ts'
import { MCP_INTEGRATION_KIND, type SavedMcpIntegration } from './model.ts'

type Context = Pick<ControlSources, 'gateway' | 'catalog' | 'sealing'>

const SECRET = 'client_secret'

const invalid = (reason: string, param = 'configurations.oauth'): Failure =>
  failure('invalid_request', reason, { param })

/** What is stored of `configurations.oauth`; `given` is undefined where it stays. */
export function planMcpOAuth(
  before: SavedMcpIntegration | undefined,
  given: McpOAuthBody | undefined,
  planned: SavedMcpIntegration,
  context: Context,
): JsonObject | Failure {
  const stored = before?.oauth ?? {}
  const next = given === undefined ? stored : withKeptSecret(given as JsonObject, stored)
  const isUsed = planned.authType === 'oauth_auto' || planned.authType === 'client_credentials'
  if (!isUsed && given !== undefined && Object.keys(given).length > 0)
    return invalid(`auth_type is ${planned.authType}, so oauth would have no effect.`)
  // What another type does not need is not stored for a later change.
  if (!isUsed) return {}
  const forPeople = planned.authType === 'oauth_auto'
  const [reason] = incompleteMcpClient(next, forPeople)
  const wrong = reason ?? ignoredTokenUrl(next, forPeople)
  if (wrong !== undefined) return invalid(wrong)
  const unfit = refuseHosts(next, context) ?? (forPeople ? refuseForPeople(context) : undefined)
  if (unfit !== undefined) return unfit
  const movesElsewhere = before !== undefined && originOf(before.url) !== originOf(planned.url)
  if (!forPeople && movesElsewhere && given?.client_secret === undefined) return BOUND
  return sealFields(
    context.sealing,
    next,
    name => name === SECRET,
    secretsPlace(MCP_INTEGRATION_KIND, planned, '/oauth'),
  )
}

const originOf = (url: string): string => new URL(url).origin

const BOUND = invalid(
  'The tokens of the stored client would go to another host: send client_secret again with the URL that changes it.',
)

/** The secret of before, where the same client is meant at the same place. */
function withKeptSecret(given: JsonObject, stored: JsonObject): JsonObject {
  const isSame = ['issuer', 'token_url', 'client_id'].every(name => given[name] === stored[name])
  const kept = stored[SECRET]
  return given[SECRET] === undefined && isSame && kept !== undefined ? { ...given, [SECRET]: kept } : given
}

function refuseHosts(oauth: JsonObject, { catalog, gateway }: Context): Failure | undefined {
  for (const name of ['issuer', 'token_url']) {
    const text = asText(oauth[name])
    if (text === undefined) continue
    const param = `configurations.oauth.${name}`
    if (!URL.canParse(text)) return invalid(`${name} is not a URL of the form https://host/path.`, param)
    const url = new URL(text)
    if (url.username !== '' || url.password !== '')
      return invalid(`${name} must not contain a user or password.`, param)
    const blocked = catalog.validateHost(url, gateway.callerHosts ?? [])
    if (blocked !== undefined)
      return failure('blocked_host', `The authorization server may not be called: ${blocked}.`, { param })
  }
  return undefined
}

/** Browsers return to the gateway, and tokens of people are stored. */
function refuseForPeople({ gateway, sealing }: Context): Failure | undefined {
  if (gateway.publicUrl === undefined)
    return invalid(
      'People connect their accounts in a browser that returns to the gateway, so "public_url" of the manifest must be set.',
      'auth_type',
    )
  return sealing === undefined ? KEY_REQUIRED : undefined
}

/** As the manifest has it; undefined where the type is another one. */
export function mcpAuthOf({ authType, oauth }: SavedMcpIntegration): PlanMcpAuth | undefined {
  if (authType !== 'oauth_auto' && authType !== 'client_credentials') return undefined
  const { issuer, token_url, client_id } = oauth
  const origins = [issuer, token_url].flatMap(each => (typeof each === 'string' ? [originOf(each)] : []))
  const [issuerText, tokenUrl, clientId] = [asText(issuer), asText(token_url), asText(client_id)]
  return {
    kind: authType === 'oauth_auto' ? 'user' : 'client_credentials',
    ...(issuerText !== undefined && { issuer: issuerText }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(clientId !== undefined && { clientId }),
    ...(secretNames(oauth).includes(SECRET) && {
      secret: { source: 'literal', name: SECRET, origins },
    }),
    scopes: asList(oauth['scopes']).filter(each => typeof each === 'string'),
  }
}
