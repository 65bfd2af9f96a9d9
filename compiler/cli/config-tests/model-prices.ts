// Prices of calls by the list of models, for estimates.
import { knownModels } from '../../../runtime/providers/model-catalog.ts'
import type { PriceCall } from '../../../runtime/simulation/traffic/run-traffic.ts'
import type { TrafficModel } from '../../../schemas/generated/types.ts'
import type { Catalog } from '../../catalog.ts'

const INPUT_TOKENS = 1000
const OUTPUT_TOKENS = 300
const PER_MILLION = 1e6

export function modelPrices({ prices = {} }: Pick<TrafficModel, 'prices'>, catalog: Catalog): PriceCall {
  const known = new Map<string, { readonly input: number; readonly output: number } | undefined>()
  const find = (provider: string, model: string) => {
    const own = prices[model]
    const spec = catalog.provider(provider)
    if (own !== undefined || spec === undefined) return own
    const listed = knownModels(spec).find(({ id }) => id === model)
    return listed?.input === undefined || listed.output === undefined
      ? undefined
      : { input: listed.input, output: listed.output }
  }
  return (provider, model, { input_tokens: input = INPUT_TOKENS, output_tokens: output = OUTPUT_TOKENS }) => {
    if (provider === undefined || model === undefined) return undefined
    const key = `${provider} ${model}`
    if (!known.has(key)) known.set(key, find(provider, model))
    const price = known.get(key)
    return price && (input * price.input + output * price.output) / PER_MILLION
  }
}
