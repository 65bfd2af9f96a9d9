// Which rules of a vendor a model has, and a price of the manifest as a table.
import type { ModelRules, OtherUnit, PriceRules, PriceTable, RateTable } from './price-table.ts'

const NO_RULES: PriceRules = {}
const NO_MODEL_RULES: ModelRules = {}

/** The rules by provider, as the list has them. */
export type RulesByProvider = { readonly [provider: string]: PriceRules }

export const rulesOf = (rules: RulesByProvider, provider: string): PriceRules =>
  Object.hasOwn(rules, provider) ? (rules[provider] ?? NO_RULES) : NO_RULES

/** Those of the name, or of the longest beginning of it. */
export function rulesOfModel(rules: RulesByProvider, provider: string, id: string): ModelRules {
  const { models: byModel } = rulesOf(rules, provider)
  if (byModel === undefined) return NO_MODEL_RULES
  if (Object.hasOwn(byModel, id)) return byModel[id] ?? NO_MODEL_RULES
  const [beginning] = Object.keys(byModel)
    .filter(name => name.endsWith('*') && id.startsWith(name.slice(0, -1)))
    .sort((one, other) => other.length - one.length)
  return (beginning === undefined ? undefined : byModel[beginning]) ?? NO_MODEL_RULES
}

/** The factors of tiers: those of the model before those of its vendor. */
export const tierFactors = (
  { service_tiers: ofVendor }: PriceRules,
  { tier_factors: ofModel }: ModelRules,
): PriceRules['service_tiers'] => (ofModel === undefined ? ofVendor : { ...ofVendor, ...ofModel })

/** Billionths of a dollar for one token, in dollars per million tokens. */
const SCALE = 1_000

const inDollars = (nano: number): number => Number((nano / SCALE).toPrecision(15))

/** A price as a plan has it: by token, or as the table that the manifest has. */
interface WrittenPrice {
  readonly table?: PriceTable
  readonly input?: number
  readonly output?: number
  readonly cached?: number
}

/** In dollars per million tokens. */
export const writtenTable = ({ table, input, output, cached }: WrittenPrice): PriceTable =>
  table ?? {
    ...(input !== undefined && { input: inDollars(input) }),
    ...(cached !== undefined && { cached: inDollars(cached) }),
    ...(output !== undefined && { output: inDollars(output) }),
  }

/** What tools of the vendor cost by use, which is charged beside the model. */
const TOOL_UNITS: ReadonlySet<string> = new Set<OtherUnit>([
  'per_search',
  'per_search_preview',
  'per_grounded_prompt',
  'per_source',
  'per_file_search',
  'per_container',
])

/** Every price of a table less a part of it, in all its tiers and batches; prices of the vendor's tools stay. */
export function discountedTable(table: PriceTable, discount: number): PriceTable {
  const factor = rounded(1 - discount)
  const { service_tiers: tiers, batch, ...standard } = table
  return {
    ...discountedRates(standard, factor),
    ...(tiers && {
      service_tiers: Object.fromEntries(
        Object.entries(tiers).map(([name, each]) => [name, discountedRates(each, factor)]),
      ),
    }),
    ...(batch && { batch: discountedRates(batch, factor) }),
  }
}

function discountedRates({ above, ...rates }: RateTable, factor: number): RateTable {
  const reduced = Object.fromEntries(
    Object.entries(rates).map(([unit, price]) => [
      unit,
      TOOL_UNITS.has(unit) ? price : rounded(price * factor),
    ]),
  )
  return {
    ...reduced,
    ...(above && {
      above: above.map(({ tokens, ...band }) => ({ tokens, ...discountedRates(band, factor) })),
    }),
  }
}

/** A decimal number of up to fifteen digits survives conversion to binary and back. */
const rounded = (value: number): number => Number(value.toPrecision(15))
