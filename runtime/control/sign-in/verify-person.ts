// Verifies the token of a person: signature by the keys of the issuer, audience, times, and the age that the organisation allows.
import type { JWTVerifyResult } from 'jose'
import type { Gateway, PlanSignIn } from '../../../schemas/generated/types.ts'
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { CheckPorts } from '../../guardrails/check.ts'
import { callServiceForJson } from '../../guardrails/services/call-service.ts'
import { createJwksClient, type KeySource } from '../../guardrails/services/jwt/jwks-client.ts'
import { verifyToken } from '../../guardrails/services/jwt/verify-token.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { linkIssuerCalls } from './call-issuer.ts'

/** Signatures that need no shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** How long keys of the issuer are used before they are read again, and by how much clocks may differ. */
const KEYS_MAX_AGE = 600_000
const CLOCK_TOLERANCE = 60

/** The claims of a token. `maxAge`: seconds since it was issued; undefined: only its own expiry counts. */
export type VerifyPerson = (token: string, maxAge: number | undefined) => Promise<JsonObject | Failure>

export function linkPersonVerifier(
  gateway: SignInGateway,
  ports: Pick<Ports, 'upstream' | 'clock'>,
): VerifyPerson {
  const { audience, scopes } = gateway.signIn
  const verify = linkTokenVerifier(gateway, ports)
  return async (token, maxAge) => {
    const claims = await verify(token, [audience], maxAge)
    if (isFailure(claims)) return claims
    const [missing] = missingScopes(claims, scopes)
    return missing === undefined
      ? claims
      : failure('forbidden', `The token lacks the scope "${missing}" of its issuer.`)
  }
}

const scopesOf = (claims: JsonObject): readonly string[] => (asText(claims['scope']) ?? '').split(' ')

/** The scopes that a token has not, of those in a list. */
function missingScopes(claims: JsonObject, wanted: readonly string[]): readonly string[] {
  const held = new Set(scopesOf(claims))
  return wanted.filter(scope => !held.has(scope))
}

/**
 * Why a token may not call MCP servers; undefined where it may. It names what the token has too: a client that requests only the
 * named scopes would lose the others.
 */
export function insufficientScope(claims: JsonObject, wanted: readonly string[]): Failure | undefined {
  const missing = missingScopes(claims, wanted)
  if (missing.length === 0) return undefined
  const held = scopesOf(claims).filter(scope => SCOPE.test(scope))
  return failure('insufficient_scope', `The token lacks the scopes ${missing.join(' ')}.`, {
    scopes: [...new Set([...held.slice(0, MAX_HELD), ...wanted])],
  })
}

/** RFC 6749, section 3.3; what does not fit into a header is left out. */
const SCOPE = /^[!#-[\]-~]{1,100}$/
const MAX_HELD = 50

export type SignInGateway = Pick<Gateway, 'trustedHosts'> & { readonly signIn: PlanSignIn }

/** The claims of a token that is for one of the audiences. */
export type VerifyToken = (
  token: string,
  audiences: readonly string[],
  maxAge: number | undefined,
) => Promise<JsonObject | Failure>

export function linkTokenVerifier(
  gateway: SignInGateway,
  ports: Pick<Ports, 'upstream' | 'clock'>,
): VerifyToken {
  const { issuer, jwksUrl } = gateway.signIn
  const callService = linkIssuerCalls(gateway, ports)
  const issuerPorts: CheckPorts = {
    callService,
    callModel: async () => failure('invalid_request', 'An issuer is not a model.'),
    now: ports.clock.now,
    monotonic: ports.clock.monotonic,
    nextTurn: async () => {},
  }
  let source: KeySource | undefined
  const findSource = async (): Promise<KeySource | Failure> => {
    const url = jwksUrl ?? (await discover(issuer, callService))
    if (typeof url !== 'string') return url
    source ??= createJwksClient(url, KEYS_MAX_AGE)
    return source
  }
  return async (token, audiences, maxAge) => {
    const found = source ?? (await findSource())
    if (isFailure(found)) return found
    const keys = await found.keys(issuerPorts)
    if ('fault' in keys)
      return failure('store_unavailable', `Sign-in is currently unavailable. ${keys.fault}`)
    const options = {
      issuer,
      audience: [...audiences],
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(ports.clock.now()),
      ...(maxAge !== undefined && { maxTokenAge: maxAge }),
    }
    const first = await verifyToken(token, keys, options)
    const newer = first === 'unknown key' ? await found.newerKeys(keys, issuerPorts) : undefined
    const verified = newer === undefined ? first : await verifyToken(token, newer, options)
    if (verified === 'unknown key')
      return failure('invalid_api_key', 'The token is signed with a key that its issuer does not have.')
    if ('fault' in verified) return failure('invalid_api_key', verified.fault)
    return isOtherKind(verified) ? OTHER_KIND : (verified.payload as JsonObject)
  }
}

/** Types of tokens of people: an ID token has none or "JWT", an access token that of RFC 9068, section 2.1. */
const TYPES: ReadonlySet<string> = new Set(['jwt', 'application/jwt', 'at+jwt', 'application/at+jwt'])
/** What Keycloak's claim `typ` has in tokens that do not sign in. */
const OTHER_TYPES: ReadonlySet<string> = new Set(['logout', 'refresh', 'offline'])

/**
 * Whether a token that its issuer signed is for something else: by its type (RFC 8725, section 3.11), or because it has events
 * (RFC 8417; logout tokens of OpenID Connect Back-Channel Logout 1.0, section 2.4).
 */
function isOtherKind({ protectedHeader, payload }: JWTVerifyResult): boolean {
  const { typ } = protectedHeader
  return (
    (typ !== undefined && !TYPES.has(String(typ).toLowerCase())) ||
    payload['events'] !== undefined ||
    OTHER_TYPES.has(String(payload['typ']).toLowerCase())
  )
}

const OTHER_KIND = failure(
  'invalid_api_key',
  'The token is not an ID token or an access token (by its "typ", or its claim "events").',
)

/** Where the keys of an issuer are. */
async function discover(issuer: string, callService: CheckPorts['callService']): Promise<string | Failure> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const headers = ['accept', 'application/json']
  const found = await callServiceForJson('The issuer', { method: 'GET', url, headers }, { callService })
  if ('fault' in found)
    return failure('store_unavailable', `Sign-in is currently unavailable. ${found.fault}`)
  const { json } = found
  const location = typeof json === 'object' && json !== null && 'jwks_uri' in json ? json.jwks_uri : undefined
  return typeof location === 'string' && URL.canParse(location)
    ? location
    : failure(
        'store_unavailable',
        'Sign-in is currently unavailable. The issuer does not publish the location of its keys.',
      )
}
