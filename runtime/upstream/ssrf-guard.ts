// SSRF guard for hosts that configs or clients name. The text of a URL proves little: names resolve, and may resolve
// differently a second later (DNS rebinding). So the address that is actually connected to is checked, in the
// connector; a lookup hook by itself would never see IP literals.
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import type { HostAuthor } from '../values/ports.ts'
import { addressFault, isTrusted } from './address.ts'

type BuildConnector = typeof buildConnector

/** Who may have chosen a host that is guarded. */
export type GuardedAuthor = Exclude<HostAuthor, 'catalog'>

/** The list of the manifest that opens private hosts to an author. */
const LISTS: Readonly<Record<GuardedAuthor, string | undefined>> = {
  operator: 'trusted_hosts',
  caller: 'caller_hosts',
  remote: undefined,
}

export const listOf = (author: GuardedAuthor): string | undefined => LISTS[author]

/** `list` could open the address. */
export const blockedHost = (reason: string, list: string | undefined): Error =>
  Object.assign(new Error(reason), { code: 'PORTOLAN_BLOCKED', list })

/** Finds all addresses of a name, as `lookup` of `node:dns` does. */
export type NameLookup = (
  hostname: string,
  options: LookupAllOptions,
  onResolved: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface AddressGuard {
  /** Why an address must not be connected to for a host. */
  readonly faultOf: (address: string, hostname: string, port: number) => Error | undefined
  /** The addresses of a host, all of which may be connected to. */
  readonly resolve: (
    hostname: string,
    port: number,
    onResolved: (error: Error | null, addresses: readonly string[]) => void,
  ) => void
}

/** Rejects addresses that are neither public nor open to the author of the host. */
export function addressGuard(
  author: GuardedAuthor,
  trusted: () => readonly string[],
  lookup: NameLookup,
): AddressGuard {
  const faultOf: AddressGuard['faultOf'] = (address, hostname, port) => {
    const reason = addressFault(address)
    if (reason === undefined || isTrusted(hostname, address, port, trusted())) return undefined
    const canBeOpened = isTrusted(hostname, address, port, [address])
    return blockedHost(reason, canBeOpened ? LISTS[author] : undefined)
  }
  return {
    faultOf,
    resolve: (hostname, port, onResolved) => {
      if (isIP(hostname) !== 0) return onResolved(faultOf(hostname, hostname, port) ?? null, [hostname])
      lookup(hostname, { all: true, order: 'ipv4first' }, (error, found) => {
        if (error) return onResolved(error, [])
        const addresses = found.map(each => each.address)
        const fault = addresses.map(each => faultOf(each, hostname, port)).find(each => each !== undefined)
        onResolved(fault ?? null, addresses)
      })
    },
  }
}

/** A connector that rejects addresses that are neither public nor open to the author of the host. */
export function guardConnector(
  build: BuildConnector,
  timeout: number,
  author: GuardedAuthor,
  openHosts: (author: GuardedAuthor) => readonly string[],
  lookup: NameLookup,
): buildConnector.connector {
  const { faultOf } = addressGuard(author, () => openHosts(author), lookup)
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '')
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    if (isIP(hostname) !== 0) {
      const fault = faultOf(hostname, hostname, port)
      if (fault !== undefined) return callback(fault, null)
    }
    const guardedLookup: LookupFunction = (name, lookupOptions, onResolved) => {
      lookup(name, { ...lookupOptions, all: true }, (error, addresses) => {
        if (error) return onResolved(error, '', 0)
        const fault = addresses
          .map(each => faultOf(each.address, hostname, port))
          .find(each => each !== undefined)
        if (fault !== undefined) return onResolved(fault, '', 0)
        const [first] = addresses
        if (lookupOptions.all) onResolved(null, addresses)
        else onResolved(null, first?.address ?? '', first?.family)
      })
    }
    const connect = build({ timeout, lookup: guardedLookup, allowH2: false })
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      const dialled = socket.remoteAddress ?? hostname
      const fault = faultOf(dialled, hostname, port)
      if (fault === undefined) return callback(null, socket)
      socket.destroy()
      callback(fault, null)
    })
  }
}
