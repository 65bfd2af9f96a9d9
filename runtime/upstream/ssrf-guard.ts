// SSRF guard for hosts that configs or clients name. The text of a URL proves little: names resolve, and may resolve
// differently a second later (DNS rebinding). So the address that is actually connected to is checked, in the
// connector; a lookup hook alone would never see IP literals.
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { addressFault, isTrusted } from './address.ts'

type BuildConnector = typeof buildConnector

const blocked = (reason: string): Error => Object.assign(new Error(reason), { code: 'PORTOLAN_BLOCKED' })

/** A connector that rejects addresses that are neither public nor trusted. */
export function guardConnector(
  build: BuildConnector,
  timeout: number,
  trusted: () => readonly string[],
): buildConnector.connector {
  const faultOf = (address: string, hostname: string, port: string): string | undefined => {
    const fault = addressFault(address)
    return fault === undefined || isTrusted(hostname, address, Number(port), trusted()) ? undefined : fault
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
