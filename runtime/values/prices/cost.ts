// What a call costs, in billionths of a US dollar, rounded up once: its units by their rates, exactly. What has no rate is named, and
// is not part of the cost.
import {
  OTHER_UNITS,
  type OtherUnit,
  type PriceUnit,
  type TokenUnit,
} from '../../../schemas/values/price-table.ts'
import type { CompiledPrice, CompiledRates } from './compile-price.ts'

/** Counts besides plain text, by unit: those of tokens are among the tokens of the input or the output. */
export type UsageUnits = { readonly [unit in PriceUnit]?: number }

/** A field of the usage whose value multiplies prices. */
export interface Multiplier {
  readonly field: string
  readonly value: string
}

/** One of several inferences of a call; without a model, at that of the call. */
export interface Inference {
  readonly model: string | undefined
  readonly usage: BilledUsage
}

export interface BilledUsage {
  /** With what was read from a cache or written to it, and what was not text. */
  readonly input: number
  readonly output: number
  readonly cached: number
  /** Absent if there is nothing but text. */
  readonly units?: UsageUnits | undefined
  /** The tier that the reply names; absent for the standard one. */
  readonly tier?: string | undefined
  readonly multipliers?: readonly Multiplier[]
  /** Fields that are not zero and that no table has. */
  readonly unknown?: readonly string[]
  /** In billionths of a US dollar: what the provider states that it charges, and what its customer pays upstream besides. */
  readonly charge?: number
  readonly upstream?: number
  /** The inferences that it is the sum of; absent if it is of one. */
  readonly inferences?: readonly Inference[]
}

export interface PricedUsage {
  /** Undefined where nothing of it has a rate. */
  readonly cost: number | undefined
  /** For budgets: what has no rate counts as text. */
  readonly atLeast: number
  /** The rates that were used. */
  readonly rates: string
  readonly unpriced?: readonly string[]
}

/** In billionths of a US dollar; what has no rate of its own counts as text, so that a budget holds. */
export function costOf(usage: BilledUsage, price: CompiledPrice): number {
  const { standard } = price
  const { units, tier, multipliers } = usage
  if (units === undefined && tier === undefined && multipliers === undefined && standard.isPlain)
    return textCost(usage, standard)
  return priceUsage(usage, price).atLeast
}

/** As `costOf`, with how it was computed. */
export function priceUsage(usage: BilledUsage, price: CompiledPrice): PricedUsage {
  const { standard } = price
  const { tier } = usage
  if (usage.multipliers !== undefined) return priceMultiplied(usage, usage.multipliers, price)
  const ofTier = tier === undefined ? standard : price.tier(tier)
  if (ofTier === undefined) {
    const { atLeast } = priceAt(usage, standard)
    return { cost: undefined, atLeast, rates: standard.text, unpriced: [`service tier ${tier}`] }
  }
  if (usage.units === undefined && ofTier.isPlain) {
    const cost = textCost(usage, ofTier)
    return { cost, atLeast: cost, rates: ofTier.text }
  }
  return priceAt(usage, ofTier)
}

/** All prices of tokens, by the product of the factors; a value without a factor is named. */
function priceMultiplied(
  { multipliers: _, ...usage }: BilledUsage,
  multipliers: readonly Multiplier[],
  price: CompiledPrice,
): PricedUsage {
  const factors = multipliers.map(({ field, value }) => price.factor(field, value))
  const unknown = multipliers
    .filter((_each, index) => factors[index] === undefined)
    .map(({ field, value }) => `${field} ${value}`)
  const factor = factors.reduce<number>((product, each) => product * (each ?? 1), 1)
  const found = priceUsage(usage, factor === 1 ? price : price.multiplied(factor))
  if (unknown.length === 0) return found
  return { ...found, unpriced: [...(found.unpriced ?? []), ...unknown] }
}

function textCost({ input, output, cached }: BilledUsage, rates: CompiledRates): number {
  const { input: ofInput = 0, output: ofOutput = 0, cached: ofCached = 0, perNanoDollar } = rates
  const sum = (input - cached) * ofInput + cached * ofCached + output * ofOutput
  if (sum > Number.MAX_SAFE_INTEGER)
    return largeCost(
      [
        [input - cached, ofInput],
        [cached, ofCached],
        [output, ofOutput],
      ],
      perNanoDollar,
    )
  return perNanoDollar === 1 ? sum : roundedUp(sum, perNanoDollar)
}

function roundedUp(sum: number, divisor: number): number {
  const rest = sum % divisor
  return (sum - rest) / divisor + (rest > 0 ? 1 : 0)
}

type Product = readonly [count: number, rate: number]

function largeCost(products: readonly Product[], perNanoDollar: number): number {
  const sum = products.reduce((total, [count, rate]) => total + BigInt(count) * BigInt(rate), 0n)
  const divisor = BigInt(perNanoDollar)
  return Number((sum + divisor - 1n) / divisor)
}

