// A price as integers: fractions of a billionth of a US dollar that all rates of its table are whole multiples of. Compiled once; what a
// call costs is then a sum of products without errors of binary fractions.
import { discountedTable } from '../../../schemas/values/price-rules.ts'
import {
  type Multipliers,
  PRICE_UNITS,
  type PriceTable,
  type PriceUnit,
  type Rates,
  type RateTable,
  TOKEN_UNITS,
} from '../../../schemas/values/price-table.ts'

/** Where a price is from: the day on which its source was read, the start of the digest of its list, or `manifest`. */
export type PriceDate = string

/** The rates of one table. */
export interface CompiledRates {
  /** How many of its fractions are a billionth of a dollar: a power of ten. */
  readonly perNanoDollar: number
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cached: number | undefined
  readonly of: { readonly [unit in PriceUnit]?: number }
  /** Whether it has the two rates of plain text and nothing that every call pays besides. */
  readonly isPlain: boolean
  readonly hasTokens: boolean
  /** The rates as the record of a call has them, without the fees. */
  readonly text: string
  /** Units of which the price is a fee of the vendor for all its models. */
  readonly fees: ReadonlySet<PriceUnit>
  /** From these numbers of tokens on, the highest first. */
  readonly above: readonly { readonly tokens: number; readonly rates: CompiledRates }[]
}

export interface CompiledPrice {
  readonly dated: PriceDate
  /** Whether an operator has written it, or what is taken off it. */
  readonly isOwn: boolean
  readonly standard: CompiledRates
  /** Those of a tier, or of batches; undefined where the table has none. */
  readonly tier: (name: string) => CompiledRates | undefined
  /** The factor of a field of the usage by its value; undefined if none is known. */
  readonly factor: (field: string, value: string) => number | undefined
  /** With all its prices of tokens multiplied. */
  readonly multiplied: (factor: number) => CompiledPrice
  /** Less a part of all prices of the model; fees of the vendor's tools stay. */
  readonly discounted: (discount: number) => CompiledPrice
}

/** What a table lacks, by what its vendor charges for it. */
export type Inherited = { readonly [unit in PriceUnit]?: PriceUnit }

/** How a table is read that is not written out by tier. */
export interface TierFactors {
  readonly batch?: number | undefined
  readonly service_tiers?: { readonly [tier: string]: number } | undefined
  readonly inherits?: Inherited | undefined
  readonly multipliers?: Multipliers | undefined
  /** What tools cost, where the table has no price of it. */
  readonly fees?: Rates | undefined
  /** The part that is taken off the prices of the table, such as 0.12. */
  readonly discount?: number | undefined
  /** What precedes the rates in records. */
  readonly label?: string
  readonly isOwn?: boolean
}

const SECONDS_PER_HOUR = 3600
const MAX_DECIMALS = 9

/** A decimal number of up to fifteen digits survives conversion to binary and back. */
const rounded = (value: number): number => Number(value.toPrecision(15))

/**
 * In billionths of a dollar: for one token, for one of what is counted otherwise, and for an hour of what is counted in seconds, since
 * prices by the hour are recurring by the second.
 */
function nanoDollars(unit: PriceUnit, dollars: number): number {
  if (unit === 'per_second') return rounded(Number((dollars * SECONDS_PER_HOUR).toPrecision(14)) * 1e9)
  return rounded(dollars * (unit.startsWith('per_') ? 1e9 : 1e3))
}

function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals++)
    if (Number.isInteger(rounded(value * 10 ** decimals))) return decimals
  return MAX_DECIMALS
}

