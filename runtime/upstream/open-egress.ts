// Opens an egress: reads the authorities, and finds the proxies, of the plan or of the environment. Loaded if a plan has one.
import { lookup as lookupName } from 'node:dns'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { PlanOutbound } from '../../schemas/generated/types.ts'
import type { HostAuthor } from '../values/ports.ts'
import { readAuthorities } from './authorities.ts'
import type { Egress } from './egress.ts'
import { linkNoProxy } from './no-proxy.ts'
import { type HttpProxy, readProxy } from './proxy.ts'
import { type Environment, environmentProxies } from './proxy-environment.ts'
import { forwarding } from './proxy-forward.ts'
import { operatorFault, tunnelConnector } from './proxy-tunnel.ts'
import { type AddressGuard, addressGuard, type GuardedAuthor, type NameLookup } from './ssrf-guard.ts'
import { buildSocket } from './undici-client.ts'

export interface EgressOptions {
  readonly environment: Environment
  /** The folder that the path of the authorities is relative to. */
  readonly folder: string
  /** The URL of a proxy with its password; undefined where that is missing. */
  readonly proxyUrl: string | undefined
  /** Milliseconds. */
  readonly connectTimeout: number
  readonly openHosts: (author: GuardedAuthor) => readonly string[]
  /** Absent: that of the platform. */
  readonly lookup?: NameLookup
}

/** The proxies by the scheme of what is called. */
export interface Proxies {
  readonly http: HttpProxy | undefined
  readonly https: HttpProxy | undefined
  readonly noProxy: readonly string[]
}

/** The egress, or the reason why it cannot be used. `setting` is its path in the manifest, for messages: `outbound`. */
export function openEgress(outbound: PlanOutbound, setting: string, options: EgressOptions): Egress | string {
  const context =
    outbound.ca === undefined ? undefined : trusting(outbound.ca, `${setting}.ca`, options.folder)
  if (typeof context === 'string') return context
  const build: typeof buildConnector =
    context === undefined ? buildSocket : settings => buildSocket({ ...settings, secureContext: context })
  const proxies = proxiesOf(outbound, setting, options)
  if (typeof proxies === 'string') return proxies
  return proxies === undefined
    ? { build, connector: (_author, direct) => direct, dispatcher: (_author, agent) => agent }
    : proxiedEgress(build, proxies, options)
}

function proxiesOf(
  { proxy, noProxy = [] }: PlanOutbound,
  setting: string,
  { environment, proxyUrl }: EgressOptions,
): Proxies | string | undefined {
  if (proxy === undefined) return undefined
  if (proxy.environment === true) return environmentProxies(environment, noProxy, `${setting}.proxy`)
  const read = proxyUrl === undefined ? undefined : readProxy(proxyUrl)
  return read === undefined
    ? `${setting}.proxy is not the URL of an HTTP proxy, such as http://proxy.internal:3128.`
    : { http: read, https: read, noProxy }
}

function proxiedEgress(
  build: typeof buildConnector,
  { http, https, noProxy }: Proxies,
  { connectTimeout, openHosts, lookup = lookupName }: EgressOptions,
): Egress {
  const isDirect = linkNoProxy(noProxy)
  const proxyFor = (protocol: string, hostname: string, port: number): HttpProxy | undefined => {
    const proxy = protocol === 'https:' ? https : http
    return proxy === undefined || isDirect(hostname, port) ? undefined : proxy
  }
  const trusted = (): readonly string[] => openHosts('operator')
  const guards: Partial<Record<HostAuthor, AddressGuard>> = {
    caller: addressGuard('caller', () => openHosts('caller'), lookup),
    remote: addressGuard('remote', () => openHosts('remote'), lookup),
  }
  const parts = {
    build,
    timeout: connectTimeout,
    proxyFor,
    guardOf: (author: HostAuthor) => guards[author],
    trusted,
  }
  return {
    build,
    connector: (author, direct, allowH2) => tunnelConnector(author, direct, allowH2, parts),
    dispatcher: (author, agent, pool, filter) =>
      author === 'caller' || author === 'remote'
        ? agent
        : forwarding(agent, {
            pool,
            connect: filter(build({ timeout: connectTimeout, allowH2: false })),
            proxyFor,
            faultOf: (protocol, hostname, port) =>
              author === 'operator' ? operatorFault(protocol, hostname, port, trusted()) : undefined,
          }),
  }
}

/** TLS that trusts the authorities of a file besides those of the platform. */
function trusting(path: string, setting: string, folder: string): SecureContext | string {
  const authorities = readAuthorities(path, setting, folder)
  return typeof authorities === 'string'
    ? authorities
    : createSecureContext({ ca: [...getCACertificates('default'), ...authorities] })
}
