// An entry of the manifest's trusted hosts: a name, an address or a range, each with an optional port.
import ipaddr from 'ipaddr.js'

type HostAddress = ipaddr.IPv4 | ipaddr.IPv6

export interface TrustedHost {
  /** A lower-case name; absent if the entry is an address or a range. */
  readonly name?: string
  /** A single address is a range of one. */
  readonly range?: readonly [HostAddress, number]
  readonly port?: number
}

const NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/

/** The host and the port of an entry: `[::1]:80`, `::1`, `10.0.0.0/8:80`, `llm:80`. */
function split(text: string): readonly [host: string, port: string | undefined] {
  const bracketed = /^\[([^[\]]+)\](\/\d+)?(?::(\d+))?$/.exec(text)
  if (bracketed !== null) return [`${bracketed[1] ?? ''}${bracketed[2] ?? ''}`, bracketed[3]]
  if (text.split(':').length > 2) return [text, undefined]
  const at = text.lastIndexOf(':')
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function parseRange(host: string): readonly [HostAddress, number] | undefined {
  const [address = '', bits] = host.split('/')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!isAddress) return undefined
  const first = ipaddr.process(address)
  const maxBits = first.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [first, maxBits]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits ? [first, Number(bits)] : undefined
}

/** The parsed entry, or why it is invalid, as a clause. */
export function trustedHost(text: string): TrustedHost | string {
  if (text.includes('://')) return 'write only the host, without a scheme or a path'
  const [host, port] = split(text.trim())
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)
  if (!isPort) return 'the port must be a number from 1 to 65535'
  const ported = port === undefined ? {} : { port: Number(port) }
  const range = parseRange(host)
  if (range !== undefined) return { range, ...ported }
  if (host.includes('/')) return 'a range is an address and a number of bits, such as 10.0.0.0/8'
  if (/^[\d.]+$/.test(host)) return 'an IPv4 address has four numbers from 0 to 255'
  const name = host.toLowerCase()
  return NAME.test(name)
    ? { name, ...ported }
    : 'write a name, an address or a range, each with an optional port, such as llm.internal:8080'
}
