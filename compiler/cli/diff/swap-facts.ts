// What is known of a model at its provider: prices, windows, thinking and life. What is not known is absent.
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import { lives } from '../../../schemas/generated/lives.ts'
import type { PlanPrice, Thinking } from '../../../schemas/generated/types.ts'
import {
  createLifeSearch,
  lifePhase,
  lifeSentence,
  type ModelLife,
} from '../../../schemas/values/model-life.ts'
import type { PriceTable } from '../../../schemas/values/price-table.ts'
import { windowOf } from '../../analyse/capabilities.ts'
import { type SwappedModel, swappedSlug } from '../../analyse/diff/model-swap.ts'
import type { Catalog } from '../../facts/catalog.ts'

export interface SwapFacts {
  /** In US dollars for a million tokens; absent if no price is known. */
  readonly price?: PriceTable
  /** Tokens of the context window, and the most tokens of a reply of its family. */
  readonly context?: number
  readonly output?: number
  readonly thinking?: Thinking
  readonly life?: ModelLife
  /** What happens at its end, where that is near or over. */
  readonly warning?: string
}

export type FactsOf = (model: SwappedModel) => SwapFacts

/** `prices`: those of the manifest. */
export function createSwapFacts(prices: readonly PlanPrice[], day: string, catalog: Catalog): FactsOf {
  const list = createPriceList(prices)
  const findLife = createLifeSearch(lives)
  return ({ provider, at, model, isOwnHost }) => {
    const spec = provider === undefined ? undefined : catalog.provider(provider)
    if (spec === undefined) return {}
    const price = list.explain(spec.id, model, Date.parse(day), swappedSlug({ at }))
    const context = windowOf({ spec, model })
    const output = catalog
      .modelAdvice?.(spec, model)
      .limits.find(({ name, of }) => name === 'max_tokens' && of === 'model')?.maximum
    const { thinking } = modelFacts(model, spec.id) ?? {}
    // Owners choose the names of deployments, and what their own hosts serve.
    const isNamedByOwner = isOwnHost || spec.reads?.includes('deployments') === true
    const life = isNamedByOwner ? undefined : findLife(spec.id, model)
    const warning =
      life === undefined || lifePhase(life, day) === 'living'
        ? undefined
        : lifeSentence(spec.name, model, life, day)
    return {
      ...(typeof price === 'string' ? {} : { price: price.table }),
      ...(context === undefined ? {} : { context }),
      ...(output === undefined ? {} : { output }),
      ...(thinking === undefined ? {} : { thinking }),
      ...(life === undefined ? {} : { life }),
      ...(warning === undefined ? {} : { warning }),
    }
  }
}
