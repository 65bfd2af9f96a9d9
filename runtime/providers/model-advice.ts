// The compiler's advice about the model that a config names: whether its name is probably misspelled, whether another vendor's, and
// how far its parameters go. Nothing is known of most names, and then there is no advice.
import type { ModelAdvice } from '../../compiler/facts/catalog.ts'
import { families } from '../../schemas/generated/families.ts'
import { models } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { originalModel, undated } from '../../schemas/values/model-name.ts'
import { editDistance } from '../../schemas/values/suggest.ts'
import { modelFamily } from '../wire/model-family.ts'

/** Shorter names, and shorter parts of names, have neighbours that are models. */
const MIN_LENGTH = 4
const MIN_PART = 3
const MAX_EDITS = 2

/** What vendors call models of embeddings. */
const EMBEDS = /(?:^|[-./])embed/

/** What is known of the models of a provider, by their names without dates. */
interface KnownModels {
  readonly names: ReadonlySet<string>
  readonly undated: ReadonlySet<string>
  /** Those of the list of prices, without dates: the models of vendors. */
  readonly priced: ReadonlySet<string>
  /** By the digits of the name, in which a misspelt one does not differ. */
  readonly byDigits: ReadonlyMap<string, readonly string[]>
  /** By the parts of the name in any order. */
  readonly byParts: ReadonlyMap<string, readonly string[]>
  /** The context window. */
  readonly contexts: ReadonlyMap<string, number>
}

/** For one set of providers, whose lists are prepared once. */
export function createModelAdvice(
  specs: readonly ProviderSpec[],
): (spec: ProviderSpec, model: string) => ModelAdvice {
  const prepared = new Map<ProviderSpec, KnownModels>()
  return (spec, model) => {
    const known = prepared.get(spec) ?? prepare(spec)
    prepared.set(spec, known)
    const family = modelFamily(model)
    const near = nearModels(spec, known, model)
    const vendor = near.length > 0 || family === undefined ? undefined : otherVendor(spec, specs, family)
    const context = known.contexts.get(model) ?? known.contexts.get(undated(model))
    const embeds = known.priced.has(undated(model)) ? EMBEDS.test(model) : undefined
    return {
      near,
      ...(vendor && { vendor }),
      ...(context !== undefined && { context }),
      ...(embeds !== undefined && { embeds }),
      limits: limitsOf(spec, context, family),
    }
  }
}

function prepare(spec: ProviderSpec): KnownModels {
  const listed = models[spec.id] ?? []
  const names = new Set([...(spec.models ?? []), ...listed.flatMap(({ id, also = [] }) => [id, ...also])])
  const contexts = new Map<string, number>()
  for (const { id, also = [], context } of listed)
    for (const name of context === undefined ? [] : [id, ...also, undated(id)])
      if (context !== undefined && !contexts.has(name)) contexts.set(name, context)
  return {
    names,
    undated: new Set(Array.from(names, undated)),
    priced: new Set(listed.flatMap(({ id, also = [] }) => [id, ...also].map(undated))),
    byDigits: Map.groupBy(names, name => digitsOf(undated(name))),
    byParts: Map.groupBy(names, name => sortedParts(undated(name))),
    contexts,
  }
}

const digitsOf = (name: string): string => name.replaceAll(/\D/g, '')

/** The vendor of a family that a provider does not serve. */
function otherVendor(
  { families: own }: ProviderSpec,
  specs: readonly ProviderSpec[],
  family: string,
): string | undefined {
  if (own === undefined || includesFamily(own, family)) return undefined
  return specs.find(each => includesFamily(each.families ?? [], family))?.name
}

const includesFamily = (names: readonly string[], family: string): boolean =>
  names.some(name => (name.endsWith('*') ? family.startsWith(name.slice(0, -1)) : family === name))

const partsOf = (name: string): readonly string[] => name.split(/[-._:/ ]/)

const sortedParts = (name: string): string => partsOf(name).toSorted().join(' ')

/** The models of a provider that a name was probably meant for; none for a name that it has. */
function nearModels(spec: ProviderSpec, known: KnownModels, model: string): readonly string[] {
  const isNamedByOwner = originalModel(model) !== undefined || spec.reads?.includes('deployments') === true
  if (model.length < MIN_LENGTH || isNamedByOwner) return []
  if (isKnown(known, model)) return []
  const found = [unprefixed, misspelt, reordered, withoutVersion].map(find => find(spec, known, model))
  const near = found.find(names => names.length > 0) ?? []
  const bare = near.filter(name => undated(name) === name)
  return (bare.length > 0 ? bare : near).slice(0, 3)
}

