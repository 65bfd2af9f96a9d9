// Required claims of a verified token: claims that must be present, allowed values, and values that must equal the
// header's.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'

type Parameters = Pick<
  CheckParameters['default.jwt'],
  'requiredClaims' | 'claimValues' | 'headerPayloadMatch'
>
type Values = NonNullable<Parameters['claimValues']>[string]
type Claims = Readonly<Record<string, unknown>>

/** A sentence that names the first invalid claim; undefined when all are valid. */
export type JudgeClaims = (claims: Claims, header: Claims) => string | undefined

const own = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

export function linkClaims({
  requiredClaims = [],
  claimValues = {},
  headerPayloadMatch = [],
}: Parameters): JudgeClaims {
  const values = Object.entries(claimValues).map(([name, wanted]) => [name, linkValues(wanted)] as const)
  const lacks = (name: string): string => `The token is missing the claim ${JSON.stringify(name)}.`
  return (claims, header) => {
    for (const name of requiredClaims) if ((own(claims, name) ?? null) === null) return lacks(name)
    for (const [name, fits] of values) {
      const value = own(claims, name) ?? null
      if (value === null) return lacks(name)
      if (!fits(value))
        return `The claim ${JSON.stringify(name)} of the token does not have an allowed value.`
    }
    for (const name of headerPayloadMatch) {
      const value = own(claims, name)
      if (!isScalar(value) || own(header, name) !== value)
        return `The claim ${JSON.stringify(name)} differs between the header and the payload of the token.`
    }
    return undefined
  }
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function linkValues({ values, matchType }: Values): (claim: unknown) => boolean {
  const wanted: ReadonlySet<unknown> = new Set(values)
  if (matchType === 'contains') return claim => partsOf(claim).some(part => wanted.has(part))
  if (matchType === 'exact') return claim => wanted.has(claim)
  return claim => {
    const held = new Set(partsOf(claim))
    return values.every(value => held.has(value))
  }
}

/** The items of a list, or the space-separated words of a string, as in `scope`. */
function partsOf(claim: unknown): readonly unknown[] {
  if (Array.isArray(claim)) return claim
  return typeof claim === 'string' ? claim.split(' ') : [claim]
}
