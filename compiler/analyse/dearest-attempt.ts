// The most that one attempt at a model costs, by the rules by which the gateway prices replies (runtime/values/prices/): each token of the
// window in the dearest unit, tier and band that a request may use, and by all factors. Beside it are fees of tools that a provider runs, whose
// number no plan bounds, and models that a request names as fallbacks.
import { priceRules } from '../../schemas/generated/models.ts'
import type { CallNode, PlanPrice } from '../../schemas/generated/types.ts'
import {
  discountedTable,
  rulesOf,
  rulesOfModel,
  tierFactors,
  writtenTable,
} from '../../schemas/values/price-rules.ts'
import type {
  ModelFacts,
  Multipliers,
  PriceRules,
  PriceTable,
  Rates,
  RateTable,
  TokenUnit,
} from '../../schemas/values/price-table.ts'
import { hasRates, type WrittenPrices } from '../../schemas/values/written-prices.ts'

/** A model of the list as it is found for a provider. */
export interface ListedModel {
  /** Of the catalog: its rules of tiers and factors hold. */
  readonly host: string
  /** The slug of the stored provider, if one is called. */
  readonly slug: string | undefined
  /** Whose list has the entry. */
  readonly provider: string
  readonly entry: ModelFacts
  readonly model: string
}

const INPUT_UNITS: readonly TokenUnit[] = [
  'input',
  'cached',
  'cache_writes',
  'cache_writes_1h',
  'audio_input',
  'cached_audio_input',
  'image_input',
  'cached_image_input',
  'video_input',
]
const OUTPUT_UNITS: readonly TokenUnit[] = ['output', 'audio_output', 'image_output', 'video_output']
/** Counted apart from the output. */
const BESIDES: readonly TokenUnit[] = ['reasoning', 'citations']

const LIMITS_OF_OUTPUT = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']

/** In US dollars; undefined where the window or the prices are not known. */
export function dearestAttempt(
  { host, slug, provider, entry, model }: ListedModel,
  prices: WrittenPrices<PlanPrice>,
  overrides: CallNode['overrides'],
): number | undefined {
  const { context } = entry
  if (context === undefined) return undefined
  const rules = rulesOf(priceRules, host)
  const ofModel = rulesOfModel(priceRules, host, entry.id)
  const { inherits } = rulesOf(priceRules, provider)
  const tier = overrides['service_tier']
  const listed = (): readonly RateTable[] =>
    listedTables(entry, ofModel.service_tiers)
      .flatMap(table => tablesByTier(table, tierFactors(rules, ofModel), tier))
      .map(table => inherited(table, inherits))
  const own = (price: PlanPrice): readonly RateTable[] => {
    const tables = tablesByTier(writtenTable(price), undefined, tier)
    return discounted(tables, price.discount)
  }
  // Those of the manifest hold instead, from their days on.
  const tablesAt = (now: number): readonly RateTable[] => {
    const price = prices.find(host, slug, model, now)
    if (price === undefined) return listed()
    if (hasRates(price)) return own(price)
    const rates = prices.findRates(host, slug, model, now)
    return discounted(rates === undefined ? listed() : own(rates), price.discount)
  }
  const times = [0, ...prices.changes(host, slug, model)]
  const rates = times.flatMap(tablesAt).flatMap(table => ratesWithin(table, context))
  const priced = rates.filter(({ input }) => input !== undefined)
  if (priced.length === 0) return undefined
  const factor = largestFactor(ofModel.multipliers ?? rules.multipliers ?? {}, overrides)
  const costs = priced.map(each => costOfWindow(each, context, factor, overrides))
  return Math.max(...costs)
}

const discounted = (tables: readonly RateTable[], discount: number | undefined): readonly RateTable[] =>
  discount === undefined ? tables : tables.map(table => discountedTable(table, discount))

const listedTables = (
  { dated, ...table }: ModelFacts,
  tiers: PriceTable['service_tiers'],
): readonly PriceTable[] =>
  (dated ?? [table]).map(each => (tiers === undefined ? each : { ...each, service_tiers: tiers }))

/** The tables of all tiers; of one and the standard one where the plan sets it. */
function tablesByTier(
  { service_tiers: written = {}, batch: _, ...standard }: PriceTable,
  factors: PriceRules['service_tiers'] = {},
  chosen: unknown,
): readonly RateTable[] {
  const isPossible = (tier: string): boolean =>
    typeof chosen !== 'string' || chosen === 'auto' || chosen === tier
  const byFactor = Object.entries(factors).filter(([tier]) => !Object.hasOwn(written, tier))
  return [
    standard,
    ...Object.entries(written).flatMap(([tier, table]) => (isPossible(tier) ? [table] : [])),
    ...byFactor.flatMap(([tier, factor]) => (isPossible(tier) ? [multiplied(standard, factor)] : [])),
  ]
}

function multiplied({ above = [], ...rates }: RateTable, factor: number): RateTable {
  const each = (given: Rates): Rates =>
    Object.fromEntries(
      Object.entries(given).map(([unit, price]) => [
        unit,
        unit.startsWith('per_') || typeof price !== 'number' ? price : price * factor,
      ]),
    )
  return { ...each(rates), above: above.map(({ tokens, ...band }) => ({ ...each(band), tokens })) }
}

/** What a table lacks, by what the vendor charges for it. */
function inherited(table: RateTable, inherits: PriceRules['inherits'] = {}): RateTable {
  const found = Object.entries(inherits).flatMap(([unit, from]) => {
    const price = table[from]
    return Object.hasOwn(table, unit) || price === undefined ? [] : [[unit, price] as const]
  })
  return found.length === 0 ? table : { ...Object.fromEntries(found), ...table }
}

/** The rates of all bands that a window reaches. */
const ratesWithin = ({ above = [], ...rates }: RateTable, context: number): readonly Rates[] => [
  rates,
  ...above.flatMap(({ tokens, ...band }) => (tokens < context ? [{ ...rates, ...band }] : [])),
]

/** The product of the largest factors; of a field that the plan sets, that of its value. */
const largestFactor = (multipliers: Multipliers, overrides: CallNode['overrides']): number =>
  Object.entries(multipliers).reduce((product, [field, values]) => {
    const set = overrides[field]
    const factors = typeof set === 'string' ? [values[set] ?? 1] : Object.values(values)
    return product * Math.max(1, ...factors)
  }, 1)

const dearest = (rates: Rates, units: readonly TokenUnit[]): number =>
  Math.max(0, ...units.map(unit => rates[unit] ?? 0))

/** As much of the window as possible in what is dearer: what is read, or what is written. */
function costOfWindow(
  rates: Rates,
  context: number,
  factor: number,
  overrides: CallNode['overrides'],
): number {
  const [read, write] = [dearest(rates, INPUT_UNITS), dearest(rates, OUTPUT_UNITS)]
  const limits = LIMITS_OF_OUTPUT.map(name => overrides[name]).filter(value => typeof value === 'number')
  const written = Math.min(context, ...limits)
  const { n } = overrides
  const choices = typeof n === 'number' ? Math.max(1, n) : 1
  const tokens = Math.max(context * read, (context - written) * read + written * choices * write)
  const besides = BESIDES.reduce((sum, unit) => sum + context * (rates[unit] ?? 0), 0)
  return ((tokens + besides) * factor) / 1_000_000 + (rates.per_request ?? 0)
}