const isKnown = (known: KnownModels, model: string): boolean =>
  known.names.has(model) || known.undated.has(undated(model))

/** What other gateways write before the models of a provider: its own name, or that of the vendor. */
function unprefixed(spec: ProviderSpec, known: KnownModels, model: string): readonly string[] {
  const slash = model.indexOf('/')
  const [prefix, name] = [model.slice(0, slash), model.slice(slash + 1)]
  const own = [spec.id, ...(spec.aliases ?? [])]
  if (slash < 1 || !own.includes(prefix.replaceAll('_', '-').toLowerCase())) return []
  return isKnown(known, name) ? [name] : []
}

/** Those whose names differ in a letter or two. A dot for a hyphen between digits is what vendors' own names differ in. */
function misspelt(_: ProviderSpec, known: KnownModels, model: string): readonly string[] {
  const short = undated(model)
  const found = (known.byDigits.get(digitsOf(short)) ?? []).filter(name =>
    isMisspelling(short, undated(name)),
  )
  const nearest = Math.min(...found.map(name => editDistance(short, undated(name), MAX_EDITS)))
  return found.filter(name => editDistance(short, undated(name), MAX_EDITS) === nearest)
}

/** Other digits are another version, and another short word is another size: both are models of their own. */
function isMisspelling(written: string, name: string): boolean {
  if (editDistance(written, name, MAX_EDITS) > MAX_EDITS) return false
  const [parts, others] = [partsOf(written), partsOf(name)]
  if (parts.length !== others.length) return true
  return parts.every((part, index) => {
    const other = others[index] ?? ''
    return part === other || Math.min(part.length, other.length) >= MIN_PART || hasSlip(part, other)
  })
}

/** A key that was struck twice, or two in the wrong order. */
const hasSlip = (part: string, other: string): boolean =>
  part.replaceAll(/(.)\1+/g, '$1') === other ||
  (part.length === other.length && editDistance(part, other, 1) === 1)

/** The same parts in another order, or a zero behind the version; of vendors that serve no models of others, whose names may have any. */
function reordered(spec: ProviderSpec, known: KnownModels, model: string): readonly string[] {
  if (spec.families === undefined) return []
  const short = undated(model)
  const bare = short.replace(/[.-]0$/, '')
  return known.byParts.get(sortedParts(short)) ?? (bare !== short && isKnown(known, bare) ? [bare] : [])
}

/** A family has several versions, and no vendor serves it without one, unless it lists that name. The newest of them are shown first. */
function withoutVersion(spec: ProviderSpec, known: KnownModels, model: string): readonly string[] {
  if (spec.families === undefined || /\d/.test(model)) return []
  const parts = partsOf(model)
  if (parts.length < 2) return []
  const found = Array.from(known.names).filter(name => {
    const others = partsOf(name)
    return (
      parts.every(part => others.includes(part)) &&
      others.every(part => parts.includes(part) || /^\d+$/.test(part)) &&
      others.some(part => /^\d+$/.test(part)) &&
      undated(name) === name
    )
  })
  return found.toSorted((one, other) => versionOf(other) - versionOf(one))
}

/** Of `claude-opus-4-5`: 4.5. */
const versionOf = (name: string): number => Number(name.match(/\d+/g)?.slice(0, 2).join('.'))

function limitsOf(
  spec: ProviderSpec,
  context: number | undefined,
  family: string | undefined,
): ModelAdvice['limits'] {
  const known = families.find(({ id }) => id === family)?.limits
  const ranges = Object.entries(spec.ranges ?? {}).flatMap(([name, { maximum }]) =>
    maximum === undefined ? [] : [{ name, maximum, of: 'provider' as const }],
  )
  return [
    ...ranges,
    ...Object.entries(known ?? {}).map(([name, maximum]) => ({ name, maximum, of: 'model' as const })),
    ...(context === undefined || known?.max_tokens !== undefined
      ? []
      : [{ name: 'max_tokens', maximum: context, of: 'window' as const }]),
  ]
}
