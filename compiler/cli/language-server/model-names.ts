// What editors show of models: their names at a provider, and what they cost.
import { createPriceList, type PriceList } from '../../../runtime/providers/model-prices.ts'
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import type { PlanPrice } from '../../../schemas/generated/types.ts'
import type { ModelNames } from '../../language-server/project-view.ts'
import { priceOrigin } from '../prices/format-prices.ts'

/** `own`: the prices of the manifest. `now`: milliseconds since 1970. */
export function createModelNames(own: readonly PlanPrice[], now: () => number): ModelNames {
  let list: PriceList | undefined
  return {
    namesOf: provider => {
      const hosts = Object.hasOwn(models, provider) ? [provider] : (pricedLike[provider] ?? [])
      const listed = hosts.flatMap(host =>
        (models[host] ?? []).flatMap(({ id, hidden }) => (hidden === true ? [] : [id])),
      )
      const written = own.flatMap(price => (price.provider === provider ? [price.model] : []))
      return [...new Set([...written, ...listed])]
    },
    priceOf: (provider, model) => {
      list ??= createPriceList(own)
      const found = list.explain(provider, model, now())
      if (typeof found === 'string') return undefined
      const { input, output } = found.table
      const rates = [
        ...(input === undefined ? [] : [`$${input} for input`]),
        ...(output === undefined ? [] : [`$${output} for output`]),
      ]
      if (rates.length === 0) return undefined
      return `Price per million tokens: ${rates.join(', ')} (${priceOrigin(found)}).`
    },
  }
}
