// Prices that others publish as JSON, in two forms: by model with a price for one token (`input_cost_per_token`), and entries with `cost`
// in US dollars per million tokens, below their providers or naming them. Both become tables as the built-in list has them.
import type { RateTable, TokenUnit } from '../../../schemas/values/price-table.ts'

export interface PublishedPrice {
  /** The identifier of a provider of the catalog. */
  readonly provider: string
  readonly model: string
  readonly table: RateTable
  readonly batch: RateTable
}

/** What the lists call providers where they do not as the catalog does. */
const PROVIDERS: { readonly [theirs: string]: string } = {
  'amazon-bedrock': 'bedrock',
  azure_ai: 'azure-foundry',
  bedrock_converse: 'bedrock',
  bedrock_mantle: 'bedrock-mantle',
  'cloudflare-workers-ai': 'cloudflare',
  cohere_chat: 'cohere',
  fireworks_ai: 'fireworks',
  'fireworks_ai-embedding-models': 'fireworks',
  gemini: 'google',
  'google-vertex': 'vertex',
  moonshotai: 'moonshot',
  'text-completion-openai': 'openai',
  together_ai: 'together',
  togetherai: 'together',
  vertex_ai: 'vertex',
  'x-ai': 'xai',
  zhipuai: 'bigmodel',
}

const providerOf = (theirs: string): string =>
  PROVIDERS[theirs] ?? (theirs.startsWith('vertex_ai-') ? 'vertex' : theirs)

type Json = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All its prices; none where it has neither form. */
export function readPublishedList(json: unknown): readonly PublishedPrice[] {
  if (!isObject(json)) return []
  return Object.values(json).some(entry => isObject(entry) && 'litellm_provider' in entry)
    ? Object.entries(json).flatMap(([name, entry]) => (isObject(entry) ? byToken(name, entry) : []))
    : below(json, undefined)
}

const TOKEN_PRICES: readonly (readonly [theirs: string, ours: TokenUnit])[] = [
  ['input_cost_per_token', 'input'],
  ['output_cost_per_token', 'output'],
  ['cache_read_input_token_cost', 'cached'],
  ['cache_creation_input_token_cost', 'cache_writes'],
  ['cache_creation_input_token_cost_above_1hr', 'cache_writes_1h'],
  ['input_cost_per_audio_token', 'audio_input'],
  ['output_cost_per_audio_token', 'audio_output'],
]

const BAND = /^input_cost_per_token_above_(\d+)k_tokens$/
/** `azure/eu/…` and `bedrock/us-east-1/…` are prices of one place, under a name that no client calls. */
const PLACED = /^(?:azure|azure_ai|bedrock|bedrock_mantle)\/.*\//

function byToken(name: string, entry: Json): readonly PublishedPrice[] {
  const { litellm_provider: theirs } = entry
  if (typeof theirs !== 'string' || PLACED.test(name)) return []
  const [first, ...rest] = name.split('/')
  const isPrefix = rest.length > 0 && first !== undefined && providerOf(first) === providerOf(theirs)
  const priceAt = (ending: string): RateTable =>
    rates(TOKEN_PRICES.map(([field, unit]) => [unit, perMillion(entry[`${field}${ending}`])]))
  const bands = Object.keys(entry)
    .flatMap(field => BAND.exec(field)?.[1] ?? [])
    .map(Number)
  const table = priceAt('')
  if (!isPriced(table)) return []
  return [
    {
      provider: providerOf(theirs),
      model: isPrefix ? rest.join('/') : name,
      table: withBands(
        table,
        bands.map(thousands => ({ tokens: thousands * 1000, ...priceAt(`_above_${thousands}k_tokens`) })),
      ),
      batch: priceAt('_batches'),
    },
  ]
}

const perMillion = (value: unknown): number | undefined =>
  typeof value === 'number' ? Number((value * 1e6).toPrecision(12)) : undefined

const CATALOG_PRICES: readonly (readonly [unit: TokenUnit, ...names: readonly string[]])[] = [
  ['input', 'input'],
  ['output', 'output'],
  ['cached', 'cache_read', 'cacheRead'],
  ['cache_writes', 'cache_write', 'cacheWrite'],
  ['audio_input', 'input_audio'],
  ['audio_output', 'output_audio'],
]

/** Entries with a cost, however deep; the folders between are providers, and what groups models. */
function below(json: Json, provider: string | undefined): readonly PublishedPrice[] {
  const { cost, id, provider: named } = json
  if (isObject(cost)) {
    const theirs = typeof named === 'string' ? named : provider
    if (typeof id !== 'string' || theirs === undefined) return []
    const table = catalogRates(cost)
    if (!isPriced(table)) return []
    return [
      { provider: providerOf(theirs), model: id, table: withBands(table, catalogBands(cost)), batch: {} },
    ]
  }
  return Object.entries(json).flatMap(([name, each]) => (isObject(each) ? below(each, provider ?? name) : []))
}

const catalogRates = (cost: Json): RateTable =>
  rates(CATALOG_PRICES.map(([unit, ...names]) => [unit, names.map(name => cost[name]).find(isNumber)]))

function catalogBands({
  tiers,
  context_over_200k: over,
}: Json): readonly (RateTable & { readonly tokens: number })[] {
  if (isObject(over) && !Array.isArray(tiers)) return [{ tokens: 200_000, ...catalogRates(over) }]
  if (!Array.isArray(tiers)) return []
  return tiers.filter(isObject).flatMap(each => {
    const { inputTokensAbove: above, tier } = each
    const tokens = isNumber(above) ? above : isObject(tier) ? tier['size'] : undefined
    return isNumber(tokens) ? [{ tokens, ...catalogRates(each) }] : []
  })
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** A zero for a cache, or for sound, means that the price is unknown. */
const rates = (prices: readonly (readonly [unit: TokenUnit, price: number | undefined])[]): RateTable =>
  Object.fromEntries(
    prices.filter(
      ([unit, price]) => price !== undefined && (price > 0 || unit === 'input' || unit === 'output'),
    ),
  )

/** Both lists write zero for models whose price they do not know. */
const isPriced = ({ input = 0, output = 0 }: RateTable): boolean => input > 0 || output > 0

const withBands = (
  table: RateTable,
  above: readonly (RateTable & { readonly tokens: number })[],
): RateTable => (above.length === 0 ? table : { ...table, above })
