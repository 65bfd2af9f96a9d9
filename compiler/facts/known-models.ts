// The models that providers are known to serve, and the names of a manifest's stored providers without a slug, for `aliases: auto`. Any other
// model works as well.
import { type ModelFacts, models, pricedLike } from '../../schemas/generated/models.ts'
import type {
  AliasedModel,
  AliasPattern,
  ModelAliases,
  PlanDefaults,
  PlanPool,
  ProviderSpec,
} from '../../schemas/generated/types.ts'
import { undated } from '../../schemas/values/model-name.ts'
import type { ServedCatalog } from './catalog.ts'
import { parseAliasedModel, type WrittenAliases } from './model-slug.ts'

/** Those of the provider spec, then those of the price list, without duplicates, and without those that are only priced. */
export function knownModels(spec: ProviderSpec): readonly ModelFacts[] {
  const priceList = (models[spec.id] ?? []).filter(({ hidden }) => hidden !== true)
  const specModels = new Set(spec.models)
  const factsOf = (id: string): ModelFacts => priceList.find(model => model.id === id) ?? { id }
  return [...Array.from(specModels, factsOf), ...priceList.filter(({ id }) => !specModels.has(id))]
}

/** The stored providers of a manifest or of a gateway, with those of the members of pools, and the pools. */
export interface NamedProviders {
  readonly providers: Readonly<Record<string, { readonly provider?: string }>>
  readonly pools?: Readonly<Record<string, NamedPool>> | undefined
}

interface NamedPool {
  readonly models?: PlanPool['models']
  readonly members: readonly Pick<PlanPool['members'][number], 'name' | 'slug'>[]
}

/** A model that a stored provider or a pool is known to serve. */
export interface StoredModel {
  readonly slug: string
  /** Its name below the slug. */
  readonly model: string
  readonly spec: ProviderSpec
  readonly facts: ModelFacts
}

const NO_FACTS: ModelFacts = { id: '' }

/**
 * Members of pools that are written in them are called by the name of the pool. A pool has the names that it lists, else those of its first
 * member.
 */
export function storedModels(
  { providers, pools = {} }: NamedProviders,
  catalog: Pick<ServedCatalog, 'provider'>,
): readonly StoredModel[] {
  const specOf = (slug: string): ProviderSpec | undefined =>
    Object.hasOwn(providers, slug) ? catalog.provider(providers[slug]?.provider ?? '') : undefined
  const inPools = new Set(
    Object.entries(pools).flatMap(([slug, { members }]) => members.map(({ name }) => `${slug}.${name}`)),
  )
  const ofProviders = Object.keys(providers).flatMap(slug => {
    const spec = inPools.has(slug) ? undefined : specOf(slug)
    return spec === undefined ? [] : modelsOf(slug, spec)
  })
  const ofPools = Object.entries(pools).flatMap(([slug, { models: named = {}, members }]) => {
    const [first] = members
    const spec = first && specOf(first.slug)
    if (first === undefined || spec === undefined) return []
    if (Object.keys(named).length === 0) return modelsOf(slug, spec)
    const known = knownModels(spec)
    return Object.entries(named).map(([model, sent]) => {
      const name = sent[first.name] ?? model
      return { slug, model, spec, facts: known.find(({ id }) => id === name) ?? NO_FACTS }
    })
  })
  return [...ofProviders, ...ofPools]
}

const modelsOf = (slug: string, spec: ProviderSpec): readonly StoredModel[] =>
  knownModels(spec).map(facts => ({ slug, model: facts.id, spec, facts }))

/** A model by its plain name: any other alias takes precedence. */
export interface PlainModel extends AliasedModel {
  readonly slug: string
  readonly isPlain: true
}

/** Names of models without a slug: those that one stored provider has, and the slugs of those that several have. */
export interface PlainNames {
  readonly served: ReadonlyMap<string, PlainModel>
  readonly shared: ReadonlyMap<string, readonly string[]>
}

/** What is known of a name with a date is what is known of the name without it: `claude-haiku-4-5-20251001` is of `claude-haiku-4-5`. */
function findUndated<Found>(names: ReadonlyMap<string, Found>, name: string): Found | undefined {
  const bare = undated(name)
  return bare === name ? undefined : (names.get(bare) ?? names.get(`${bare}-latest`))
}

/** The model of a plain name, as written aliases name it. */
export function findPlain({ served }: PlainNames, name: string): Required<AliasedModel> | undefined {
  const found = served.get(name) ?? findUndated(served, name)
  return found && { slug: found.slug, model: served.has(name) ? found.model : name }
}

/** The stored provider of a plain name that no list has, if it is a dated one. */
export function findDated(
  aliases: ReadonlyMap<string, AliasedModel | PlainModel>,
  name: string,
): AliasedModel | undefined {
  const found = findUndated(aliases, name)
  return found !== undefined && 'isPlain' in found ? { ...found, model: name } : undefined
}

