// The models that two versions of a project name at the same places, where they differ: what chats lose and gain there, and what the project
// sets that the new model does not take.
import type { Binding, Gateway, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import type { Catalog, ChatFit, ModelLimit } from '../../facts/catalog.ts'
import { parseAliasedModel } from '../../facts/model-slug.ts'
import { modelAt, poolOf } from '../../facts/pool-members.ts'
import { walkPlan } from '../../plan/walk-plan.ts'
import { targetsOfCall } from '../call-provider.ts'
import { type CapabilityLoss, lossesBetween } from '../capabilities.ts'
import type { ProjectSide } from './project-diff.ts'

export interface SwappedModel {
  /** The identifier of its provider; undefined if it is not known. */
  readonly provider: string | undefined
  /** As the project names it: a slug, or the provider itself. */
  readonly at: string
  readonly model: string
  /** Whether its host is not that of the provider, so that its lives and prices may be others. */
  readonly isOwnHost: boolean
}

/** The slug of its stored provider, which may have prices of its own. */
export const swappedSlug = ({ at }: Pick<SwappedModel, 'at'>): string | undefined =>
  at.startsWith('@') ? at.slice(1) : undefined

/** Where a model is named. */
export interface SwapUse {
  readonly kind: 'config' | 'pool' | 'alias' | 'prompt' | 'semantic cache'
  readonly id: string
  /** Of a config: its targets, such as config.targets[1]. */
  readonly targets: readonly string[]
}

export interface ModelSwap {
  readonly from: SwappedModel
  readonly to: SwappedModel
  readonly uses: readonly SwapUse[]
  /** Uses that lose the same are together: what the project sets beside the model differs. */
  readonly compared: readonly SwapComparison[]
  /** Models whose limits are not known: of no family, fitted by their provider itself, of no known provider, or without chats. */
  readonly unknown: readonly {
    readonly model: SwappedModel
    readonly because: 'none' | 'adapted' | 'no-provider' | 'no-chats'
  }[]
  /** Known models that the new name is probably a misspelling of. */
  readonly near: readonly string[]
}

export interface SwapComparison {
  readonly uses: readonly SwapUse[]
  /** Of chats, and of what the project sets (`override`). */
  readonly losses: readonly CapabilityLoss[]
  /** What the new model takes of chats that the old one does not. */
  readonly gains: readonly CapabilityLoss[]
  /** What the project sets above what the new model takes, and not above what the old one takes. */
  readonly beyond: readonly (ModelLimit & { readonly value: number })[]
}

type SwapCatalog = Pick<Catalog, 'provider' | 'chatFit' | 'modelAdvice'>

interface Entry {
  readonly from: SwappedModel
  readonly to: SwappedModel
  readonly use: SwapUse
  /** What the project sets beside the model. */
  readonly set: readonly [before: JsonObject, after: JsonObject]
}

/** Those of the most uses first. */
export function findSwaps(
  before: ProjectSide,
  after: ProjectSide,
  catalog: SwapCatalog,
): readonly ModelSwap[] {
  const entries = [...configEntries(before, after), ...otherEntries(before, after, catalog)]
  const pairs = Map.groupBy(entries, ({ from, to }) => canonicalJson([from, to]))
  return [...pairs.values()]
    .flatMap((group): readonly ModelSwap[] => {
      const [first] = group
      if (first === undefined) return []
      const { from, to } = first
      const spec = to.provider === undefined ? undefined : catalog.provider(to.provider)
      return [
        {
          ...{ from, to, uses: mergeUses(group), compared: compareGroup(group, catalog) },
          unknown: unknownLimits(first, catalog),
          near: (spec && catalog.modelAdvice?.(spec, to.model).near) ?? [],
        },
      ]
    })
    .toSorted((one, other) => other.uses.length - one.uses.length)
}

/** Many places set the same, and a comparison takes some sixty conversions of chats. */
function compareGroup(group: readonly Entry[], catalog: SwapCatalog): readonly SwapComparison[] {
  const alike = [...Map.groupBy(group, ({ set }) => canonicalJson(set)).values()].flatMap(entries =>
    entries.slice(0, 1).map(entry => ({ entries, compared: compareEntry(entry, catalog) })),
  )
  return [...Map.groupBy(alike, ({ compared }) => canonicalJson(compared)).values()].flatMap(same =>
    same
      .slice(0, 1)
      .map(({ compared }) => ({ uses: mergeUses(same.flatMap(({ entries }) => entries)), ...compared })),
  )
}

const mergeUses = (entries: readonly Entry[]): readonly SwapUse[] =>
  [...Map.groupBy(entries, ({ use: { kind, id } }) => `${kind} ${id}`).values()].flatMap(group =>
    group.slice(0, 1).map(({ use }) => ({ ...use, targets: group.flatMap(each => each.use.targets) })),
  )

/** Calls at the same place of both versions of a config. */
function configEntries(before: ProjectSide, after: ProjectSide): readonly Entry[] {
  return [...before.plans].flatMap(([id, plan]) => {
    const other = after.plans.get(id)
    if (other === undefined) return []
    const there = new Map(callsOf(other, after.gateway).map(call => [call.key, call]))
    return callsOf(plan, before.gateway).flatMap(({ key, pointer, named, overrides }): readonly Entry[] => {
      const call = there.get(key)
      if (named === undefined || call?.named === undefined || isSame(named, call.named)) return []
      const target = pointer === '' ? 'config' : `config.${formatPointer(pointer)}`
      return [
        {
          ...{ from: named, to: call.named, set: [overrides, call.overrides] },
          use: { kind: 'config', id, targets: [target] },
        },
      ]
    })
  })
}

const isSame = (one: SwappedModel, other: SwappedModel): boolean =>
  one.model === other.model && one.at === other.at

const callsOf = (plan: Plan, gateway: Gateway) =>
  walkPlan(plan).flatMap(({ pointer, node }) => {
    if (node.kind !== 'call') return []
    return targetsOfCall(node, gateway).map(({ call, provider, member }) => {
      const { binding } = call
      const overrides = call.overrides as JsonObject
      const model = overrides['model']
      const named: SwappedModel | undefined =
        typeof model !== 'string'
          ? undefined
          : { provider, at: placeOf(binding), model, isOwnHost: callsOwnHost(binding, gateway) }
      return { key: `${pointer} ${member?.name ?? ''}`, pointer, named, overrides }
    })
  })

const placeOf = (binding: Binding): string =>
  binding.from === 'slug'
    ? `@${binding.slug}`
    : binding.from === 'own'
      ? binding.provider
      : 'the provider of the request'

const callsOwnHost = (binding: Binding, gateway: Gateway): boolean =>
  binding.from === 'own'
    ? binding.custom
    : binding.from === 'slug' && (binding.customHost !== undefined || isCustom(binding.slug, gateway))

const storedAt = (slug: string, { providers }: Gateway) =>
  Object.hasOwn(providers, slug) ? providers[slug] : undefined

const isCustom = (slug: string, gateway: Gateway): boolean => storedAt(slug, gateway)?.custom === true

/** Aliases, prompts and the embeddings of the semantic cache. */
function otherEntries(before: ProjectSide, after: ProjectSide, catalog: SwapCatalog): readonly Entry[] {
  const ofSlug = (gateway: Gateway, slug: string, model: string): SwappedModel => ({
    provider: storedAt(slug, gateway)?.provider,
    ...{ at: `@${slug}`, model, isOwnHost: isCustom(slug, gateway) },
  })
  const ofProvider = (gateway: Gateway, provider: string | undefined, written: unknown) => {
    if (typeof written !== 'string') return undefined
    const { slug, model } = parseAliasedModel(written)
    if (slug !== undefined) return ofSlug(gateway, slug, model)
    if (provider?.startsWith('@') === true) return ofSlug(gateway, provider.slice(1), model)
    const id = provider === undefined ? undefined : catalog.provider(provider)?.id
    return { provider: id, at: provider ?? 'the provider of the request', model, isOwnHost: false }
  }
  const pair = (
    kind: SwapUse['kind'],
    id: string,
    from: SwappedModel | undefined,
    to: SwappedModel | undefined,
    set: Entry['set'] = [{}, {}],
  ): readonly Entry[] =>
    from === undefined || to === undefined || isSame(from, to)
      ? []
      : [{ from, to, set, use: { kind, id, targets: [] } }]
  const aliases = aliasesOf(before.gateway).flatMap(({ id, alias, owner }) => {
    const next = aliasesOf(after.gateway).find(each => each.alias === alias && each.owner === owner)
    const write = ({ slug, model }: { readonly slug?: string; readonly model: string }): string =>
      slug === undefined ? model : `@${slug}/${model}`
    const [one, other] = [before, after].map(({ gateway }) => gateway) as [Gateway, Gateway]
    return next === undefined
      ? []
      : pair(
          'alias',
          id,
          ofProvider(one, one.defaults?.provider, write(lookUp(before, owner, alias))),
          ofProvider(other, other.defaults?.provider, write(lookUp(after, owner, alias))),
        )
  })
  const prompts = Object.entries(before.prompts).flatMap(([id, prompt]) => {
    const next = after.prompts[id]
    if (next === undefined) return []
    return pair(
      'prompt',
      id,
      ofProvider(before.gateway, prompt.provider, prompt.parameters['model']),
      ofProvider(after.gateway, next.provider, next.parameters['model']),
      [prompt.parameters as JsonObject, next.parameters as JsonObject],
    )
  })
  const [one, other] = [before.gateway.semantic, after.gateway.semantic]
  const semantic =
    one === undefined || other === undefined
      ? []
      : pair(
          'semantic cache',
          '',
          ofSlug(before.gateway, one.provider, one.model),
          ofSlug(after.gateway, other.provider, other.model),
        )
  const pools = Object.entries(before.gateway.pools ?? {}).flatMap(([id, pool]) => {
    const next = poolOf(id, after.gateway)
    return Object.keys(pool.models ?? {}).flatMap(model =>
      pool.members.flatMap(member => {
        const [from, to] = [pool, next].map(each => each && modelAt(each, member, model))
        return from === undefined || to === undefined
          ? []
          : pair(
              'pool',
              id,
              ofSlug(before.gateway, member.slug, from),
              ofSlug(after.gateway, member.slug, to),
            )
      }),
    )
  })
  return [...pools, ...aliases, ...prompts, ...semantic]
}

const aliasesOf = ({ aliases = {}, apiKeys }: Gateway) => [
  ...Object.keys(aliases).map(alias => ({ id: alias, alias, owner: undefined })),
  ...apiKeys.flatMap(key =>
    Object.keys(key.aliases ?? {})
      // A key repeats the aliases of the gateway.
      .filter(alias => canonicalJson(key.aliases?.[alias]) !== canonicalJson(aliases[alias] ?? null))
      .map(alias => ({ id: `${alias} of the key ${key.id}`, alias, owner: key.id })),
  ),
]

const lookUp = ({ gateway }: ProjectSide, owner: string | undefined, alias: string) =>
  (owner === undefined
    ? gateway.aliases?.[alias]
    : gateway.apiKeys.find(({ id }) => id === owner)?.aliases?.[alias]) ?? { model: alias }

function compareEntry({ from, to, set }: Entry, catalog: SwapCatalog): Omit<SwapComparison, 'uses'> {
  const [first, second] = [fitOf(from, set[0], catalog), fitOf(to, set[1], catalog)]
  const isCompared = typeof first !== 'string' && typeof second !== 'string'
  return {
    losses: isCompared ? lossesBetween(first, second) : [],
    gains: isCompared ? lossesBetween(second, first).filter(isGain) : [],
    beyond: beyondLimits(limitsOf(from, catalog), limitsOf(to, catalog), set[1]),
  }
}

function unknownLimits({ from, to }: Entry, catalog: SwapCatalog): ModelSwap['unknown'] {
  return [from, to].flatMap(model => {
    const fit = fitOf(model, {}, catalog)
    const because = typeof fit === 'string' ? fit : fit.family === 'known' ? undefined : fit.family
    return because === undefined ? [] : [{ model, because }]
  })
}

/** Signatures of thinking gain nothing: no history has those of the new model yet. */
const isGain = ({ feature, kind }: CapabilityLoss): boolean =>
  feature !== 'override' && feature !== 'signatures of thinking' && kind !== 'changed'

function fitOf(
  { provider, model }: SwappedModel,
  set: JsonObject,
  { provider: specOf, chatFit }: SwapCatalog,
): ChatFit | 'no-provider' | 'no-chats' {
  const spec = provider === undefined ? undefined : specOf(provider)
  if (spec === undefined) return 'no-provider'
  return chatFit(spec, { ...set, model }) ?? 'no-chats'
}

/** Tokens of a reply under each name that routes have for them. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_tokens', 'max_completion_tokens', 'max_output_tokens'],
}

const limitsOf = ({ provider, model }: SwappedModel, catalog: SwapCatalog): readonly ModelLimit[] => {
  const spec = provider === undefined ? undefined : catalog.provider(provider)
  const { limits = [] } = (spec && catalog.modelAdvice?.(spec, model)) ?? {}
  return limits.flatMap(limit => (ALSO[limit.name] ?? [limit.name]).map(name => ({ ...limit, name })))
}

function beyondLimits(
  before: readonly ModelLimit[],
  after: readonly ModelLimit[],
  set: JsonObject,
): SwapComparison['beyond'] {
  return after.flatMap(limit => {
    const value = set[limit.name]
    if (typeof value !== 'number' || value <= limit.maximum) return []
    return before.some(({ name, maximum }) => name === limit.name && value > maximum)
      ? []
      : [{ ...limit, value }]
  })
}
