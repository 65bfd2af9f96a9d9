// What a verified token must say: claims that are there, values that they may have, and values that its header repeats.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'

type Parameters = Pick<
  CheckParameters['default.jwt'],
  'requiredClaims' | 'claimValues' | 'headerPayloadMatch'
>
type Values = NonNullable<Parameters['claimValues']>[string]
type Claims = Readonly<Record<string, unknown>>

/** A sentence that names the first claim that is wrong; undefined where none is. */
export type JudgeClaims = (claims: Claims, header: Claims) => string | undefined

const own = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined

export function linkClaims({
  requiredClaims = [],
  claimValues = {},
  headerPayloadMatch = [],
}: Parameters): JudgeClaims {
  const values = Object.entries(claimValues).map(([name, wanted]) => [name, linkValues(wanted)] as const)
  const lacks = (name: string): string => `The token lacks the claim ${JSON.stringify(name)}.`
  return (claims, header) => {
    for (const name of requiredClaims) if ((own(claims, name) ?? null) === null) return lacks(name)
    for (const [name, fits] of values) {
      const value = own(claims, name) ?? null
      if (value === null) return lacks(name)
      if (!fits(value)) return `The claim ${JSON.stringify(name)} of the token is not one that is allowed.`
    }
    for (const name of headerPayloadMatch) {
      const value = own(claims, name)
      if (!isScalar(value) || own(header, name) !== value)
        return `The claim ${JSON.stringify(name)} differs between the header and the claims of the token.`
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

/** A list holds its items; a text holds its words, as scopes are written. */
function partsOf(claim: unknown): readonly unknown[] {
  if (Array.isArray(claim)) return claim
  return typeof claim === 'string' ? claim.split(' ') : [claim]
}
