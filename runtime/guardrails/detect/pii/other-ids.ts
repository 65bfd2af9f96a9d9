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
    pattern: /(?<![\w.-])\d{3}\.\d\d\.\d{4}(?![\w-]|\.\d)/g,
    valid: match => hasZeroGroup(match) && isSocialSecurity(match),
  },
  {
    pattern: /(?<![\w-])\d{3}[ .-]?\d\d[ .-]?\d{4}(?![\w-])/g,
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

/**
 * Of the Internal Revenue Service: a nine, and groups that it assigns: 50 to 65, 70 to 88, 90 to 92, 94 to 99; 93 is that of adoptions
 * (support.taxslayerpro.com "Valid Range for ITINs", 2026-12-01).
 */
const isItin = (match: string): boolean =>
  /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digitsOf(match))

export const americanTaxpayer: Finder = byPatterns(
  { pattern: /(?<![\w-])9\d\d-\d\d-\d{4}(?![\w-])/g, valid: isItin },
  {
    pattern: /(?<![\w-])9\d\d[ .-]?\d\d[ .-]?\d{4}(?![\w-])/g,
    valid: isItin,
    keywords: /(?:(?:^|[^a-z])itins?(?![a-z])|individual taxpayer|taxpayer id)/i,
  },
)

/** Luhn over the number after the prefix of health applications in the United States (69 FR 3434). */
export const americanProvider: Finder = byPatterns({
  pattern: /(?<![\w.-])[12]\d{3}([ -]?)\d{3}\1\d{3}(?![\w-]|\.\d)/g,
  valid: match => passesLuhn(`80840${digitsOf(match)}`),
  keywords: /(?:(?:^|[^a-z])npis?(?![a-z])|national provider|provider (?:id(?![a-z])|identifier))/i,
  checked: 'written',
})

/** Weighted by 3, 7 and 1; the first two digits are those of a Federal Reserve district. */
export const americanRouting: Finder = byPatterns({
  pattern: /(?<![\w.-])(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d\d(-?)\d{4}\1\d(?![\w-]|\.\d)/g,
  valid: match => {
    const digits = digitsOf(match)
    return digits !== '000000000' && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0
  },
  keywords: /(?:(?:^|[^a-z])(?:aba|rtn)(?![a-z])|routing|transit number)/i,
  checked: 'written',
})

/** Weighted modulo 11 (python-stdnum, au/tfn; taxandsupernewsroom.com.au "The secret life of TFNs", 2026-12-01). */
export const australianTax: Finder = byPatterns({
  pattern: /(?<![\w.-])\d{3}([ -]?)\d{3}\1\d{3}(?![\w-]|\.\d)/g,
  valid: match => weightedSum(digitsOf(match), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  keywords: /(?:(?:^|[^a-z])tfns?(?![a-z])|tax file)/i,
})

/** A date, and a digit weighted modulo 11 (python-stdnum, kr/rrn; Wikipedia "Resident registration number", 2026-12-01). Since October 2020 the last six digits are drawn, so a label is enough. */
const isKorean = (match: string): boolean => {
  const digits = digitsOf(match)
  return (11 - (weightedSum(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === Number(digits[12])
}
const KOREAN = String.raw`(?<![\w-])\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])SIGN\d{7}(?![\w-])`

export const koreanResident: Finder = byPatterns(
  { pattern: new RegExp(KOREAN.replace('SIGN', '-'), 'g'), valid: isKorean },
  {
    pattern: new RegExp(KOREAN.replace('SIGN', '-?'), 'g'),
    keywords: /(?:주민(?:등록)?번호|외국인등록번호|(?:^|[^a-z])rrn(?![a-z])|resident registration)/i,
  },
)

/** What is added to the sum of each series, and its letters. M is that of foreigners since 2022. */
const SERIES: Readonly<Record<string, readonly [offset: number, letters: string]>> = {
  S: [0, 'JZIHGFEDCBA'],
  T: [4, 'JZIHGFEDCBA'],
  F: [0, 'XWUTRQPNMLK'],
  G: [4, 'XWUTRQPNMLK'],
  M: [3, 'XWUTRQPNJLK'],
}

/** Weighted modulo 11, to one of eleven letters of the series. */
const isSingaporean = (match: string): boolean => {
  const id = match.toUpperCase()
  const series = SERIES[id.charAt(0)]
  if (series === undefined) return false
  const [offset, letters] = series
  return letters[(weightedSum(id.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11] === id[8]
}

export const singaporeanId: Finder = byPatterns({
  pattern: /(?<!\w)[STFGM]\d{7}[A-Z](?!\w)/gi,
  valid: isSingaporean,
})

/** Weighted by 13 down to 2, modulo 11 (python-stdnum, th/pin; Thai Wikipedia on the thirteenth digit, 2026-12-01). */
const isThai = (match: string): boolean => {
  const digits = digitsOf(match)
  return (
    (11 - (weightedSum(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits[12])
  )
}

export const thaiId: Finder = byPatterns(
  { pattern: /(?<![\w-])[1-8]([ -])\d{4}\1\d{5}\1\d\d\1\d(?![\w-])/g, valid: isThai, isolated: true },
  {
    pattern: /(?<![\w-])[1-8]\d{12}(?![\w-]|\.\d)/g,
    valid: isThai,
    keywords:
      /(?:(?:^|[^a-z])tnin(?![a-z])|บัตรประชาชน|ประจำตัวประชาชน|thai (?:national )?id|(?:^|[^a-z])national id)/i,
  },
)

/**
 * Two check digits (python-stdnum, tr/tckimlik): seven times the digits at odd places less those at even ones, and the sum of ten digits, both
 * modulo 10 (pypi.org/project/tckn-checksum, 2026-12-01).
 */
const isTurkish = (match: string): boolean => {
  const check = (10 - (weightedSum(match, [3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10
  const sum = (weightedSum(match, [1, 1, 1, 1, 1, 1, 1, 1, 1]) + check) % 10
  return `${check}${sum}` === match.slice(9)
}

export const turkishId: Finder = byPatterns({
  pattern: /(?<![\w.+-])[1-9]\d{10}(?![\w-]|\.\d)/g,
  valid: isTurkish,
  keywords: /(?:t\.?c\.? ?kimlik|kimlik n|tckn|(?:^|[^a-z])turkish id)/i,
})

/** A date of birth, a citizen, a resident or a refugee, and Luhn (python-stdnum, za/idnr; mrscottsnotesonit.blogspot.com "How South African ID numbers work", 2026-12-01). */
export const southAfricanId: Finder = byPatterns({
  pattern: /(?<![\w.+-])\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]) ?\d{4} ?[0-2]\d ?\d(?![\w-]|\.\d)/g,
  valid: match => passesLuhn(digitsOf(match)),
  keywords:
    /(?:south african|(?:^|[^a-z])(?:(?:sa|rsa|identity|id) (?:id )?(?:number|no)|r?sa id)(?![a-z])|permanent resident (?:number|no)(?![a-z])|id-nommer|identiteitsnommer)/i,
})
