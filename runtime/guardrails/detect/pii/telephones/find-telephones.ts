// Telephone numbers: international ones by calling code and length, national ones as they are written, and any beside
// a word that announces one. Numbers that only stand beside each other, as in tables, are none.
import { byPatterns, digitsOf, type Finder, hasZeroGroup } from '../pattern-finder.ts'
import { callingCode } from './calling-codes.ts'

const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?!\d)/

const groupsOf = (match: string): readonly string[] => match.split(/\D+/).filter(group => group !== '')
const separatorsOf = (match: string): readonly string[] => match.match(/(?<=\d)\D+(?=\d)/g) ?? []

/** Dots separate all groups or none: otherwise they are decimal points. */
const hasEvenDots = (match: string): boolean => {
  const separators = separatorsOf(match)
  return !match.includes('.') || separators.every(separator => separator.includes('.'))
}

/** The zero in `+49 (0) 30` is not dialled. */
function isDialled(match: string): boolean {
  const [first = '', ...rest] = groupsOf(match.replace(/\(0\)/, ' ').replace(/^00/, ''))
  const code = callingCode(first + rest.join(''))
  if (code === undefined || !hasEvenDots(match)) return false
  // Where the code is not written apart, the rest follows in one group: values of a row have several, or short ones.
  return first === code || rest.length === 0 || !/^\+[\d ]*$/.test(match) || isRest(rest)
}

const isRest = (groups: readonly string[]): boolean => groups.length === 1 && (groups[0] ?? '').length >= 5

/** Separated by more than spaces, or with a group that is not a value. */
const isWritten = (match: string): boolean => /[().-]/.test(match) || hasZeroGroup(match)

/** Values padded with zeros have the same length; so do pairs, of which numbers have five. */
const isPadded = (groups: readonly string[]): boolean =>
  groups.length > 2 &&
  groups.every(({ length }) => length === groups[0]?.length) &&
  !(groups.length === 5 && groups[0]?.length === 2)

/** A zero before the area code, 9 to 12 digits, one kind of separator after the area code. */
function isTrunk(match: string): boolean {
  const { length } = digitsOf(match)
  const [, ...separators] = separatorsOf(match).map(separator => separator.trim())
  const dots = match.split('.').length - 1
  return (
    length >= 9 &&
    length <= 12 &&
    !DATE.test(match) &&
    hasEvenDots(match) &&
    dots !== 1 &&
    new Set(separators).size <= 1 &&
    !(/^[\d ]*$/.test(match) && isPadded(groupsOf(match)))
  )
}

/** Beside a word: as many digits as numbers have, in at most five groups, of which no three are as long as values. */
function isAnnounced(match: string): boolean {
  const { length } = digitsOf(match)
  const groups = groupsOf(match)
  return (
    length >= 7 &&
    length <= 15 &&
    !DATE.test(match) &&
    hasEvenDots(match) &&
    groups.length <= 6 &&
    groups.filter(group => group.length >= 5).length <= 2
  )
}

const words = (names: string): string => `(?:^|[^a-z])(?:${names})(?![a-z])`
const NAMES =
  '(?:tele|cell|mobile )?(?:phone|tel|call|text|mobile|cell|fax|whatsapp|handy|mobil|telefon|rufnummer|telefone|celular|m[oó]vil|tel[eé]fono|t[eé]l[eé]phone|portable|cellulare|telefoon|(?<!(?<![a-z])(?:the|this|a|my|aba|routing|order|invoice|account|ticket|case|serial|part|tracking|reference|customer|model|item|batch|version|issue|page|id|transaction|confirmation|booking|policy|claim|member|student|employee|line|article|bestell|rechnungs)[ -]?)number is|my number(?= is))'
const OTHER_SCRIPTS = 'телефон|电话|手机|電話|携帯|전화|هاتف|फ़ोन'
/** Words that announce any number. */
const KEYWORD = new RegExp(`(?:${words(NAMES)}|${OTHER_SCRIPTS})`, 'i')
/** Words that announce a number which is written as one. */
const CUE = new RegExp(
  `(?:${words(`${NAMES}|phones|numbers?|calling|called|dial|ring|rang|reach(?:ed)?|contact|sms|hotline|helpline|landline|mob|ph|number|no|me (?:at|on)|us (?:at|on)|llama|appelez|anrufen?|unter|erreichbar`)}|${OTHER_SCRIPTS})`,
  'i',
)

