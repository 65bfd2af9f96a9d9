// National identification numbers of European countries. All but the British have check digits; if there is only
// one and the number has no distinctive format, a keyword must precede it.
import { modulo, passesLuhn, passesMod1110, weightedSum } from './checksums.ts'
import { byPatterns, digitsOf, type Finder, isTimeStamp } from './pattern-finder.ts'
import { amongValues } from './rows-of-values.ts'

export const britishInsurance: Finder = byPatterns({
  pattern: /(?<!\w)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ -]?\d\d[ -]?\d\d[ -]?\d\d[ -]?[A-D](?!\w)/gi,
  valid: match => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/i.test(match),
})

/** Of the first ten digits, one occurs two or three times and the others at most once. */
const isGermanTax = (match: string): boolean => {
  const digits = digitsOf(match)
  const counts = Array.from('0123456789', digit => digits.slice(0, 10).split(digit).length - 1)
  const repeated = counts.filter(count => count > 1)
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3 && passesMod1110(digits)
}

/** The identification number, and the number that a tax office assigns: it has no check digit that is the same in all states. */
export const germanTax: Finder = byPatterns(
  {
    pattern: /(?<![\w.+-])[1-9]\d ?\d{3} ?\d{3} ?\d{3}(?!\w)/g,
    valid: isGermanTax,
    isolated: true,
    excludedAt: amongValues(isGermanTax),
  },
  {
    pattern: /(?<![\w.+-])(?:\d{2,3}[/ ]\d{3,4}[/ ]\d{4,5}|\d{10,11}|\d{13})(?!\w|[/ ]\d)/g,
    valid: match => /^\d{10,11}$|^\d{13}$/.test(digitsOf(match)),
    keywords:
      /(?:steuer(?:nummer|-?nr|[- ]?id|liche identifikations)|st\.?-?nr|identifikationsnummer|(?<![a-z])(?:st)?id-?nr|tax (?:number|id))/i,
  },
)

export const frenchInsurance: Finder = byPatterns({
  pattern:
    /(?<!\w)[1-478]([ .]?)\d\d\1(?:0[1-9]|1[0-2]|[2-9]\d)\1(?:\d\d|2[AB])\1\d{3}\1\d{3}[ .]?\d\d(?!\w)/gi,
  valid: match => {
    const written = match.replace(/[ .]/g, '').toUpperCase().replace('2A', '19').replace('2B', '18')
    return 97 - modulo(written.slice(0, 13), 97) === Number(written.slice(13))
  },
})

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const isSpanish = (match: string): boolean => {
  const number = digitsOf(match.replace(/^[XYZ]/i, first => String('XYZ'.indexOf(first.toUpperCase()))))
  return SPANISH_LETTERS[Number(number) % 23] === match.at(-1)?.toUpperCase()
}

export const spanishNational: Finder = byPatterns(
  { pattern: /(?<![\w.])\d{8}[ -]?[A-HJ-NP-TV-Z](?!\w)/gi, valid: isSpanish },
  { pattern: /(?<![\w.])\d{1,2}\.\d{3}\.\d{3}[ .-]?[A-HJ-NP-TV-Z](?!\w)/gi, valid: isSpanish },
  // Seven digits: a leading zero is often left out. Without a dash they may be hexadecimal.
  { pattern: /(?<![\w.-])\d{7}-[A-HJ-NP-TV-Z](?!\w)/g, valid: isSpanish },
  {
    pattern: /(?<![\w.-])\d{7}[A-HJ-NP-TV-Z](?!\w)/gi,
    valid: isSpanish,
    keywords: /(?:(?:^|[^a-z])(?:dni|nif)(?![a-z])|documento)/i,
    checked: true,
  },
)
export const spanishForeigner: Finder = byPatterns({
  pattern: /(?<!\w)[XYZ][ .-]?(?:\d{7}|\d\.\d{3}\.\d{3})[ .-]?[A-HJ-NP-TV-Z](?!\w)/gi,
  valid: isSpanish,
})

