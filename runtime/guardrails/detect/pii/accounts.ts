// Financial account numbers: cards and bank accounts.
import { modulo, passesLuhn } from './checksums.ts'
import { byPatterns, digitsOf, type Finder } from './pattern-finder.ts'
import { amongValues } from './rows-of-values.ts'

/**
 * Prefixes of issuers with the lengths of their numbers, by ISO/IEC 7812: Visa, Mastercard, American Express, Diners Club, Discover, JCB,
 * UnionPay, Maestro, Mir, RuPay and Troy; UATP. Ranges are as wide as any that a scheme has published.
 */
const ISSUERS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{4}|222[1-9]\d\d|22[3-9]\d{3}|2[3-6]\d{4}|27[01]\d{3}|2720\d\d)\d{10}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|095|[689]\d)\d{11,16}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^220[0-4]\d{12,15}$/,
  /^(?:50|5[6-8]|6\d)\d{11,17}$/,
  /^1\d{14}$/,
]

/** Has a prefix of an issuer, as many digits as its numbers, a valid checksum, and digits that are not all equal. */
const isCard = (match: string): boolean => {
  const digits = digitsOf(match)
  return ISSUERS.some(issuer => issuer.test(digits)) && !/^(\d)\1+$/.test(digits) && passesLuhn(digits)
}

/** Lengths that most cards have: the others are as frequent among identifiers. */
const isUsualCard = (digits: string): boolean =>
  /^(?:\d{16}|3[47]\d{13}|3[0689]\d{12}|62\d{17})$/.test(digits) && isCard(digits)

/** Groups as they are printed, with the same sign between them. */
const PRINTED = [
  String.raw`[2-6]\d{3}([ .-])\d{4}\SIGN\d{4}\SIGN\d{4}(?:\SIGN\d{3})?`,
  String.raw`3\d{3}([ .-])\d{6}\SIGN\d{4,5}`,
  String.raw`[56]\d{3}([ .-])\d{4}\SIGN\d{5}`,
  String.raw`6\d{5}([ .-])\d{13}`,
].map((groups, index) => groups.replaceAll('SIGN', String(index + 1)))

/** What names a card. */
export const CARD_KEYWORD =
  /(?:(?:^|[^a-z])(?:credit|debit|cards?|visa|master ?card|amex|american express|discover|maestro|diners|pan|cc)(?![a-z])|kreditkarte|kartennummer|carte|tarjeta|carta|cartão|карт|卡号|カード|카드)/i

const printed = `(?<!\\w|[.-])(?:${PRINTED.join('|')})`

const cards = byPatterns(
  {
    pattern: /(?<!\w|\d\.)[2-6]\d{13,18}(?!\w|\.\d)/g,
    valid: isUsualCard,
    excludedAt: amongValues(isCard),
  },
  {
    pattern: /(?<!\w|\d\.)[2-6]\d{12,18}(?!\w|\.\d)/g,
    valid: isCard,
    keywords: CARD_KEYWORD,
    checked: 'written',
  },
  // Cards of airlines (UATP) look like times and identifiers.
  { pattern: /(?<!\w|\d\.)1\d{14}(?!\w|\.\d)/g, valid: isCard, keywords: CARD_KEYWORD },
  // Decimals and versions have dots, too.
  {
    pattern: new RegExp(String.raw`${printed}(?![\w]|[.-]\d)`, 'g'),
    valid: isCard,
    isolated: 'pairs',
  },
  {
    pattern: new RegExp(String.raw`${printed}(?!\w)`, 'g'),
    valid: isCard,
    optionalTail: /[ -]\d{3}$/,
    keywords: CARD_KEYWORD,
    rare: true,
  },
)

/** A mistyped or made up number in the column of cards is to be hidden, too. */
export const creditCards: Finder = Object.assign(cards, {
  whole: new RegExp(`^(?:[2-6]\\d{12,18}|${PRINTED.join('|')})$`),
})

/** Lengths by country, from the ISO 13616 registry. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const IBAN_START = /(?<!\w)[A-Z]{2}\d\d(?=[ -]?[A-Z\d])/gi

export const bankAccounts: Finder = function* (text) {
  for (const { 0: head, index } of text.matchAll(IBAN_START)) {
    const length = LENGTHS.get(head.slice(0, 2).toUpperCase())
    const end = length === undefined ? undefined : ibanEnd(text, index, length)
    if (end !== undefined && passesMod97(text.slice(index, end))) yield [index, end]
  }
}

/** The end of `length` alphanumeric characters, each optionally preceded by a single space or dash. */
function ibanEnd(text: string, start: number, length: number): number | undefined {
  let at = start
  for (let count = 0; count < length; count += 1) {
    if (count > 0 && /[ -]/.test(text[at] ?? '')) at += 1
    if (!/[A-Z\d]/i.test(text[at] ?? '')) return undefined
    at += 1
  }
  return /\w/.test(text[at] ?? '') ? undefined : at
}

function passesMod97(iban: string): boolean {
  const plain = iban.replace(/[ -]/g, '').toUpperCase()
  const rearranged = plain.slice(4) + plain.slice(0, 4)
  return (
    modulo(
      rearranged.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55)),
      97,
    ) === 1
  )
}