/** A function argument, another field, or a count may also follow such a word. */
const OTHER_FIELD =
  /\w\($|(?:^|[^a-z])(?:id|ids|order|ticket|case|invoice|port|pid|with|argument|value)["']?[ \t]{0,2}[:=#]?[ \t]{0,2}["']?$/i

const NORTH_AMERICA =
  /(?<![\w+.-])(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}(?:(?:,? ?ext(?:ension|\.)? ?| ?x ?)\d{1,6}(?!\w)|(?![\w-]))/g
const INDIA = /(?<![\w.+-])[6-9]\d{4} \d{5}(?!\w)/g

export const telephoneNumbers: Finder = byPatterns(
  {
    pattern: /(?<![\w+])\+[1-9](?:[ ()./-]{0,2}\d){7,14}(?!\d)/g,
    valid: isDialled,
    optionalTail: /[ ()./-]{1,2}\d{1,14}$/,
    excludedAt: isSignedValue,
  },
  {
    pattern: /(?<![\w.])00[1-9](?:[ ()./-]{0,2}\d){8,14}(?!\w)/g,
    valid: match => /[ ()/-]/.test(match) && isDialled(match),
    isolated: true,
  },
  { pattern: NORTH_AMERICA, valid: isWritten, isolated: true },
  { pattern: NORTH_AMERICA, keywords: CUE, nextTo: true, rare: true },
  // Leading zero before the area code: most of Europe, Japan, Australia
  {
    pattern: /(?<![\w.+-])\(?0[1-9]\d{0,3}\)?(?:[ ./-]{1,3}\d{2,8}){1,4}(?!\w)/g,
    valid: isTrunk,
    optionalTail: /[ ./-]{1,3}\d{2,8}$/,
    isolated: true,
  },
  // Brazil, India, China
  { pattern: /(?<!\w)\(\d\d\) ?9?\d{4}-\d{4}(?!\w)/g },
  { pattern: INDIA, valid: isWritten, isolated: true },
  { pattern: INDIA, keywords: CUE, nextTo: true, rare: true },
  { pattern: /(?<![\w.+-])1[3-9]\d[ -]\d{4}[ -]\d{4}(?!\w)/g, isolated: true },
  // Russia
  { pattern: /(?<![\w.+-])8[ -]?\(\d{3}\)[ -]?\d{3}[ -]\d\d[ -]?\d\d(?!\w)/g },
  {
    pattern: /(?<![\w+])\(?\d(?:[ ()./-]{0,2}\d){6,14}(?!\w)/g,
    valid: isAnnounced,
    optionalTail: /[ ()./-]{1,2}\d{1,15}$/,
    keywords: KEYWORD,
    nextTo: true,
    excludedAfter: OTHER_FIELD,
    isolated: true,
  },
)

/** UTF-16 code units before and after a number in which such signs are looked for. */
const REACH = 240

/** A line of a diff, other than an added one; an item of a list has a space after its dash. */
const DIFF_LINE = /^(?:-(?=[^\s-])|@@ |--- |\+\+\+ |\+\d{1,6}(?!\d)(?! ?\()| (?=[^\s+]))/
/** The lines of a diff follow each other. */
const IN_DIFF = /^[-+ @]/
/** A negative number, or one with a plus sign that is too short to be dialled. */
const SIGNED = /(?:^|[\s,;|([])(?:[-\u2212]\d|\+\d{1,6}(?![\d.]|[ ()/-]{1,2}\d))/
const PERCENT_AFTER = /^[ \t]{0,2}\(?[-+\u2212]?\d{1,6}(?:[.,]\d{1,6})?[ \t]?%/
const CHANGE_BEFORE = /(?:(?<![a-z])(?:by|delta|diff|changed?|gain|growth|balance)|\u0394)["']?[ \t:=]{1,3}$/i

/**
 * Whether a number with a plus sign is a value: an added line of a diff, a change, one of a row of signed
 * numbers.
 */
function isSignedValue(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start)
  const after = text.slice(end, end + REACH)
  if (/ [-\u2212]\d/.test(text.slice(start, end))) return true
  if (CHANGE_BEFORE.test(before) || PERCENT_AFTER.test(after)) return true
  const above = before.split('\n')
  const below = after.split('\n')
  const [lineBefore = ''] = above.slice(-1)
  const [lineAfter = ''] = below
  if (SIGNED.test(lineBefore) || SIGNED.test(lineAfter)) return true
  return lineBefore === '' && (isDiff(above.slice(0, -1).reverse()) || isDiff(below.slice(1)))
}

/** Whether one of the lines next to an added one is another line of a diff. */
function isDiff(lines: readonly string[]): boolean {
  for (const line of lines) {
    if (DIFF_LINE.test(line)) return true
    if (!IN_DIFF.test(line)) return false
  }
  return false
}
