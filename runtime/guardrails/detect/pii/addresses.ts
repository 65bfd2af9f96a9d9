// Addresses: e-mail, IP, devices, and wallets.
import { hash } from 'node:crypto'
import { byPatterns, type Finder } from './pattern-finder.ts'

const LOCAL = /[\p{L}\p{N}_%+][\p{L}\p{N}._%+'-]{0,63}$/u
const DOMAIN = /[\p{L}\p{N}][\p{L}\p{N}-]{0,62}(?:\.[\p{L}\p{N}][\p{L}\p{N}-]{0,62}){1,8}/uy
const TOP_LEVEL = /^(?:xn--[a-z\d-]{2,59}|\p{L}{2,63})$/iu
/** The password of a connection, which the host follows; people leave the slashes of those of databases unescaped. */
const PASSWORD =
  /:\/\/[^\s/@]{0,100}:[^\s/@]{0,100}$|(?:postgres|mysql|maria|mongo|redis|amqp)[\w+]{0,20}:\/\/[^\s/@:]{0,100}:(?!\d{2,5}[/?])[^\s@]{0,100}$/
/** The user of a connection, which the host follows. */
const USER = /(?<!mailto:|xmpp:|sips?:|acct:)\/\/$/
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
    if (PASSWORD.test(text.slice(Math.max(0, at - 204), at))) continue
    const start = at - local.length
    if (USER.test(text.slice(Math.max(0, start - 9), start))) continue
    yield [start, at + 1 + labels.join('.').length]
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

/** What precedes the number of a version or of a section. */
const NUMBERED =
  /(?:^|[^a-z])(?:versions?|release[ds]?|build|ver|rev(?:ision)?|firmware|driver|upgraded?|updated?|sections?|sect?|chapters?|clauses?|articles?|paragraphs?|rules?|appendix|annex|figures?|tables?|items?|steps?|requirements?|oid|nist|iso|§{1,2})(?:["']?[ \t]{0,2}[:=]?[ \t]{0,2}["']?|\.[ \t]{0,2}|[ \t]{1,2}[\d.]{1,16}(?:[ \t]{0,2}[,;&][ \t]{0,2}|[ \t](?:and|or|to)[ \t]))$/i

/** What also precedes a version: a package or a program with its sign, a comparison. */
const MAYBE_VERSION =
  /(?:(?:grad|dat|bump|mov|migrat|switch)\w{0,4}(?:[ \t]\S{1,24}){0,3}[ \t]to[ \t]{1,2}|(?:>=|<=|==|[~^<>@=])["']?[ \t]{0,2}["']?|[a-z][\w-]{0,40}[-_/@])$/i
/** Names of hosts and addresses: what they are compared with or set to is an address. */
const HOST_NAME =
  /(?:ip|ip_?v4|ips|addr|address|host|hostname|server|client|peer|remote|src|dst|source|dest|destination|dns|gateway|gw|via|from|bind|listen|node|origin|proxy|target|endpoint|forwarded|for|user|root|admin|ubuntu|deploy|git|ip4|tcp|udp|inet|whois|ping)["'\]]?[ \t]{0,2}(?:[:=!]{1,3}|[@/]|to)[ \t]{0,2}["']?$/i

const URL_HOST = /\/\/(?:[^\s/@]{1,40}@)?$/

/** Below these, four numbers are more often a version than an address. */
const MAX_VERSION = 100
const MAX_PACKAGE_VERSION = 30
const PRIVATE =
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[789]\d|1[01]\d|12[0-7]))\./

/** `redis==4.5.1.2` and `Chrome/131.0.0.0` are versions, `ip=203.0.113.7` and `root@203.0.113.7` are not. */
function isVersion(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 64), start)
  if (NUMBERED.test(before)) return true
  if (!MAYBE_VERSION.test(before) || HOST_NAME.test(before) || URL_HOST.test(before)) return false
  if (before.endsWith('<') && text.charAt(end) === '>') return false
  const address = text.slice(start, end)
  if (/\.0\.0$/.test(address)) return !address.startsWith('10.')
  const most = /@$/.test(before) ? MAX_PACKAGE_VERSION : MAX_VERSION
  return !PRIVATE.test(address) && address.split('.').every(octet => Number(octet) < most)
}

/** `a::b` is also code, so an address needs a digit and a group of three. */
const isVersionSix = (match: string): boolean =>
  (match.match(/:/g)?.length ?? 0) >= 2 &&
  /\d/.test(match) &&
  (/[\da-f]{3}/i.test(match) || /::(?:\d{1,3}\.){3}\d{1,3}$/.test(match)) &&
  /[\da-f]:(?:.{0,40}:)?[\da-f]|::[\d.]{7,15}$/i.test(match) &&
  URL.canParse(`http://[${match}]/`)

const addresses = byPatterns(
  {
    pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d|[-+~]\w)/g,
    valid: isVersionFour,
    excludedAt: isVersion,
  },
  { pattern: /(?<![\w:.])[\da-f:][\da-f:.]{1,44}(?![\w:])/gi, valid: isVersionSix, optionalTail: /[.:]$/ },
)

/** Those of no device but one's own, or of all. */
const SPECIAL = /(?<![\w:.])(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0|255\.255\.255\.255|::1?)(?![\w:]|\.\d)/g

export const networkAddresses: Finder = Object.assign(
  function* (text: string, withoutLabel?: boolean) {
    yield* addresses(text, withoutLabel)
    if (withoutLabel)
      for (const { 0: address, index } of text.matchAll(SPECIAL))
        yield [index, index + address.length] as const
  },
  { patterns: addresses.patterns ?? [] },
)

const PAIRS = /(?<![\w:-])[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})(?![\w:-])/gi

