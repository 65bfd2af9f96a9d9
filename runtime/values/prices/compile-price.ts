// A price as integers: fractions of a billionth of a US dollar that all rates of its table are whole multiples of. Compiled once; what a
// call costs is then a sum of products without errors of binary fractions.
import type {
  OtherUnit,
  PriceTable,
  PriceUnit,
  RateTable,
  TokenUnit,
} from '../../../schemas/values/price-table.ts'

/** In the order in which prices are shown. */
export const TOKEN_UNITS: readonly TokenUnit[] = [
  'input',
  'cached',
  'cache_writes',
  'cache_writes_1h',
  'output',
  'reasoning',
  'citations',
  'audio_input',
  'cached_audio_input',
  'audio_output',
  'image_input',
  'cached_image_input',
  'image_output',
  'video_input',
  'video_output',
]
export const OTHER_UNITS: readonly OtherUnit[] = [
  'per_request',
  'per_search',
  'per_second',
  'per_page',
  'per_character',
  'per_image',
]

/** Where a price is from: the day of the list, or `manifest`. */
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
  /** The rates as the record of a call has them. */
  readonly text: string
  /** From these numbers of tokens on, the highest first. */
  readonly above: readonly { readonly tokens: number; readonly rates: CompiledRates }[]
}

export interface CompiledPrice {
  readonly dated: PriceDate
  readonly standard: CompiledRates
  /** Those of a tier, or of batches; undefined where the table has none. */
  readonly tier: (name: string) => CompiledRates | undefined
}

/** What a table lacks, by what its vendor charges for it. */
export type Inherited = { readonly [unit in PriceUnit]?: PriceUnit }

/** How a table is read that is not written out by tier. */
export interface TierFactors {
  readonly batch?: number | undefined
  readonly service_tiers?: { readonly [tier: string]: number } | undefined
  readonly inherits?: Inherited | undefined
}

const UNITS: readonly PriceUnit[] = [...TOKEN_UNITS, ...OTHER_UNITS]
const SECONDS_PER_HOUR = 3600
const MAX_DECIMALS = 9

/** Fifteen digits are what a decimal number keeps as a binary one. */
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

function compileRates(given: RateTable, name: string, { inherits = {} }: TierFactors): CompiledRates {
  const { above = [], ...own } = given
  const table: { [unit in PriceUnit]?: number } = { ...own }
  for (const unit of UNITS) {
    const from = inherits[unit]
    if (table[unit] === undefined && from !== undefined && table[from] !== undefined)
      table[unit] = table[from]
  }
  // Without a price of its own, nothing is known to be cheaper for what was cached.
  if (table.input !== undefined) table.cached ??= table.input
  // Embeddings have no price of output.
  if (table.input !== undefined) table.output ??= 0
  const listed = UNITS.flatMap(unit => {
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
    text: `${name}${UNITS.flatMap(unit => (own[unit] === undefined ? [] : `${unit} ${own[unit]}`)).join(', ')}`,
    above: above
      .map(({ tokens, ...rates }) => ({
        tokens,
        rates: compileRates({ ...own, ...rates }, `${name}above ${tokens} tokens: `, { inherits }),
      }))
      .sort((one, other) => other.tokens - one.tokens),
  }
}

/** A table whose rates of tokens are multiplied; what is not counted in tokens keeps its price. */
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

export function compilePrice(
  { service_tiers: written = {}, batch: batchTable, ...table }: PriceTable,
  dated: PriceDate,
  factors: TierFactors = {},
): CompiledPrice {
  const tiers = new Map<string, CompiledRates | undefined>()
  const tableOfTier = (name: string): RateTable | undefined => {
    const own = name === 'batch' ? batchTable : Object.hasOwn(written, name) ? written[name] : undefined
    if (own !== undefined) return own
    const { service_tiers: byTier = {}, batch } = factors
    const factor = name === 'batch' ? batch : Object.hasOwn(byTier, name) ? byTier[name] : undefined
    return factor === undefined ? undefined : multiplied(table, factor)
  }
  return {
    dated,
    standard: compileRates(table, '', factors),
    tier: name => {
      if (!tiers.has(name)) {
        const rates = tableOfTier(name)
        // Replies name few tiers; a hostile one is not remembered.
        if (rates === undefined) return undefined
        tiers.set(name, compileRates(rates, `${name}: `, factors))
      }
      return tiers.get(name)
    },
  }
}
