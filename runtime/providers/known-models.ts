// The models that a provider is known to serve: those of its provider spec, then those of the price list, without
// duplicates. Any other model works as well; this is for lists and estimates.
import { type ModelFacts, models } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'

export function knownModels(row: ProviderSpec): readonly ModelFacts[] {
  const listed = models[row.id] ?? []
  const own = new Set(row.models)
  const factsOf = (id: string): ModelFacts => listed.find(model => model.id === id) ?? { id }
  return [...Array.from(own, factsOf), ...listed.filter(({ id }) => !own.has(id))]
}
