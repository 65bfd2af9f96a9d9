// Required claims of a verified token: claims that must be present, allowed values, and values that must equal the
// header's.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'

type Parameters = Pick<
  CheckParameters['default.jwt'],
  'requiredClaims' | 'claimValues' | 'headerPayloadMatch'
>
type ClaimRule = NonNullable<Parameters['claimValues']>[string]
type Claims = Readonly<Record<string, unknown>>

/** A sentence that names the first invalid claim; undefined when all are valid. */
export type ValidateClaims = (claims: Claims, header: Claims) => string | undefined

const ownClaim = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

export function linkClaims({
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
