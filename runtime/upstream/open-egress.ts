// Opens an egress: reads the authorities, and finds the proxies, of the plan or of the environment. Loaded if a plan has one.
import { lookup as lookupName } from 'node:dns'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { PlanOutbound } from '../../schemas/generated/types.ts'
import type { HostAuthor } from '../values/ports.ts'
import { readAuthorities } from './authorities.ts'
import type { Egress } from './egress.ts'
import { linkNoProxy, noProxyFault } from './no-proxy.ts'
import { type HttpProxy, readProxy } from './proxy.ts'
import { forwarding } from './proxy-forward.ts'
import { operatorFault, tunnelConnector } from './proxy-tunnel.ts'
import { type AddressGuard, addressGuard, type GuardedAuthor, type NameLookup } from './ssrf-guard.ts'
import { buildSocket } from './undici-client.ts'

type Environment = Readonly<Record<string, string | undefined>>

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

// The proxies of the environment, used only where `outbound.proxy` is `env`. The lower-case name of a variable wins, as with curl.

/** The value of a variable in either case; empty ones count as not set. */
function variable(environment: Environment, name: string): string | undefined {
  const value = [environment[name.toLowerCase()], environment[name]].find(each => each !== undefined)
  return value === '' ? undefined : value
}

/** The proxies by scheme, or the reason why one cannot be used, which repeats no value, which may hold a password. */
function environmentProxies(
  environment: Environment,
  noProxy: readonly string[],
  setting: string,
):
  | {
      readonly http: HttpProxy | undefined
      readonly https: HttpProxy | undefined
      readonly noProxy: readonly string[]
    }
  | string {
  const read = (name: string): HttpProxy | undefined | string => {
    const value = variable(environment, name)
    if (value === undefined) return undefined
    return (
      readProxy(value) ??
      `The variable ${name}, which ${setting} uses, is not the URL of an HTTP proxy, such as http://proxy.internal:3128.`
    )
  }
  const [http, https] = [read('HTTP_PROXY'), read('HTTPS_PROXY')]
  if (typeof http === 'string') return http
  if (typeof https === 'string') return https
  const listed = (variable(environment, 'NO_PROXY') ?? '').split(/[\s,]+/).filter(each => each !== '')
  for (const each of listed) {
    const fault = noProxyFault(each)
    if (fault !== undefined)
      return `The variable NO_PROXY, which ${setting} uses, has an entry ${JSON.stringify(each)} that is not a host: ${fault}.`
  }
  return { http, https, noProxy: [...noProxy, ...listed] }
}
