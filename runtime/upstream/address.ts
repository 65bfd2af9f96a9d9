// Which hosts the gateway may call. Judged when a config is compiled, when a host is resolved, and on the address that
// is dialled. Trusted hosts open holes; metadata services of clouds stay closed whatever is trusted.
import { addressOf, isMetadata, isWithin, rangeOf } from './ranges.ts'
import { trustedHost } from './trusted-host.ts'

const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Ends of names that never lead to the public internet. */
const PRIVATE_ENDS = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'test',
  'invalid',
]

const isPrivateName = (name: string): boolean =>
  PRIVATE_ENDS.some(end => name === end || name.endsWith(`.${end}`))

/** Why an address may not be dialled unless it is trusted, as a clause; undefined for a public one. */
export function addressFault(ip: string): string | undefined {
  const address = addressOf(ip)
  if (address === undefined) return `${JSON.stringify(ip)} is no address`
  if (isMetadata(address)) return `the address ${ip} belongs to the metadata service of a cloud`
  const range = rangeOf(address)
  if (range === undefined) return undefined
  const article = /^[aeiou]/.test(range) ? 'an' : 'a'
  return `the address ${ip} lies in ${article} ${range} range`
}

/**
 * True when the manifest trusts a host. `address` is the one that is dialled, or empty where only the name is known;
 * metadata services are never trusted.
 */
export function isTrusted(
  hostname: string,
  address: string,
  port: number,
  trusted: readonly string[],
): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const dialled = addressOf(address)
  if (METADATA_NAMES.has(name) || (dialled !== undefined && isMetadata(dialled))) return false
  return trusted.some(text => {
    const entry = trustedHost(text)
    if (typeof entry === 'string' || (entry.port !== undefined && entry.port !== port)) return false
    if (entry.name !== undefined) return entry.name === name
    return dialled !== undefined && entry.range !== undefined && isWithin(dialled, entry.range)
  })
}

/** Why a host may not be called as it is written, before its name is resolved, as a clause. */
export function hostFault(url: URL, trusted: readonly string[]): string | undefined {
  // The parser has turned decimal, hexadecimal, octal and short spellings of IPv4 addresses into the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const name = host.toLowerCase().replace(/\.$/, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (METADATA_NAMES.has(name)) return `the name "${name}" belongs to the metadata service of a cloud`
  const address = addressOf(host)
  if (address !== undefined) {
    const fault = addressFault(host)
    return fault === undefined || isTrusted(host, host, port, trusted) ? undefined : fault
  }
  if (isTrusted(name, '', port, trusted)) return undefined
  if (isPrivateName(name)) return `the name "${name}" belongs to a private network`
  return name.includes('.') ? undefined : `the name "${name}" has no dot, as names of private networks do`
}

/** What is wrong with an entry of the trusted hosts, as a clause: it cannot be read, or it may never be opened. */
export function trustedHostFault(
  text: string,
): { readonly kind: 'malformed' | 'closed'; readonly reason: string } | undefined {
  const entry = trustedHost(text)
  if (typeof entry === 'string') return { kind: 'malformed', reason: entry }
  const isMachine =
    entry.range !== undefined && entry.range[1] === (entry.range[0].kind() === 'ipv4' ? 32 : 128)
  const closed =
    entry.name === undefined ? isMachine && isMetadata(entry.range[0]) : METADATA_NAMES.has(entry.name)
  return closed ? { kind: 'closed', reason: 'it is the metadata service of a cloud' } : undefined
}
