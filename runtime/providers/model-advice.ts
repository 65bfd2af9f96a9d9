// What the compiler says about the model that a config names: whether its name is probably misspelled, whether another vendor's, and
// how far its parameters go. Nothing is known of most names, and then nothing is said.
import type { ModelAdvice } from '../../compiler/catalog.ts'
import { families } from '../../schemas/generated/families.ts'
import { type ModelFacts, models } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { originalModel, undated } from '../../schemas/values/model-name.ts'
import { editDistance } from '../../schemas/values/suggest.ts'
import { modelFamily } from '../wire/model-family.ts'

/** Shorter names, and shorter parts of names, have neighbours that are models. */
const MIN_LENGTH = 4
const MIN_PART = 3
const MAX_EDITS = 2

export function modelAdvice(spec: ProviderSpec, specs: readonly ProviderSpec[], model: string): ModelAdvice {
  const family = modelFamily(model)
  const near = nearModels(spec, model)
  const vendor = near.length > 0 || family === undefined ? undefined : otherVendor(spec, specs, family)
  return { near, ...(vendor && { vendor }), limits: limitsOf(spec, model, family) }
}

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
function nearModels(spec: ProviderSpec, model: string): readonly string[] {
  const isNamedByOwner = originalModel(model) !== undefined || spec.reads?.includes('deployments') === true
  if (model.length < MIN_LENGTH || isNamedByOwner) return []
  const listed = models[spec.id] ?? []
  const names = [...(spec.models ?? []), ...listed.flatMap(({ id, also = [] }) => [id, ...also])]
  const short = undated(model)
  if (names.some(name => name === model || undated(name) === short)) return []
  // A dot for a hyphen between digits is what vendors' own names differ in.
  const found = names.filter(name => isMisspelling(short, undated(name)))
  const nearest = Math.min(...found.map(name => editDistance(short, undated(name), MAX_EDITS)))
  return Array.from(
    new Set(found.filter(name => editDistance(short, undated(name), MAX_EDITS) === nearest)),
  ).slice(0, 3)
}

/** Other digits are another version, and another short word is another size: both are models of their own. */
function isMisspelling(written: string, name: string): boolean {
  if (editDistance(written, name, MAX_EDITS) > MAX_EDITS) return false
  if (written.replaceAll(/\D/g, '') !== name.replaceAll(/\D/g, '')) return false
  const [parts, others] = [written, name].map(each => each.split(/[-._:/ ]/)) as [string[], string[]]
  if (parts.length !== others.length) return true
  return parts.every(
    (part, index) => part === others[index] || Math.min(part.length, others[index]?.length ?? 0) >= MIN_PART,
  )
}

function limitsOf(spec: ProviderSpec, model: string, family: string | undefined): ModelAdvice['limits'] {
  const known = families.find(({ id }) => id === family)?.limits
  const context = contextOf(models[spec.id] ?? [], model)
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

const contextOf = (listed: readonly ModelFacts[], model: string): number | undefined =>
  listed.find(({ id, also = [] }) => id === model || also.includes(model) || undated(id) === undated(model))
    ?.context