function compileRates(given: RateTable, name: string, factors: TierFactors): CompiledRates {
  const { inherits = {}, fees = {} } = factors
  const { above = [], ...own } = given
  const table: { [unit in PriceUnit]?: number } = { ...own }
  for (const unit of PRICE_UNITS) {
    const from = inherits[unit]
    if (table[unit] === undefined && from !== undefined && table[from] !== undefined)
      table[unit] = table[from]
  }
  // A model without prices of tokens is sold otherwise.
  const added = table.input === undefined ? [] : PRICE_UNITS.filter(unit => table[unit] === undefined)
  for (const unit of added) if (fees[unit] !== undefined) table[unit] = fees[unit]
  // Without a price of its own, nothing is known to be cheaper for what was cached.
  if (table.input !== undefined) table.cached ??= table.input
  // Embeddings have no price of output.
  if (table.input !== undefined) table.output ??= 0
  const listed = PRICE_UNITS.flatMap(unit => {
    const dollars = table[unit]
    return dollars === undefined ? [] : [[unit, nanoDollars(unit, dollars)] as const]
  })
  const decimals = Math.max(0, ...listed.map(([, value]) => decimalsOf(value)))
  const perNanoDollar = 10 ** decimals
  const of: CompiledRates['of'] = Object.fromEntries(
    listed.map(([unit, value]) => [unit, Math.round(rounded(value * perNanoDollar))]),
  )
  const hasTokens = TOKEN_UNITS.some(unit => of[unit] !== undefined)
  return {
    perNanoDollar,
    input: of.input,
    output: of.output,
    cached: of.cached,
    of,
    isPlain: of.input !== undefined && of.per_request === undefined && above.length === 0,
    hasTokens,
    text: `${name}${PRICE_UNITS.flatMap(unit => (own[unit] === undefined ? [] : `${unit} ${own[unit]}`)).join(', ')}`,
    fees: new Set(added.filter(unit => fees[unit] !== undefined)),
    above: above
      .map(({ tokens, ...rates }) => ({
        tokens,
        rates: compileRates({ ...own, ...rates }, `${name}above ${tokens} tokens: `, factors),
      }))
      .sort((one, other) => other.tokens - one.tokens),
  }
}

/** A table whose rates of tokens are multiplied; the price of what is not counted in tokens does not change. */
function multiplied(table: RateTable, factor: number): RateTable {
  const rates = (given: RateTable): RateTable =>
    Object.fromEntries(
      Object.entries(given).flatMap(([unit, value]) =>
        typeof value !== 'number'
          ? []
          : [[unit, unit === 'tokens' || unit.startsWith('per_') ? value : rounded(value * factor)]],
      ),
    )
  const { above } = table
  return {
    ...rates(table),
    ...(above !== undefined && {
      above: above.map(({ tokens, ...each }) => ({ tokens, ...rates(each) })),
    }),
  }
}

export function compilePrice(whole: PriceTable, dated: PriceDate, factors: TierFactors = {}): CompiledPrice {
  const { discount, label = '', ...others } = factors
  if (discount !== undefined)
    return compilePrice(discountedTable(whole, discount), dated, {
      ...others,
      label: `${label}less ${formatDiscount(discount)}: `,
      isOwn: true,
    })
  const { service_tiers: written = {}, batch: batchTable, ...table } = whole
  const { multipliers: byField = {}, isOwn = dated === 'manifest' } = factors
  const tiers = new Map<string, CompiledRates | undefined>()
  const byFactor = new Map<number, CompiledPrice>()
  const byDiscount = new Map<number, CompiledPrice>()
  const tableOfTier = (name: string): RateTable | undefined => {
    const own = name === 'batch' ? batchTable : Object.hasOwn(written, name) ? written[name] : undefined
    if (own !== undefined) return own
    const { service_tiers: byTier = {}, batch } = factors
    const factor = name === 'batch' ? batch : Object.hasOwn(byTier, name) ? byTier[name] : undefined
    return factor === undefined ? undefined : multiplied(table, factor)
  }
  return {
    dated,
    isOwn,
    standard: compileRates(table, label, factors),
    tier: name => {
      if (!tiers.has(name)) {
        const rates = tableOfTier(name)
        // Replies name few tiers; a hostile one is not remembered.
        if (rates === undefined) return undefined
        tiers.set(name, compileRates(rates, `${label}${name}: `, factors))
      }
      return tiers.get(name)
    },
    factor: (field, value) => {
      const values = Object.hasOwn(byField, field) ? byField[field] : undefined
      return values !== undefined && Object.hasOwn(values, value) ? values[value] : undefined
    },
    multiplied: factor => {
      const known = byFactor.get(factor)
      if (known !== undefined) return known
      const product: PriceTable = {
        ...multiplied(table, factor),
        service_tiers: multipliedTiers(written, factor),
        ...(batchTable !== undefined && { batch: multiplied(batchTable, factor) }),
      }
      const price = compilePrice(product, dated, factors)
      // The list has few factors, and the products of two.
      byFactor.set(factor, price)
      return price
    },
    discounted: part => {
      const price = byDiscount.get(part) ?? compilePrice(whole, dated, { ...factors, discount: part })
      byDiscount.set(part, price)
      return price
    },
  }
}

/** As the manifest has it: `12%`. */
export const formatDiscount = (discount: number): string => `${rounded(discount * 100)}%`

const multipliedTiers = (
  tiers: NonNullable<PriceTable['service_tiers']>,
  factor: number,
): NonNullable<PriceTable['service_tiers']> =>
  Object.fromEntries(Object.entries(tiers).map(([name, table]) => [name, multiplied(table, factor)]))
