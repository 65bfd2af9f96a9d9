// default.jwt: the request has a token signed by an issuer, with the required claims. Only keys that cannot be
// fetched are an error; anything wrong with the token fails the check.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check, CheckPorts, CheckResult } from '../check.ts'
import { checkError } from '../result.ts'
import { createJwksClient, type KeySource } from '../services/jwt/jwks-client.ts'
import {
  type KeySet,
  parseKeySet,
  type TokenOptions,
  type VerifyResult,
  verifyToken,
} from '../services/jwt/verify-token.ts'

type Parameters = CheckParameters['default.jwt']

/** Longer values are not tokens. */
const MAX_TOKEN_LENGTH = 16 * 1024

const failedResult = (reason: string): CheckResult => ({ passed: false, reason })

export const jwt: Check<Parameters> = {
  link: parameters => {
    const { headerKey, algorithms, issuer, audience, clockTolerance, maxTokenAge } = parameters
    const name = headerKey.toLowerCase()
    const source = linkKeySource(parameters)
    const validateClaims = linkClaims(parameters)
    const options: Omit<TokenOptions, 'currentDate'> = {
      algorithms: [...algorithms],
      clockTolerance,
      maxTokenAge,
      ...(issuer === undefined ? {} : { issuer: [...issuer] }),
      ...(audience === undefined ? {} : { audience: [...audience] }),
    }
    return async ({ header }, ports) => {
      const token = header(name)?.replace(/^Bearer\s+/i, '') ?? ''
      if (token === '') return failedResult(`The request has no token in the header ${headerKey}.`)
      if (token.length > MAX_TOKEN_LENGTH) return failedResult('The header does not contain a signed token.')
      if (source === undefined) return failedResult('The check has no keys: set "jwks" or "jwksUri".')
      const keys = await source.keys(ports)
      if ('fault' in keys) return checkError(keys.fault)
      const datedOptions = { ...options, currentDate: new Date(ports.now()) }
      const firstAttempt = await verifyToken(token, keys, datedOptions)
      const verified =
        firstAttempt === 'unknown key'
          ? await retryWithNewKeys(token, source, keys, datedOptions, ports)
          : firstAttempt
      if (verified === 'unknown key')
        return failedResult("The token is signed with a key that is not in the issuer's key set.")
      if ('fault' in verified) return failedResult(verified.fault)
      const fault = validateClaims(verified.payload, { ...verified.protectedHeader })
      return fault === undefined ? { passed: true, reason: 'The token is valid.' } : failedResult(fault)
    }
  },
}

/** The issuer may have rotated its keys. */
async function retryWithNewKeys(
  token: string,
  source: KeySource,
  known: KeySet,
  options: TokenOptions,
  ports: CheckPorts,
): Promise<VerifyResult> {
  const others = await source.newerKeys(known, ports)
  return others === undefined ? 'unknown key' : await verifyToken(token, others, options)
}

/** Undefined when the config has no usable keys; such a config rejects every token. */
function linkKeySource({ jwks, jwksUri, cacheMaxAge }: Parameters): KeySource | undefined {
  if (jwks === undefined)
    return jwksUri === undefined ? undefined : createJwksClient(jwksUri, cacheMaxAge * 1000)
  const keys = parseKeySet(jwks, '"jwks"')
  return 'fault' in keys ? undefined : { keys: async () => keys, newerKeys: async () => undefined }
}

type ClaimRule = NonNullable<Parameters['claimValues']>[string]
type Claims = Readonly<Record<string, unknown>>

/** A sentence that names the first invalid claim; undefined when all are valid. */
type ValidateClaims = (claims: Claims, header: Claims) => string | undefined

const ownClaim = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

function linkClaims({
  requiredClaims = [],
  claimValues = {},
  headerPayloadMatch = [],
}: Parameters): ValidateClaims {
  const values = Object.entries(claimValues).map(([name, rule]) => [name, linkClaimRule(rule)] as const)
  const missingClaim = (name: string): string => `The token is missing the claim ${JSON.stringify(name)}.`
  return (claims, header) => {
    for (const name of requiredClaims)
      if ((ownClaim(claims, name) ?? null) === null) return missingClaim(name)
    for (const [name, isAllowed] of values) {
      const value = ownClaim(claims, name) ?? null
      if (value === null) return missingClaim(name)
      if (!isAllowed(value))
        return `The claim ${JSON.stringify(name)} of the token does not have an allowed value.`
    }
    for (const name of headerPayloadMatch) {
      const value = ownClaim(claims, name)
      if (!isScalar(value) || ownClaim(header, name) !== value)
        return `The claim ${JSON.stringify(name)} differs between the header and the payload of the token.`
    }
    return undefined
  }
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function linkClaimRule({ values, matchType }: ClaimRule): (claim: unknown) => boolean {
  const allowed: ReadonlySet<unknown> = new Set(values)
  if (matchType === 'contains') return claim => claimItems(claim).some(part => allowed.has(part))
  if (matchType === 'exact') return claim => allowed.has(claim)
  return claim => {
    const present = new Set(claimItems(claim))
    return values.every(value => present.has(value))
  }
}

/** The items of a list, or the space-separated words of a string, as in `scope`. */
function claimItems(claim: unknown): readonly unknown[] {
  if (Array.isArray(claim)) return claim
  return typeof claim === 'string' ? claim.split(' ') : [claim]
}