/** The slugs of the stored providers that have a model, if several have it. */
export const findOwners = ({ shared }: PlainNames, name: string): readonly string[] =>
  shared.get(name) ?? findUndated(shared, name) ?? []

/**
 * A pool replaces its members, also for those that are stored under a slug of their own. Hosts of a vendor's models may have any of them, as
 * deployments of Azure do.
 */
export function plainNames(stored: NamedProviders, catalog: Pick<ServedCatalog, 'provider'>): PlainNames {
  const pooled = new Set(
    Object.values(stored.pools ?? {}).flatMap(({ members }) => members.map(({ slug }) => slug)),
  )
  const named = storedModels(stored, catalog).filter(({ slug }) => !pooled.has(slug))
  const hosts = [...new Map(named.map(({ slug, spec }) => [slug, pricedLike[spec.id]?.[0]]))]
  const owners = new Map<string, { slug: string; others: Set<string> }>()
  for (const { slug, model, spec, facts } of named)
    for (const name of model === facts.id ? [model, ...(facts.also ?? [])] : [model]) {
      const known = owners.get(name) ?? { slug, others: new Set() }
      owners.set(name, known)
      for (const [host, vendor] of hosts)
        if (host !== known.slug && (host === slug || vendor === spec.id)) known.others.add(host)
    }
  const all = [...owners]
  return {
    served: new Map(
      all.flatMap(([model, { slug, others }]) =>
        others.size > 0 ? [] : [[model, { slug, model, isPlain: true }]],
      ),
    ),
    shared: new Map(
      all.flatMap(([model, { slug, others }]) => (others.size > 0 ? [[model, [slug, ...others]]] : [])),
    ),
  }
}

/** The name in `aliases` for every model that one stored provider has. */
export const EVERY_NAME = '*'

/** A name of `aliases` that is a pattern. */
export const isPattern = (alias: string): boolean => alias.length > 1 && alias.endsWith('*')

/** The patterns among written aliases, the longest beginning first. */
export const aliasPatterns = (aliases: WrittenAliases): readonly AliasPattern[] =>
  Object.entries(aliases)
    .filter(([name]) => isPattern(name))
    .map(([name, target]): AliasPattern => {
      const { slug, model } = parseAliasedModel(target)
      const takesRemainder = model.endsWith('*')
      return {
        before: name.slice(0, -1),
        ...(slug !== undefined && { slug }),
        model: takesRemainder ? model.slice(0, -1) : model,
        ...(takesRemainder && { remainder: true }),
      }
    })
    .sort((one, other) => other.before.length - one.before.length)

/** The model of the first pattern that a name matches. */
export function matchPattern(patterns: readonly AliasPattern[], name: string): AliasedModel | undefined {
  const found = patterns.find(({ before }) => name.length > before.length && name.startsWith(before))
  if (found === undefined) return undefined
  const { before, slug, model, remainder } = found
  return {
    ...(slug !== undefined && { slug }),
    model: remainder === true ? model + name.slice(before.length) : model,
  }
}

/** Aliases with patterns: names that are written precede them, and they precede plain names, which no one wrote. */
export class PatternAliases extends Map<string, AliasedModel | PlainModel> {
  readonly #patterns: readonly AliasPattern[]

  constructor(
    names: Iterable<readonly [string, AliasedModel | PlainModel]>,
    patterns: readonly AliasPattern[],
  ) {
    super(names)
    this.#patterns = patterns
  }

  override get(name: string): AliasedModel | PlainModel | undefined {
    const found = super.get(name)
    return found !== undefined && !('isPlain' in found)
      ? found
      : (matchPattern(this.#patterns, name) ?? found)
  }

  /** What patterns call a model of a stored provider. */
  namesOf(slug: string, model: string): readonly string[] {
    return this.#patterns.flatMap(each => {
      if (each.slug !== slug || each.remainder !== true || !model.startsWith(each.model)) return []
      const name = each.before + model.slice(each.model.length)
      const found = this.get(name)
      return !this.has(name) && found?.slug === slug && found.model === model ? [name] : []
    })
  }
}

/** Whether `aliases` serve plain names of models, and the aliases that are written. */
export function readAliases(aliases: 'auto' | ModelAliases | undefined = {}): {
  readonly hasPlainNames: boolean
  readonly written: WrittenAliases
} {
  if (aliases === 'auto') return { hasPlainNames: true, written: {} }
  const written = Object.entries(aliases).flatMap(([name, model]) =>
    name === EVERY_NAME || model === undefined ? [] : [[name, model] as const],
  )
  return { hasPlainNames: aliases[EVERY_NAME] !== undefined, written: Object.fromEntries(written) }
}

/** A default config, or a provider for which clients send their own credential, serves plain names itself. */
export const servesPlainNames = ({ config, provider }: PlanDefaults = {}): boolean =>
  config === undefined && (provider === undefined || provider.startsWith('@'))
