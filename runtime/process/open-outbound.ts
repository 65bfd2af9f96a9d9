// The clients of a process that do not connect directly: the one that all calls leave by, and those of providers with an egress of their
// own. Loaded where a manifest has one, or the environment names a proxy.
import type { Bundle, Gateway, PlanOutbound } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { LinkContext } from '../link/link-context.ts'
import { createTokens } from '../link/target/tokens.ts'
import { createUpstreamClient, type UpstreamClient } from '../upstream/undici-client.ts'
import type { Ports } from '../values/ports.ts'
import { type NamedOutbound, type OutboundOptions, openEgresses } from './outbound-egresses.ts'

export interface Outbound {
  /** The egress of calls whose provider has no `outbound`. */
  readonly main: UpstreamClient
  /** For object storage; absent if it is that of the platform. */
  readonly fetch?: typeof fetch
  /** Lines that are logged once, at the start. */
  readonly lines: readonly string[]
  /** Opens the ways of the providers of a bundle; sentences where one cannot be used. */
  readonly load: (gateway: Outbounds) => Promise<readonly string[]>
  readonly through: (outbound: PlanOutbound, ports: Ports) => Pick<LinkContext, 'ports' | 'tokens'>
  readonly waiting: UpstreamClient['waiting']
  readonly close: () => Promise<void>
}

type Outbounds = Pick<Bundle['gateway'], 'outbound' | 'providers'>

/** Messages if the egress of the gateway cannot be used. `direct` connects directly. */
export async function openOutbound(
  gateway: Outbounds,
  options: OutboundOptions & { readonly direct: UpstreamClient },
): Promise<Outbound | readonly string[]> {
  const { settings, direct, environment } = options
  const clients = new Map<string, UpstreamClient>()
  const open = (named: readonly NamedOutbound[]): readonly string[] => {
    const lacking = named.filter(({ outbound }) => !clients.has(canonicalJson(outbound)))
    const { egresses, faults } = openEgresses(lacking, options)
    if (faults.length > 0) return faults
    for (const [key, egress] of egresses) clients.set(key, createUpstreamClient({ ...settings, egress }))
    return []
  }
  const { outbound } = gateway
  const faults = outbound === undefined ? [] : open([{ outbound, setting: 'outbound' }])
  if (faults.length > 0) return faults
  const main = outbound && clients.get(canonicalJson(outbound))
  /** With the tokens that were exchanged by the same client. */
  const linked = new Map<UpstreamClient, Pick<LinkContext, 'ports' | 'tokens'>>()
  return {
    main: main ?? direct,
    ...(main && { fetch: (await import('../upstream/fetch-by.ts')).fetchBy(main.send) }),
    lines: outboundLines(gateway, environment),
    load: async ({ providers }) =>
      open(
        Object.entries(providers).flatMap(([slug, { outbound: own }]) =>
          own === undefined ? [] : [{ outbound: own, setting: `providers.${slug}.outbound` }],
        ),
      ),
    through: (own, ports) => {
      const client = clients.get(canonicalJson(own)) ?? direct
      const known = linked.get(client)
      if (known !== undefined) return known
      const ownPorts: Ports = { ...ports, upstream: client.send, connect: client.connect }
      const made = { ports: ownPorts, tokens: createTokens(ownPorts) }
      linked.set(client, made)
      return made
    },
    waiting: () => [direct, ...clients.values()].reduce((sum, each) => sum + each.waiting(), 0),
    close: async () => {
      await Promise.all([direct, ...clients.values()].map(each => each.close()))
    },
  }
}

// Lines at the start about variables that name a proxy: nothing is taken from the environment unless `env` is written.

const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const

/** One line where a variable is set and not used, or none is set that is to be used. */
export function outboundLines(
  { outbound, providers }: Pick<Gateway, 'outbound' | 'providers'>,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const usesEnvironment = (each: PlanOutbound | undefined): boolean => each?.proxy?.environment === true
  const isUsed = [outbound, ...Object.values(providers).map(each => each.outbound)].some(usesEnvironment)
  const set = VARIABLES.flatMap(name => [name, name.toLowerCase()]).filter(name => environment[name])
  const unused = isUsed ? set.filter(name => name.toUpperCase() === 'ALL_PROXY') : set
  const [first] = unused
  if (isUsed && unused.length === set.length)
    return [
      'outbound.proxy is env, and neither HTTPS_PROXY nor HTTP_PROXY is set, so calls leave without a proxy.',
    ]
  if (first === undefined) return []
  const names = unused.join(' and ')
  const verb = unused.length === 1 ? 'is' : 'are'
  return [
    isUsed
      ? `${names} ${verb} set and not used: the proxy is that of HTTPS_PROXY and HTTP_PROXY.`
      : `${names} ${verb} set and not used: write "outbound: { proxy: env }" into the manifest to call through it.`,
  ]
}
