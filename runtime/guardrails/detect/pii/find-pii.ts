// Finds personal data of the chosen categories. Every category of the schema has a detector; where two match the same
// range, the first one here wins, so those with check digits precede telephone numbers.

import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { type OpenFrom, startOfRun } from '../text/settled-to.ts'
import { findSpelled, spelledOpenFrom } from '../text/spelled-text.ts'
import { type FindMatches, type TextMatch, withoutOverlaps } from '../text/text-match.ts'
import { bankAccounts, CARD_KEYWORD, creditCards } from './accounts.ts'
import { emailAddresses, hardwareAddresses, networkAddresses, walletAddresses } from './addresses.ts'
import { drivingLicences, passports } from './documents.ts'
import * as european from './european-ids.ts'
import { linkNamedNumbers } from './named-numbers.ts'
import * as other from './other-ids.ts'
import type { Finder } from './pattern-finder.ts'
import { telephoneNumbers } from './telephones/find-telephones.ts'

export type PiiCategory = CheckParameters['default.pii']['categories'][number]

export const finders: { readonly [C in PiiCategory]: Finder } = {
  EMAIL_ADDRESS: emailAddresses,
  IP_ADDRESS: networkAddresses,
  IBAN: bankAccounts,
  CREDIT_CARD: creditCards,
  CRYPTO_ADDRESS: walletAddresses,
  MAC_ADDRESS: hardwareAddresses,
  SSN: other.americanSocialSecurity,
  CA_SIN: other.canadianInsurance,
  UK_NINO: european.britishInsurance,
  DE_TAX_ID: european.germanTax,
  FR_NIR: european.frenchInsurance,
  ES_NIF: european.spanishNational,
  ES_NIE: european.spanishForeigner,
  IT_FISCAL_CODE: european.italianFiscal,
  NL_BSN: european.dutchCitizen,
  PL_PESEL: european.polishCitizen,
  CH_AHV: european.swissInsurance,
  SE_PERSONNUMMER: european.swedishPerson,
  IN_AADHAAR: other.indianAadhaar,
  BR_CPF: other.brazilianTaxpayer,
  IN_PAN: other.indianTaxpayer,
  FI_HETU: european.finnishPerson,
  KR_RRN: other.koreanResident,
  SG_NRIC: other.singaporeanId,
  TH_ID: other.thaiId,
  TR_ID: other.turkishId,
  ZA_ID: other.southAfricanId,
  AU_TFN: other.australianTax,
  US_ITIN: other.americanTaxpayer,
  US_NPI: other.americanProvider,
  US_ABA: other.americanRouting,
  UK_NHS: european.britishHealth,
  PASSPORT: passports,
  DRIVING_LICENCE: drivingLicences,
  PHONE_NUMBER: telephoneNumbers,
}

/** Spelled digits by themselves are tables, boards and lists more often than anything else. */
const SPELLED: ReadonlySet<string> = new Set<PiiCategory>(['EMAIL_ADDRESS', 'CREDIT_CARD', 'IBAN'])
const DIGITS = /^[\d ]+$/

const isSpelled = (kind: string, run: string, before: string): boolean =>
  SPELLED.has(kind) && (!DIGITS.test(run) || CARD_KEYWORD.test(before))

/** Every kind of personal data here contains a digit, an at sign or a colon, but addresses of devices whose digits are letters. */
const PII_CHARACTER =
  /[\d@:]|(?<!\w)[a-f]{2}(?:-[a-f]{2}){5}(?!\w)|(?<!\w)[a-f]{4}\.[a-f]{4}\.[a-f]{4}(?!\w)/i

/** `withoutLabel`: categories whose numbers need no keyword. */
export function linkPiiFinder(
  categories: readonly PiiCategory[],
  withoutLabel: readonly PiiCategory[] = [],
): FindMatches {
  const enabled = (Object.keys(finders) as PiiCategory[])
    .filter(category => categories.includes(category))
    .map(category => ({
      kind: category,
      find: finders[category],
      needsNoLabel: withoutLabel.includes(category),
    }))
  const namedNumbers = linkNamedNumbers(enabled)
  const find = (text: string): readonly TextMatch[] => {
    const asciiText = withoutEmphasis(toAsciiDigits(text))
    if (!PII_CHARACTER.test(asciiText)) return []
    const matches: TextMatch[] = []
    for (const { kind, find, needsNoLabel } of enabled)
      for (const [start, end] of find(asciiText, needsNoLabel)) matches.push({ kind, start, end })
    matches.push(...namedNumbers(asciiText))
    return withoutOverlaps(matches)
  }
  return findSpelled(find, isSpelled)
}

/** Longer than a number with its separators, and the label that may follow it. */
const REACH = 128
const DIGIT = /\p{Nd}/u

/**
 * The position from which a growing text may still contain personal data that are not complete: numbers with
 * their separators and the labels after them, and the last word.
 */
export const piiOpenFrom: OpenFrom = text => {
  const word = Math.min(startOfRun(text), spelledOpenFrom(text))
  const from = Math.max(0, text.length - REACH)
  const digit = text.slice(from).search(DIGIT)
  // A number that began before is in the run of words that the first of these digits is in.
  return digit < 0 ? word : Math.min(word, startOfRun(text, from + digit))
}

/** Underscores of Markdown around a value would be letters of it. */
const EMPHASIS = /(?<!\w)(_{1,2})(?=[^\s_])([^\n_]{1,80})\1(?![\w@]|[.+-]\w)/g
const withoutEmphasis = (text: string): string =>
  text.includes('_')
    ? text.replace(EMPHASIS, (_whole, marks: string, inner: string) => {
        const stars = '*'.repeat(marks.length)
        return `${stars}${inner}${stars}`
      })
    : text

const NON_ASCII = /(?![\0-\x7f])[\p{Nd}\p{Pd}\p{Zs}\u2212\uff0b\uff0e\uff20]/gu
const ASCII = /^[\0-\x7f]*$/

const SIGNS: Readonly<Record<string, string>> = { '\uff0b': '+', '\uff0e': '.', '\uff20': '@', '\u2212': '-' }

/**
 * Digits of other scripts, dashes, spaces and full-width signs as ASCII, code unit for code unit: an index in
 * the result is the same index in the text.
 */
const toAsciiDigits = (text: string): string => (ASCII.test(text) ? text : text.replace(NON_ASCII, toAscii))

function toAscii(character: string): string {
  if (character.length > 1) return character
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  if (/\p{Nd}/u.test(character)) return String(digitOf(character.charCodeAt(0)))
  return /\p{Zs}/u.test(character) ? ' ' : '-'
}

/** The ten digits of a script are contiguous and start at a multiple of sixteen, or six after one. */
function digitOf(code: number): number {
  const start = code & ~0xf
  return code - (/\p{Nd}/u.test(String.fromCharCode(start)) ? start : start + 6)
}
