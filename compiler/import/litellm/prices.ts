// Prices of models, which LiteLLM has per token in US dollars.
import { asList, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { numberIn } from '../import-context.ts'
import type { ProjectDraft } from '../project-draft.ts'

const PER_MILLION: Readonly<Record<string, string>> = {
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cached',
  cache_creation_input_token_cost: 'cache_writes',
}
const PER_ONE: Readonly<Record<string, string>> = {
  input_cost_per_image: 'per_image',
  output_cost_per_image: 'per_image',
  input_cost_per_second: 'per_second',
  output_cost_per_second: 'per_second',
  input_cost_per_character: 'per_character',
}

/** Adds the price of a model to the manifest, if the deployment has one. The first deployment of a model counts. */
export function addPrice(
  { manifest }: ProjectDraft,
  provider: string,
  model: string | undefined,
  fields: JsonObject,
): void {
  if (model === undefined || model.includes('*')) return
  const price: Record<string, number> = {}
  for (const [names, factor] of [
    [PER_MILLION, 1_000_000],
    [PER_ONE, 1],
  ] as const)
    for (const [name, own] of Object.entries(names)) {
      const value = numberIn(fields[name])
      if (value !== undefined && value * factor <= 1_000_000)
        price[own] ??= Number((value * factor).toPrecision(9))
    }
  const known = asList(manifest['prices'])
  const isKnown = known.some(
    each => isObject(each) && each['provider'] === provider && each['model'] === model,
  )
  if (Object.keys(price).length > 0 && !isKnown)
    manifest['prices'] = [...known, { provider, model, ...price }]
}