/** Values of characters at odd positions; letters share the values of digits and continue after them. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

export const italianFiscal: Finder = byPatterns({
  pattern: /(?<!\w)[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z](?!\w)/gi,
  valid: match => {
    const code = match.toUpperCase()
    const sum = Array.from(code.slice(0, 15), (character, at) => {
      const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65
      return at % 2 === 0 ? (ODD[value] ?? 0) : value
    }).reduce((total, value) => total + value, 0)
    return code.charCodeAt(15) - 65 === sum % 26
  },
})

export const dutchCitizen: Finder = byPatterns({
  pattern: /(?<!\w)\d{4}[ .]?\d{2}[ .]?\d{3}(?!\w)|(?<!\w)\d{3}[ .]\d{3}[ .]\d{3}(?!\w)/g,
  valid: match => weightedSum(digitsOf(match), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  keywords: /(?:bsn|burgerservice|sofi|citizen service)/i,
})

export const polishCitizen: Finder = byPatterns({
  pattern: /(?<!\w)\d\d(?:[02468][1-9]|[13579][0-2])(?:0[1-9]|[12]\d|3[01])\d{5}(?!\w)/g,
  valid: match => weightedSum(match, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  keywords: /pesel/i,
  checked: true,
})

export const swissInsurance: Finder = byPatterns({
  pattern: /(?<!\w)756[ .]?\d{4}[ .]?\d{4}[ .]?\d\d(?!\w)/g,
  valid: match => weightedSum(digitsOf(match), [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
})

const passesSwedish = (match: string): boolean => passesLuhn(digitsOf(match).slice(-10))
/** The day of a coordination number is raised by sixty. */
const SWEDISH_DATE = String.raw`\d\d(?:0[1-9]|1[0-2])(?:[06][1-9]|[1278]\d|[39][01])`

export const swedishPerson: Finder = byPatterns(
  {
    pattern: new RegExp(String.raw`(?<!\w)(?:18|19|20)?${SWEDISH_DATE}[-+]\d{4}(?!\w)`, 'g'),
    valid: passesSwedish,
  },
  {
    pattern: new RegExp(String.raw`(?<![\w.+-])(?:18|19|20)${SWEDISH_DATE} ?\d{4}(?![\w-]|\.\d)`, 'g'),
    valid: match => !isTimeStamp(match) && passesSwedish(match),
    isolated: true,
    excludedAt: amongValues(passesSwedish),
  },
  {
    pattern: new RegExp(String.raw`(?<![\w.+-])${SWEDISH_DATE} ?\d{4}(?![\w-]|\.\d)`, 'g'),
    valid: passesSwedish,
    keywords: /(?:person(?:nummer|al number|al identity)|samordningsnummer|pnr|swedish)/i,
    checked: true,
  },
)

const NHS = /(?:(?:^|[^a-z])nhs(?![a-z])|national health|health service)/i

/** Weighted by ten down to two; the last digit completes the sum to a multiple of eleven. */
const isBritishHealth = (match: string): boolean => {
  const digits = digitsOf(match)
  return !/^(\d)\1{9}$/.test(digits) && weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
}

export const britishHealth: Finder = byPatterns(
  {
    pattern: /(?<![\w.+-])\d{3}([ -])\d{3}\1\d{4}(?![\w-]|\.\d)/g,
    valid: isBritishHealth,
    keywords: NHS,
    checked: 'grouped',
  },
  {
    pattern: /(?<![\w.+-])\d{3}[ -]?\d{3}[ -]?\d{4}(?![\w-]|\.\d)/g,
    valid: isBritishHealth,
    keywords: NHS,
    checked: 'written',
  },
)

/** A date, a sign of the century (those of dvv.fi/en/reform-of-personal-identity-code, 2026-12-01), and a remainder of 31 as a letter (python-stdnum, fi/hetu). */
export const finnishPerson: Finder = byPatterns({
  pattern:
    /(?<![\w-])(?:(?:0[1-9]|[12]\d)(?:0[1-9]|1[0-2])|30(?:0[13-9]|1[0-2])|31(?:0[13578]|1[02]))\d\d[-+A-FU-Y]\d{3}[\dA-FHJ-NPR-Y](?![\w-])/gi,
  valid: match => {
    const remainder = Number(match.slice(0, 6) + match.slice(7, 10)) % 31
    return '0123456789ABCDEFHJKLMNPRSTUVWXY'[remainder] === match.slice(10).toUpperCase()
  },
})
