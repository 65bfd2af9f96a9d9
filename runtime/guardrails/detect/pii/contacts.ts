// Addresses: e-mail and IP.
import { byPatterns, type Finder } from './pattern-finder.ts'

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

const isVersionFour = (match: string): boolean => {
  const octets = match.split('.').map(Number)
  return (
    octets.every(octet => octet <= 255) &&
    !/(?:^|\.)0\d/.test(match) &&
    octets[0] !== 0 &&
    octets[0] !== 127 &&
    match !== '255.255.255.255'
  )
}

/** What precedes the version of software. */
const VERSION =
  /(?:(?:^|[^a-z])(?:versions?|release[ds]?|build|ver|rev(?:ision)?|firmware|driver|upgraded?|updated?|to|>=|<=|==|[~^<>@])["']?[ \t]{0,2}[:=]?[ \t]{0,2}["']?|[a-z][\w-]{0,40}[-_/@=])$/i

/** `a::b` is also code, so an address needs a digit and a group of three. */
const isVersionSix = (match: string): boolean =>
  (match.match(/:/g)?.length ?? 0) >= 2 &&
  /\d/.test(match) &&
  /[\da-f]{3}/i.test(match) &&
  /[\da-f]:(?:.{0,40}:)?[\da-f]/i.test(match) &&
  URL.canParse(`http://[${match}]/`)

export const networkAddresses: Finder = byPatterns(
  {
    pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d|[-+~]\w)/g,
    valid: isVersionFour,
    excludedAfter: VERSION,
  },
  { pattern: /(?<![\w:.])[\da-f:][\da-f:.]{1,44}(?![\w:])/gi, valid: isVersionSix, optionalTail: /[.:]$/ },
)