/** Not broadcast, and not empty. Pairs of decimal digits only are times and scores, too. */
export const hardwareAddresses: Finder = byPatterns(
  { pattern: PAIRS, valid: match => isDevice(match) && /[a-f]/i.test(match) },
  {
    pattern: PAIRS,
    valid: isDevice,
    keywords:
      /(?:(?:^|[^a-z])(?:macs?|ether|hwaddr|lladdr|bssid|bluetooth)(?![a-z])|hardware|physical address|device)/i,
  },
  {
    pattern: /(?<![\w.])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\w.])/gi,
    valid: match => isDevice(match) && /[a-f]/i.test(match),
  },
)

function isDevice(match: string): boolean {
  const digits = match.replace(/[:.-]/g, '')
  return !/^(?:0{12}|f{12})$/i.test(digits)
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bitcoin and its relatives: 21 bytes and the first four of their double SHA-256. */
export function passesBase58Check(address: string): boolean {
  let number = 0n
  for (const character of address) number = number * 58n + BigInt(BASE58.indexOf(character))
  const hex = number.toString(16).padStart(50, '0')
  if (hex.length !== 50) return false
  const bytes = Buffer.from(hex, 'hex')
  const sum = hash('sha256', hash('sha256', bytes.subarray(0, 21), 'buffer'), 'buffer')
  return bytes.subarray(21).equals(sum.subarray(0, 4))
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The remainders of Bech32 and Bech32m (BIP 173, BIP 350). */
const BECH32_REMAINDERS: readonly number[] = [1, 0x2bc830a3]

function passesBech32(address: string): boolean {
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase()) return false
  const separator = lower.lastIndexOf('1')
  const codes = Array.from(lower.slice(0, separator), character => character.charCodeAt(0))
  const values = [
    ...codes.map(code => code >> 5),
    0,
    ...codes.map(code => code & 31),
    ...Array.from(lower.slice(separator + 1), character => BECH32.indexOf(character)),
  ]
  const remainder = values.reduce((check, value) => {
    const shifted = ((check & 0x1ffffff) << 5) ^ value
    return BECH32_GENERATOR.reduce(
      (sum, factor, bit) => ((check >>> (25 + bit)) & 1 ? sum ^ factor : sum),
      shifted,
    )
  }, 1)
  return BECH32_REMAINDERS.includes(remainder)
}

export const walletAddresses: Finder = byPatterns(
  { pattern: /(?<!\w)[13LMD][1-9A-HJ-NP-Za-km-z]{25,34}(?!\w)/g, valid: passesBase58Check },
  { pattern: /(?<!\w)(?:bc|tb|ltc)1[ac-hj-np-z02-9]{11,87}(?!\w)/gi, valid: passesBech32 },
  // Ethereum: its check sum is optional.
  { pattern: /(?<!\w)0x[\da-f]{40}(?!\w)/gi, valid: match => !/^0x(.)\1{39}$/.test(match) },
)
