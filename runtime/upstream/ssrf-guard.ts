// SSRF guard for hosts that configs or clients name. The text of a URL proves little: names resolve, and may resolve
// differently a second later (DNS rebinding). So the address that is actually connected to is checked, in the
// connector; a lookup hook alone would never see IP literals.
import { lookup } from 'node:dns'
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

/** `list` could open the address. */
const blocked = ({ reason, list }: AddressFault): Error =>
  Object.assign(new Error(reason), { code: 'PORTOLAN_BLOCKED', list })

interface AddressFault {
  readonly reason: string
  readonly list: string | undefined
}

/** A connector that rejects addresses that are neither public nor open to the author of the host. */
export function guardConnector(
  build: BuildConnector,
  timeout: number,
  author: GuardedAuthor,
  trusted: () => readonly string[],
): buildConnector.connector {
  const faultOf = (address: string, hostname: string, port: string): AddressFault | undefined => {
    const reason = addressFault(address)
    if (reason === undefined || isTrusted(hostname, address, Number(port), trusted())) return undefined
    const canBeOpened = isTrusted(hostname, address, Number(port), [address])
    return { reason, list: canBeOpened ? LISTS[author] : undefined }
  }
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '')
    const port = options.port === '' ? (options.protocol === 'https:' ? '443' : '80') : options.port
    if (isIP(hostname) !== 0) {
      const fault = faultOf(hostname, hostname, port)
      if (fault !== undefined) return callback(blocked(fault), null)
    }
    const guardedLookup: LookupFunction = (name, lookupOptions, onResolved) => {
      lookup(name, { ...lookupOptions, all: true }, (error, addresses) => {
        if (error) return onResolved(error, '', 0)
        const fault = addresses
          .map(each => faultOf(each.address, hostname, port))
          .find(each => each !== undefined)
        if (fault !== undefined) return onResolved(blocked(fault), '', 0)
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
      callback(blocked(fault), null)
    })
  }
}
