// Which targets are lost with a stored provider, a provider of the catalog, or a region.
import type { CallNode, Gateway, Plan, ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { type CallTarget, poolOfCall, targetsOfCall } from '../call-provider.ts'

/** Something that fails as a whole. */
export interface Loss {
  /** As the user names it: `@main`, `anthropic`, `eu-west-1`. */
  readonly name: string
  readonly kind: 'slug' | 'provider' | 'region'
}

export type Fate =
  | { readonly kind: 'lost' }
  | { readonly kind: 'remains' }
  /** The reason as the end of a sentence; `named`: what a request names whose target this is, if it is lost. */
  | { readonly kind: 'unknown'; readonly because: string; readonly named?: string }

export interface LossSide {
  readonly gateway: Gateway
  readonly plan: Plan
}

type LossCatalog = Pick<Catalog, 'provider'>

const REMAINS: Fate = { kind: 'remains' }
const LOST: Fate = { kind: 'lost' }

/** A setting of a region: `aws_region` and the like have one name in plans. */
const isRegionSetting = (name: string): boolean => name.endsWith('_region')

/** All names that can be lost in some projects, besides those of the catalog. */
export function knownLosses(sides: readonly LossSide[]): readonly Loss[] {
  const slugs = new Set(
    sides.flatMap(({ gateway: { providers, pools = {} } }) => [
      ...Object.keys(providers),
      ...Object.keys(pools),
    ]),
  )
  const regions = new Set<string>()
  for (const { gateway, plan } of sides) {
    const stored = Object.values(gateway.providers).map(({ settings }) => settings)
    for (const settings of [
      ...stored,
      ...callsOf(plan)
        .flatMap(call => targetsOfCall(call, gateway))
        .map(({ call }) => settingsOf(call, gateway)),
    ])
      for (const [name, value] of Object.entries(settings))
        if (isRegionSetting(name) && typeof value === 'string') regions.add(value)
  }
  return [
    ...Array.from(slugs, slug => ({ name: `@${slug}`, kind: 'slug' as const })),
    ...Array.from(regions, name => ({ name, kind: 'region' as const })),
  ]
}

/** The loss that a name means; undefined if there is none. */
export function lossOf(name: string, known: readonly Loss[], { provider }: LossCatalog): Loss | undefined {
  const found = known.find(each => each.name === name)
  if (found !== undefined) return found
  const spec = name.startsWith('@') ? undefined : provider(name)
  return spec && { name: spec.id, kind: 'provider' }
}

export const callsOf = ({ nodes }: Pick<Plan, 'nodes'>): readonly CallNode[] =>
  nodes.filter(node => node.kind === 'call')

/** What becomes of a target if all of this fails: of a pool, if no member that may be called is left. */
export function fateOf(
  call: CallNode,
  losses: readonly Loss[],
  gateway: Gateway,
  catalog: LossCatalog,
): Fate {
  const members = memberFates(call, losses, gateway, catalog)
  const unknown = members.find(({ fate }) => fate.kind === 'unknown')?.fate
  // A request that a lost member fails goes on to others, but only to so many.
  const tried = (poolOfCall(call, gateway)?.failover ?? 0) + 1
  const mayFail = members.filter(({ fate }) => fate.kind !== 'remains')
  const lost = members.filter(({ fate }) => fate.kind === 'lost')
  if (lost.length === members.length) return LOST
  if (unknown !== undefined && mayFail.length >= tried) return unknown
  if (lost.length < tried) return REMAINS
  return {
    kind: 'unknown',
    because: `${lost.length} of ${members.length} members of the pool are lost, and a request tries ${tried}: the others serve it once the lost ones rest`,
  }
}

export interface MemberFate {
  readonly target: CallTarget
  readonly fate: Fate
}

/** What becomes of the members of the pool of a call; of any other call, of itself. */
export function memberFates(
  call: CallNode,
  losses: readonly Loss[],
  gateway: Gateway,
  catalog: LossCatalog,
): readonly MemberFate[] {
  const named = call.binding.from === 'slug' ? call.binding.slug : undefined
  return targetsOfCall(call, gateway).map(target => {
    const fates = losses.map(
      (loss): Fate =>
        loss.kind === 'slug' && named === loss.name.slice(1) ? LOST : fateBy(target, loss, gateway, catalog),
    )
    const fate =
      fates.find(({ kind }) => kind === 'lost') ?? fates.find(({ kind }) => kind === 'unknown') ?? REMAINS
    return { target, fate }
  })
}

/** A pool that loses some members, by their names. */
export interface PoolLoss {
  readonly pool: string
  readonly lost: readonly string[]
  readonly remaining: readonly string[]
}

export function poolLosses(
  plan: Plan,
  losses: readonly Loss[],
  gateway: Gateway,
  catalog: LossCatalog,
): readonly PoolLoss[] {
  const pools = callsOf(plan).flatMap((call): readonly (readonly [string, PoolLoss])[] => {
    const { binding } = call
    if (binding.from !== 'slug' || poolOfCall(call, gateway) === undefined) return []
    const fates = memberFates(call, losses, gateway, catalog)
    const named = (isLost: boolean): readonly string[] =>
      fates.flatMap(({ target, fate }) =>
        (fate.kind === 'lost') === isLost ? (target.member?.name ?? []) : [],
      )
    const loss = { pool: binding.slug, lost: named(true), remaining: named(false) }
    return loss.lost.length === 0 ? [] : [[JSON.stringify(loss), loss]]
  })
  return [...new Map(pools).values()]
}

function fateBy(
  { call, provider: id }: CallTarget,
  { name, kind }: Loss,
  gateway: Gateway,
  { provider }: LossCatalog,
): Fate {
  const { binding } = call
  if (binding.from === 'request')
    return {
      ...{ kind: 'unknown', because: 'the request names its provider' },
      ...(kind !== 'region' && binding.customHost === undefined && { named: name }),
    }
  const slug = binding.from === 'slug' ? binding.slug : binding.settings['slug']
  if (kind === 'slug') return slug === name.slice(1) ? LOST : REMAINS
  if (id === undefined)
    return { kind: 'unknown', because: `the provider @${String(slug)} is not in the manifest` }
  if (kind === 'region') return regionFate(call, name, gateway, provider(id))
  // A host of one's own is not the provider's, although it has its API.
  return !isAtOtherHost(call, gateway) && (provider(id)?.id ?? id) === name ? LOST : REMAINS
}

function settingsOf({ binding }: CallNode, gateway: Gateway): Readonly<Record<string, unknown>> {
  if (binding.from === 'request') return {}
  if (binding.from === 'own') return binding.settings
  return { ...storedOf(binding.slug, gateway)?.settings, ...binding.settings }
}

const storedOf = (slug: string, { providers }: Gateway): Gateway['providers'][string] | undefined =>
  Object.hasOwn(providers, slug) ? providers[slug] : undefined

function isAtOtherHost({ binding }: CallNode, gateway: Gateway): boolean {
  if (binding.from === 'own') return binding.custom
  if (binding.from === 'request' || binding.customHost !== undefined) return true
  return storedOf(binding.slug, gateway)?.custom === true
}

function regionFate(call: CallNode, region: string, gateway: Gateway, spec: ProviderSpec | undefined): Fate {
  const named = Object.entries(settingsOf(call, gateway)).filter(([name]) => isRegionSetting(name))
  if (named.length > 0) return named.some(([, value]) => value === region) ? LOST : REMAINS
  const { binding } = call
  const address =
    binding.from === 'own'
      ? binding.baseUrl
      : binding.from === 'slug'
        ? (binding.customHost ?? storedOf(binding.slug, gateway)?.baseUrl)
        : undefined
  const [host = ''] = (address ?? '').replace(/^\w+:\/\//, '').split(/[/:]/, 1)
  const isNamed = host
    .split('.')
    .some(label => label === region || label.startsWith(`${region}-`) || label.endsWith(`-${region}`))
  if (isNamed) return LOST
  // Resources of Azure are in a region that nothing but the account shows.
  return spec?.credentials?.flat().some(isRegionSetting) === true && !isAtOtherHost(call, gateway)
    ? { kind: 'unknown', because: `no setting names the region of a target at ${spec.name}` }
    : REMAINS
}
