// Hosts that are called without a proxy, as `outbound.no_proxy` and the variable NO_PROXY list them.
import { isInRange, parseIp } from './ip-ranges.ts'
import { type TrustedHost, trustedHost } from './trusted-host.ts'

/** Of an entry: `.example.com` and `*.example.com` are read like `example.com`, as clients do. */
const entryOf = (text: string): TrustedHost | string => trustedHost(text.trim().replace(/^\*?\.(?=[^.])/, ''))

/** Why an entry is invalid, as a clause. */
export function noProxyFault(text: string): string | undefined {
  if (text.trim() === '*') return undefined
  const entry = entryOf(text)
  return typeof entry === 'string' ? entry : undefined
}

/**
 * Whether a host leaves directly. A name covers the names below it; a range covers hosts that are written as addresses, since names
 * are left to the proxy to resolve.
 */
export function linkNoProxy(list: readonly string[]): (hostname: string, port: number) => boolean {
  if (list.some(text => text.trim() === '*')) return () => true
  const entries = list.map(entryOf).filter(entry => typeof entry !== 'string')
  return (hostname, port) => {
    const name = hostname
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
    const address = parseIp(name)
    return entries.some(entry => {
      if (entry.port !== undefined && entry.port !== port) return false
      if (entry.range !== undefined) return address !== undefined && isInRange(address, entry.range)
      return name === entry.name || name.endsWith(`.${entry.name}`)
    })
  }
}

/** Whether the calls to an origin leave directly, for what describes a plan. */
export function leavesDirectly(origin: string, list: readonly string[]): boolean {
  const { hostname, port, protocol } = new URL(origin)
  return linkNoProxy(list)(hostname, Number(port) || defaultPort(protocol))
}

export const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80)