/** Units of tokens, each with what counts it as text. Disjoint: what was cached is counted apart from what was not. */
const INPUT_UNITS: readonly TokenUnit[] = [
  'cache_writes',
  'cache_writes_1h',
  'audio_input',
  'image_input',
  'video_input',
]
const CACHED_UNITS: readonly TokenUnit[] = ['cached_audio_input', 'cached_image_input']
const BESIDES: readonly TokenUnit[] = ['reasoning', 'citations']
const OUTPUT_UNITS: readonly TokenUnit[] = ['audio_output', 'image_output', 'video_output']

function ratesFor(rates: CompiledRates, input: number): CompiledRates {
  for (const { tokens, rates: higher } of rates.above) if (input > tokens) return higher
  return rates
}

function priceAt(usage: BilledUsage, table: CompiledRates): PricedUsage {
  const rates = ratesFor(table, usage.input)
  const { units = {} } = usage
  const priced: Product[] = []
  const asText: Product[] = []
  const unpriced: string[] = []
  const take = (unit: PriceUnit, count: number, text: number | undefined): void => {
    if (count === 0) return
    const rate = rates.of[unit]
    if (rate !== undefined) priced.push([count, rate])
    else {
      unpriced.push(unit)
      if (text !== undefined) asText.push([count, text])
    }
  }
  const takeAll = (names: readonly TokenUnit[], total: number, text: number | undefined): number => {
    let rest = total
    for (const unit of names) {
      const count = Math.min(rest, units[unit] ?? 0)
      rest -= count
      take(unit, count, text)
    }
    return rest
  }
  // A model that is sold by the second or the page has no price of tokens, and needs none.
  if (rates.hasTokens || usage.units === undefined) {
    const { input, output, cached } = usage
    take('input', takeAll(INPUT_UNITS, input - cached, rates.input), undefined)
    take('cached', takeAll(CACHED_UNITS, cached, rates.cached), undefined)
    take('output', takeAll(OUTPUT_UNITS, output, rates.output), undefined)
    // Counted apart from the output by who charges for them.
    for (const unit of BESIDES) if (rates.of[unit] !== undefined) take(unit, units[unit] ?? 0, undefined)
  }
  let seconds = 0
  for (const unit of OTHER_UNITS) {
    const count = countOf(unit, units, rates)
    if (unit === 'per_second' && rates.of[unit] !== undefined) seconds = count
    else take(unit, count, undefined)
  }
  const isPriced = priced.length > 0 || seconds > 0 || unpriced.length === 0
  const cost = isPriced ? sumOf(priced, seconds, rates) : undefined
  return {
    cost,
    atLeast: asText.length === 0 ? (cost ?? 0) : sumOf([...priced, ...asText], seconds, rates),
    rates: ratesText(rates, units),
    ...(unpriced.length > 0 && { unpriced }),
  }
}

/** What every call pays once is not counted; searches are paid for once where a model is sold by grounded prompts. */
function countOf(unit: OtherUnit, units: UsageUnits, { of }: CompiledRates): number {
  const count = units[unit] ?? 0
  const { per_grounded_prompt: ofPrompt } = of
  if (unit === 'per_request') return of.per_request === undefined ? 0 : 1
  if (unit === 'per_grounded_prompt')
    return ofPrompt === undefined || (units.per_search ?? 0) === 0 ? count : 1
  return unit === 'per_search' && ofPrompt !== undefined && of.per_search === undefined ? 0 : count
}

/** The rates, with the fees of tools that the call has used. */
function ratesText(rates: CompiledRates, units: UsageUnits): string {
  if (rates.fees.size === 0) return rates.text
  const { of, perNanoDollar } = rates
  const used = OTHER_UNITS.filter(unit => rates.fees.has(unit) && countOf(unit, units, rates) > 0)
  const fees = used.map(unit => `${unit} ${Number(((of[unit] ?? 0) / perNanoDollar / 1e9).toPrecision(12))}`)
  return [rates.text, ...fees].join(', ')
}

/** Milliseconds of an hour: rates of seconds are by the hour. */
const MS_PER_HOUR = 3_600_000

function sumOf(products: readonly Product[], seconds: number, { perNanoDollar, of }: CompiledRates): number {
  let sum = 0
  for (const [count, rate] of products) sum += count * rate
  if (seconds > 0) {
    const whole = products.reduce((total, [count, rate]) => total + BigInt(count) * BigInt(rate), 0n)
    const timed = BigInt(Math.round(seconds * 1000)) * BigInt(of.per_second ?? 0)
    const divisor = BigInt(perNanoDollar) * BigInt(MS_PER_HOUR)
    return Number((whole * BigInt(MS_PER_HOUR) + timed + divisor - 1n) / divisor)
  }
  return sum > Number.MAX_SAFE_INTEGER ? largeCost(products, perNanoDollar) : roundedUp(sum, perNanoDollar)
}
