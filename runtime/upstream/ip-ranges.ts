// Reserved IP ranges and their names. IPv6 addresses that embed an IPv4 address are checked by that one as well, since
// a network may translate them on the way.
import ipaddr from 'ipaddr.js'

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Names of ipaddr.js's special ranges in messages. */
const RANGE_NAMES: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link-local',
  loopback: 'loopback',
  carrierGradeNat: 'shared',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  benchmarking: 'benchmark',
}

/** Ranges that the library only calls reserved, with their names. */
const NAMED: readonly (readonly [cidr: string, words: string])[] = [
  ['192.0.2.0/24', 'documentation'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['198.18.0.0/15', 'benchmark'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
]

/** Cloud metadata services, which hand out machine credentials; one of them is in a public range. */
const METADATA: ReadonlySet<string> = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.0.23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map(text => ipaddr.parse(text).toNormalizedString()),
)

/** Global unicast IPv6; the library only knows the exceptions. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16')
const TEREDO = ipaddr.IPv6.parseCIDR('2001::/32')

/** Parses an IP address from a URL or a socket, without its zone; undefined for names. */
export function parseIp(text: string): IpAddress | undefined {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined
}

/** The IPv4 address embedded in an IPv6 address. Mapped addresses were converted to IPv4 when parsed. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray()
  const at = (start: number): ipaddr.IPv4 => new ipaddr.IPv4(bytes.slice(start, start + 4))
  if (address.match(TRANSLATED) || address.match(COMPATIBLE)) return at(12)
  if (address.match(SIX_TO_FOUR)) return at(2)
  if (address.match(TEREDO)) return new ipaddr.IPv4(bytes.slice(12).map(byte => byte ^ 0xff))
  return undefined
}

const isIPv6 = (address: IpAddress): address is ipaddr.IPv6 => address.kind() === 'ipv6'

/** True for the address of a cloud metadata service, in any form. */
export function isMetadata(address: IpAddress): boolean {
  if (METADATA.has(address.toNormalizedString())) return true
  const embedded = isIPv6(address) ? embeddedIpv4(address) : undefined
  return embedded !== undefined && METADATA.has(embedded.toNormalizedString())
}

/** The name of the reserved range that contains the address, or undefined where it is public. */
export function reservedRange(address: IpAddress): string | undefined {
  const named = NAMED.find(([cidr]) => isInRange(address, ipaddr.parseCIDR(cidr)))
  if (named !== undefined) return named[1]
  if (isIPv6(address)) {
    // Networks without IPv4 reach public IPv4 hosts in this form (NAT64).
    if (address.match(TRANSLATED)) return reservedRange(new ipaddr.IPv4(address.toByteArray().slice(12)))
    const range = address.range()
    if (range === 'unicast') return address.match(GLOBAL) ? undefined : 'reserved'
    return RANGE_NAMES[range] ?? 'reserved'
  }
  const range = address.range()
  return range === 'unicast' ? undefined : (RANGE_NAMES[range] ?? 'reserved')
}

/** True when an address is in a range of the same family. */
export function isInRange(address: IpAddress, [first, bits]: readonly [IpAddress, number]): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}
