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

/** What is known of the models of a provider, by their names without dates. */
interface KnownModels {
  readonly names: ReadonlySet<string>
  readonly undated: ReadonlySet<string>
  /** By the digits of the name, in which a misspelt one does not differ. */
  readonly byDigits: ReadonlyMap<string, readonly string[]>
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
    return { near, ...(vendor && { vendor }), limits: limitsOf(spec, context, family) }
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
    byDigits: Map.groupBy(names, name => digitsOf(undated(name))),
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

/** The models of a provider whose names differ from this one in a letter or two; none for a name that it has. */
function nearModels(spec: ProviderSpec, known: KnownModels, model: string): readonly string[] {
  const isNamedByOwner = originalModel(model) !== undefined || spec.reads?.includes('deployments') === true
  if (model.length < MIN_LENGTH || isNamedByOwner) return []
  const short = undated(model)
  if (known.names.has(model) || known.undated.has(short)) return []
  // A dot for a hyphen between digits is what vendors' own names differ in.
  const found = (known.byDigits.get(digitsOf(short)) ?? []).filter(name =>
    isMisspelling(short, undated(name)),
  )
  const nearest = Math.min(...found.map(name => editDistance(short, undated(name), MAX_EDITS)))
  return found.filter(name => editDistance(short, undated(name), MAX_EDITS) === nearest).slice(0, 3)
}

/** Other digits are another version, and another short word is another size: both are models of their own. */
function isMisspelling(written: string, name: string): boolean {
  if (editDistance(written, name, MAX_EDITS) > MAX_EDITS) return false
  const [parts, others] = [written, name].map(each => each.split(/[-._:/ ]/)) as [string[], string[]]
  if (parts.length !== others.length) return true
  return parts.every(
    (part, index) => part === others[index] || Math.min(part.length, others[index]?.length ?? 0) >= MIN_PART,
  )
}

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
