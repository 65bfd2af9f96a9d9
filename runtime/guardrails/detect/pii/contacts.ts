// Contact data: e-mail addresses, telephone numbers, IP addresses.
import { byPatterns, digitsOf, type Finder } from './pattern-finder.ts'

const LOCAL = /[\p{L}\p{N}_%+][\p{L}\p{N}._%+'-]{0,63}$/u
const DOMAIN = /[\p{L}\p{N}][\p{L}\p{N}-]{0,62}(?:\.[\p{L}\p{N}][\p{L}\p{N}-]{0,62}){1,8}/uy
const TOP_LEVEL = /^(?:xn--[a-z\d-]{2,59}|\p{L}{2,63})$/iu
/** `icon@2x.png` is a file name. */
const FILE = /^(?:png|jpe?g|gif|webp|svg|ico|avif)$/i

export const emailAddresses: Finder = function* (text) {
  const domain = new RegExp(DOMAIN)
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0]
    domain.lastIndex = at + 1
    const labels = domain.exec(text)?.[0].split('.') ?? []
    while (labels.length > 1 && !TOP_LEVEL.test(labels.at(-1) ?? '')) labels.pop()
    // `git@host:path` is a repository, not a person.
    if (local === undefined || local === 'git' || labels.length < 2 || FILE.test(labels.at(-1) ?? ''))
      continue
    yield [at - local.length, at + 1 + labels.join('.').length]
  }
}

const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?!\d)/
const isLongEnough = (min: number, max: number) => (match: string) => {
  const { length } = digitsOf(match)
  return length >= min && length <= max && !DATE.test(match)
}

const PHONE_KEYWORD =
  /(?:(?:^|[^a-z])(?:tele|cell|mobile )?(?:phone|tel|call|text|mobile|cell|fax|whatsapp|handy|mobil|telefon|rufnummer|telefone|celular|m[oó]vil|tel[eé]fono|t[eé]l[eé]phone|portable|cellulare|telefoon|number is|my number)(?![a-z])|телефон|电话|手机|電話|携帯|전화|هاتف|फ़ोन)/i

/** A function argument, another field, or a count may also follow such a word. */
const OTHER_FIELD =
  /\w\($|(?:^|[^a-z])(?:id|ids|order|ticket|case|invoice|port|pid|with|argument|value)["']?[ \t]{0,2}[:=#]?[ \t]{0,2}["']?$/i

export const phoneNumbers: Finder = byPatterns(
  { pattern: /(?<![\w+])\+[1-9](?:[ ()./-]{0,2}\d){7,14}(?!\d)/g },
  {
    pattern: /(?<![\w.,])00[ -]?[1-9](?:[ ()./-]{0,2}\d){8,14}(?!\w)/g,
    valid: match => /[ ()/-]/.test(match),
  },
  // North America
  { pattern: /(?<![\w+.-])(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}(?![\w-])/g },
  // Leading zero before the area code: most of Europe, Japan, Australia
  {
    pattern: /(?<![\w.,+-])\(?0[1-9]\d{0,3}\)?(?:[ ./-]{1,3}\d{2,8}){1,4}(?!\w)/g,
    valid: isLongEnough(9, 12),
    optionalTail: /[ ./-]{1,3}\d{2,8}$/,
  },
  // Brazil, India, China
  { pattern: /(?<!\w)\(\d\d\) ?9?\d{4}-\d{4}(?!\w)/g },
  { pattern: /(?<![\w.,+-])[6-9]\d{4} \d{5}(?!\w)/g },
  { pattern: /(?<![\w.,+-])1[3-9]\d[ -]\d{4}[ -]\d{4}(?!\w)/g },
  {
    pattern: /(?<![\w+])\(?\d(?:[ ()./-]{0,2}\d){6,14}(?!\w)/g,
    valid: isLongEnough(7, 15),
    keywords: PHONE_KEYWORD,
    excludedAfter: OTHER_FIELD,
  },
)

const isVersionFour = (match: string): boolean => {
  const octets = match.split('.').map(Number)
  return (
    octets.every(octet => octet <= 255) && octets[0] !== 0 && octets[0] !== 127 && match !== '255.255.255.255'
  )
}

/** `a::b` is also code, so an address needs a digit and a group of three. */
const isVersionSix = (match: string): boolean =>
  (match.match(/:/g)?.length ?? 0) >= 2 &&
  /\d/.test(match) &&
  /[\da-f]{3}/i.test(match) &&
  /[\da-f]:(?:.{0,40}:)?[\da-f]/i.test(match) &&
  URL.canParse(`http://[${match}]/`)

export const networkAddresses: Finder = byPatterns(
  { pattern: /(?<![\w.])(?<!version )(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g, valid: isVersionFour },
  { pattern: /(?<![\w:.])[\da-f:][\da-f:.]{1,44}(?![\w:])/gi, valid: isVersionSix, optionalTail: /[.:]$/ },
)
