// Financial account numbers: cards and bank accounts.
import { modulo, passesLuhn } from './checksums.ts'
import { byPatterns, digitsOf, type Finder } from './pattern-finder.ts'

/** Has a prefix of a major card scheme, a valid checksum, and digits that are not all the same. */
const isCard = (match: string): boolean => {
  const digits = digitsOf(match)
  return (
    digits.length >= 13 &&
    /^(?:4|5[0-8]|2[2-7]|3[0-9]|6)/.test(digits) &&
    !/^(\d)\1+$/.test(digits) &&
    passesLuhn(digits)
  )
}

export const creditCards: Finder = byPatterns(
  {
    pattern: /(?<!\w)(?<!\d[.,])[2-6]\d(?:[ -]?\d){11,17}(?!\w)/g,
    valid: isCard,
    optionalTail: /[ -]\d{1,16}$/,
  },
  // In dots only as printed on cards: decimals and versions have dots too.
  {
    pattern: /(?<![\w.,])(?:[2-6]\d{3}(?:\.\d{4}){3}|3\d{3}\.\d{6}\.\d{4,5})(?!\w|\.\d)/g,
    valid: isCard,
  },
)

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
