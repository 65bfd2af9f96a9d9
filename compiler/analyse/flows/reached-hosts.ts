// The hosts that a gateway connects to, for the policies of networks: those of flows, and those of its own services, which need not
// carry a secret. What callers may add is a reason why a list of hosts would be no proof.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { originOf } from '../../lower/origin.ts'
import { callersOf } from './callers.ts'
import type { Flow } from './flow.ts'
import { withHops } from './hops.ts'
import { serviceFlows } from './service-flows.ts'
import type { FlowCatalog } from './target-flows.ts'

/** An origin, with all that connects to it. */
export interface ReachedHost {
  readonly origin: string
  readonly by: readonly string[]
  /** Whether a proxy connects to it for the gateway. */
  readonly isProxied: boolean
}

export interface ReachedHosts {
  readonly hosts: readonly ReachedHost[]
  /** Who may name hosts of their own, and the property that forbids it. */
  readonly open: readonly { readonly caller: string; readonly property: 'custom_hosts' | 'inline_configs' }[]
  /** What is connected to and is not in the list, as a clause. */
  readonly unknown: readonly string[]
}

/** A flow, and what causes it: a config, or a part of the manifest. */
export interface NamedFlow {
  readonly flow: Flow
  readonly by: string
}

export function reachedHosts(
  flows: readonly NamedFlow[],
  gateway: Gateway,
  catalog: FlowCatalog,
): ReachedHosts {
  const { outbound } = gateway
  const found = new Map<string, { readonly origin: string; readonly by: Set<string>; isProxied: boolean }>()
  const unknown = new Set<string>()
  const add = (origin: string, by: string, isProxied: boolean): void => {
    const key = `${isProxied} ${origin}`
    const known = found.get(key) ?? { origin, by: new Set<string>(), isProxied }
    known.by.add(by)
    found.set(key, known)
  }
  const own = [...servicePlaces(gateway), ...remoteParties(gateway)]
  const ownFlows = own.flatMap(({ by, address }): readonly NamedFlow[] => {
    const origin = address === undefined ? undefined : originOf(address)
    if (origin === undefined) {
      unknown.add(`${by}, whose address is a secret`)
      return []
    }
    const flow: Flow = {
      carried: { kind: 'data', data: 'metadata.*' },
      to: { kind: 'origin', origin },
      by: { kind: 'service', service: by },
    }
    return withHops([flow], outbound, catalog).map(each => ({ flow: each, by }))
  })
  const ofServices = withHops(serviceFlows(gateway), outbound, catalog).map(flow => ({
    flow,
    by: flow.by.kind === 'service' ? flow.by.service : 'a service',
  }))
  for (const { flow, by } of [...flows, ...ofServices, ...ownFlows]) {
    const { to, hop } = flow
    if (to.kind === 'origin') {
      if (!LOCAL.test(to.origin)) add(to.origin, by, hop !== undefined)
    } else if (to.kind === 'unknown' && !by.startsWith('state')) unknown.add(`${by}: ${to.because}`)
  }
  addProxy(outbound, add, unknown)
  return {
    hosts: [...found.values()]
      .map(({ origin, by, isProxied }) => ({ origin, by: [...by].sort(), isProxied }))
      .sort((left, right) => (left.origin < right.origin ? -1 : 1)),
    open: callersOf(gateway).flatMap(({ name, customHosts, inlineConfigs }) => [
      ...(customHosts ? [{ caller: name, property: 'custom_hosts' as const }] : []),
      ...(inlineConfigs ? [{ caller: name, property: 'inline_configs' as const }] : []),
    ]),
    unknown: [...unknown].sort(),
  }
}

/** What is in the process, or on its disk. */
const LOCAL = /^(?:mock|sqlite|file|folder):/

interface NamedPlace {
  readonly by: string
  /** Absent if it is a secret. */
  readonly address: string | undefined
}

/** The services of the manifest, with or without a secret. */
function servicePlaces({ state, store, alerts, semantic, telemetry = {} }: Gateway): readonly NamedPlace[] {
  return [
    ...(state.kind === 'redis' ? [{ by: 'state', address: state.address }] : []),
    ...(store === undefined ? [] : [{ by: 'store', address: store.address }]),
    ...(alerts === undefined ? [] : [{ by: 'alerts', address: alerts.address }]),
    ...(semantic?.vectors.kind === 'postgres' ? [{ by: 'vectors', address: semantic.vectors.address }] : []),
    ...(telemetry.http === undefined ? [] : [{ by: 'log_http', address: telemetry.http.address }]),
    ...(telemetry.otlp === undefined ? [] : [{ by: 'otlp', address: telemetry.otlp.address }]),
  ]
}

/** MCP servers with what issues their tokens, agents with the receivers of their events, and who signs people in. */
function remoteParties({ mcp, agents = {}, signIn }: Gateway): readonly NamedPlace[] {
  return [
    ...Object.entries(mcp?.servers ?? {}).flatMap(([slug, { url, auth }]) =>
      [url, auth?.issuer, auth?.tokenUrl].flatMap(address =>
        address === undefined ? [] : [{ by: `mcp.servers.${slug}`, address }],
      ),
    ),
    ...Object.entries(agents).flatMap(([slug, { card, interfaces = [], webhookHosts }]) =>
      [card, ...interfaces.map(({ url }) => url), ...webhookHosts.map(host => `https://${host}`)].map(
        address => ({ by: `agents.${slug}`, address }),
      ),
    ),
    ...(signIn === undefined
      ? []
      : [signIn.issuer, signIn.jwksUrl].flatMap(address =>
          address === undefined ? [] : [{ by: 'sign_in', address }],
        )),
  ]
}

function addProxy(
  outbound: Gateway['outbound'],
  add: (origin: string, by: string, isProxied: boolean) => void,
  unknown: Set<string>,
): void {
  const { proxy } = outbound ?? {}
  if (proxy === undefined) return
  const origin = proxy.address === undefined ? undefined : originOf(proxy.address)
  if (origin !== undefined) add(origin, 'outbound', false)
  else
    unknown.add(
      proxy.environment === true ? 'the proxy of the environment' : 'the proxy, whose address is a secret',
    )
}
