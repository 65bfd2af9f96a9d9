// SSRF protection: which hosts the gateway may call. Checked when a config is compiled, when a host is resolved, and on
// the IP address that is connected to. Trusted hosts are exceptions; cloud metadata services are always blocked.
import { isInRange, isMetadata, parseIp, reservedRange } from './ip-ranges.ts'
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

/** Suffixes of names that never lead to the public internet. */
const PRIVATE_SUFFIXES = [
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
  PRIVATE_SUFFIXES.some(end => name === end || name.endsWith(`.${end}`))

/** Why an address must not be connected to unless trusted, as a clause; undefined for a public one. */
export function addressFault(ip: string): string | undefined {
  const address = parseIp(ip)
  if (address === undefined) return `${JSON.stringify(ip)} is not an IP address`
  if (isMetadata(address)) return `the address ${ip} is a cloud metadata service`
  const range = reservedRange(address)
  if (range === undefined) return undefined
  const article = /^[aeiou]/.test(range) ? 'an' : 'a'
  return `the address ${ip} is in ${article} ${range} range`
}

/**
 * True when the manifest trusts a host. `address` is the one connected to, or empty where only the name is known;
 * metadata services are never trusted.
 */
export function isTrusted(
  hostname: string,
  address: string,
  port: number,
  trusted: readonly string[],
): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const dialled = parseIp(address)
  if (METADATA_NAMES.has(name) || (dialled !== undefined && isMetadata(dialled))) return false
  return trusted.some(text => {
    const entry = trustedHost(text)
    if (typeof entry === 'string' || (entry.port !== undefined && entry.port !== port)) return false
    if (entry.name !== undefined) return entry.name === name
    return dialled !== undefined && entry.range !== undefined && isInRange(dialled, entry.range)
  })
}

/** Why a URL's host must not be called, before its name is resolved, as a clause. */
export function hostFault(url: URL, trusted: readonly string[]): string | undefined {
  // The URL parser has normalized decimal, hexadecimal, octal and short forms of IPv4 addresses.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const name = host.toLowerCase().replace(/\.$/, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (METADATA_NAMES.has(name)) return `the name "${name}" is a cloud metadata service`
  const address = parseIp(host)
  if (address !== undefined) {
    const fault = addressFault(host)
    return fault === undefined || isTrusted(host, host, port, trusted) ? undefined : fault
  }
  if (isTrusted(name, '', port, trusted)) return undefined
  if (isPrivateName(name)) return `the name "${name}" is of a private network`
  return name.includes('.') ? undefined : `the name "${name}" has no dot, like names of private networks`
}

/** Why an entry of the trusted hosts is invalid, as a clause: it is malformed, or must never be trusted. */
export function trustedHostFault(
  text: string,
): { readonly kind: 'malformed' | 'closed'; readonly reason: string } | undefined {
  const entry = trustedHost(text)
  if (typeof entry === 'string') return { kind: 'malformed', reason: entry }
  const isMachine =
    entry.range !== undefined && entry.range[1] === (entry.range[0].kind() === 'ipv4' ? 32 : 128)
  const blocked =
    entry.name === undefined ? isMachine && isMetadata(entry.range[0]) : METADATA_NAMES.has(entry.name)
  return blocked ? { kind: 'closed', reason: 'it is a cloud metadata service' } : undefined
}
