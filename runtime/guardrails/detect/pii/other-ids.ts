// National identification numbers of countries outside Europe.
import { passesLuhn, passesVerhoeff, weightedSum } from './checksums.ts'
import { byPatterns, digitsOf, type Finder, hasZeroGroup } from './pattern-finder.ts'

/** There is no check digit; some values are never assigned. */
const isSocialSecurity = (match: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}$/.test(digitsOf(match))

export const americanSocialSecurity: Finder = byPatterns(
  { pattern: /(?<![\w-])\d{3}-\d\d-\d{4}(?![\w-])/g, valid: isSocialSecurity },
  {
    pattern: /(?<![\w.] ?|, )\d{3} \d\d \d{4}(?!\w| \d)/g,
    valid: match => hasZeroGroup(match) && isSocialSecurity(match),
  },
  {
    pattern: /(?<![\w-])\d{3}([ .-]?)\d\d\1\d{4}(?![\w-])/g,
    valid: isSocialSecurity,
    keywords: /(?:(?:^|[^a-z])ssns?(?![a-z])|social security|seguro social)/i,
  },
)

const CANADIAN = /(?:social insurance|assurance sociale|(?:^|[^a-z])(?:sin|nas)(?![a-z]))/i
const isCanadian = (match: string): boolean => passesLuhn(digitsOf(match))

export const canadianInsurance: Finder = byPatterns(
  {
    pattern: /(?<![\w-])\d{3}([ .-])\d{3}\1\d{3}(?![\w-])/g,
    valid: isCanadian,
    keywords: CANADIAN,
    checked: 'grouped',
  },
  { pattern: /(?<![\w-]|\d\.)\d{9}(?![\w-])/g, valid: isCanadian, keywords: CANADIAN },
)

const YEARS = /^(?:(?:19|20)\d\d ?){3}$/
const isAadhaar = (match: string): boolean => !YEARS.test(match) && passesVerhoeff(digitsOf(match))

export const indianAadhaar: Finder = byPatterns(
  {
    pattern: /(?<!\w|\d[ -])[2-9]\d{3}(?: \d{4} |-\d{4}-)\d{4}(?!\w|[ -]\d)/g,
    valid: isAadhaar,
    isolated: true,
    excludedAfter:
      /(?:^|[^a-z])(?:tracking|parcel|shipment|consignment|order|invoice|reference|ref|serial|ticket|booking)(?: ?(?:number|no|nr|id|code))?[^\w\n]{1,4}$/i,
  },
  {
    pattern: /(?<!\w)[2-9]\d{3}([ .:-]?)\d{4}\1\d{4}(?!\w)/g,
    valid: isAadhaar,
    keywords: /(?:aadh?aa?r|uidai|आधार)/i,
    checked: 'written',
  },
)

/** Verifies both check digits; eleven equal digits would pass and are excluded. */
const isBrazilian = (match: string): boolean => {
  const digits = digitsOf(match)
  const check = (count: number): number =>
    ((weightedSum(
      digits,
      Array.from({ length: count }, (_, at) => count + 1 - at),
    ) *
      10) %
      11) %
    10
  return !/^(\d)\1{10}$/.test(digits) && check(9) === Number(digits[9]) && check(10) === Number(digits[10])
}

export const brazilianTaxpayer: Finder = byPatterns(
  { pattern: /(?<!\w)\d{3}\.\d{3}\.\d{3}-\d\d(?!\w)/g, valid: isBrazilian },
  { pattern: /(?<!\w)\d{9}-?\d\d(?!\w)/g, valid: isBrazilian, keywords: /cpf/i },
)

/** The fourth letter is the kind of holder, as for a person. */
export const indianTaxpayer: Finder = byPatterns(
  { pattern: /(?<!\w)[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?!\w)/g },
  {
    pattern: /(?<!\w)[a-z]{3}[abcfghjlpt][a-z]\d{4}[a-z](?!\w)/gi,
    keywords: /(?:(?:^|[^a-z])pan(?![a-z])|permanent account)/i,
  },
)
