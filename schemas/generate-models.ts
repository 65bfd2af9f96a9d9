// The price list → facts of each provider's models. Only what model lists and estimates need is included: see
// README.md. No clock: prices are those of a fixed day, so that the output is reproducible.
import type { ConditionalPrice, ModelInfo, ModelPrice } from '@pydantic/genai-prices'
import { waitForUpdate } from '@pydantic/genai-prices'
import { readProviderSpecs } from './sources.ts'

const BANNER = '// Generated from schemas/ and the list of prices by schemas/generate.ts. Do not edit.\n'

/** The date of the prices; changed when the package is updated. */
const PRICE_DATE = '2026-11-21'

const MODEL_FACTS_TYPE = `/** A model: its context window in tokens, and prices in US dollars per million tokens. */
export interface ModelFacts {
  readonly id: string
  readonly context?: number
  readonly input?: number
  readonly output?: number
  /** Price of cached input. */
  readonly cached?: number
}
`

/** The price in force on the day; if it depends on the hour, the most expensive. */
function priceOf(prices: readonly ConditionalPrice[] | ModelPrice): ModelPrice {
  if (!Array.isArray(prices)) return prices as ModelPrice
  const listed = prices as readonly ConditionalPrice[]
  const undated = listed.filter(
    ({ constraint }) =>
      constraint === undefined || (constraint.type === 'start_date' && constraint.start_date <= PRICE_DATE),
  )
  const hourly = listed.filter(({ constraint }) => constraint?.type === 'time_of_date')
  return [...undated.slice(-1), ...hourly]
    .map(each => each.prices)
    .reduce((mostExpensive, each) =>
      (amount(each, 'input') ?? 0) > (amount(mostExpensive, 'input') ?? 0) ? each : mostExpensive,
    )
}

const KEYS = { input: 'input_mtok', output: 'output_mtok', cached: 'cache_read_mtok' } as const

/** A price per million tokens; with tiers, that of the first one. */
function amount(price: ModelPrice, of: keyof typeof KEYS): number | undefined {
  const value = price[KEYS[of]]
  return typeof value === 'object' ? value.base : value
}

/** Names of fine-tuned models, which are patterns rather than names. */
const FINE_TUNE_PATTERN = /^ft:|\.ft-/

/** The facts of one model in a fixed order, or none if nothing is known. */
function factsOf({ id, context_window, prices, deprecated }: ModelInfo): readonly object[] {
  if (deprecated === true || FINE_TUNE_PATTERN.test(id)) return []
  const price = priceOf(prices)
  const known = {
    context: context_window,
    input: amount(price, 'input'),
    output: amount(price, 'output'),
    cached: amount(price, 'cached'),
  }
  const facts = Object.entries(known).filter(([, value]) => value !== undefined)
  return facts.length === 0 ? [] : [{ id, ...Object.fromEntries(facts) }]
}

const byId = (left: { readonly id?: string }, right: { readonly id?: string }): number =>
  (left.id ?? '') < (right.id ?? '') ? -1 : 1

/** The text of generated/models.ts: a line for each model, by the identifiers of providers. */
export async function generateModels(): Promise<string> {
  const priced = new Map((await waitForUpdate())?.map(({ id, models }) => [id, models]))
  if (priced.size === 0) throw new Error('The list of prices is empty: its package has changed.')
  const providers = readProviderSpecs().flatMap(spec => {
    const id = String(spec['id'])
    const models = (priced.get(String(spec['pricedAs'] ?? id)) ?? []).flatMap(factsOf).sort(byId)
    return models.length === 0
      ? []
      : [
          `  ${JSON.stringify(id)}: [\n${models.map(model => `    ${JSON.stringify(model)},\n`).join('')}  ],\n`,
        ]
  })
  return `${BANNER}\n${MODEL_FACTS_TYPE}
/** The day of the prices. */
export const priceDate = '${PRICE_DATE}'

/** The models of providers, by the identifiers of the providers. */
export const models: { readonly [provider: string]: readonly ModelFacts[] } = {\n${providers.join('')}}\n`
}
