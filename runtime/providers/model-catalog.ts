// The models that a provider is known to serve: those of its provider spec, then those of the price list, without
// duplicates, and without those that are only priced. Any other model works as well; this is for lists and estimates.
import { type ModelFacts, models } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'

export function knownModels(spec: ProviderSpec): readonly ModelFacts[] {
  const priceList = (models[spec.id] ?? []).filter(({ hidden }) => hidden !== true)
  const specModels = new Set(spec.models)
  const factsOf = (id: string): ModelFacts => priceList.find(model => model.id === id) ?? { id }
  return [...Array.from(specModels, factsOf), ...priceList.filter(({ id }) => !specModels.has(id))]
}
