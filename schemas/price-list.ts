// The price list of a package → the form of prices that the manifest has too: US dollars per million tokens, and per one of what is
// not counted in tokens. Of the list's own units, those that no reply counts are left out.
import type { ConditionalPrice, ModelInfo, ModelPrice, TieredPrices } from '@pydantic/genai-prices'

/** The day of the newest release that was read, which has all entries as here; changed when the package or prices/later.tsv is. */
export const PRICE_DATE = '2026-11-10'

/** Where they are from. */
export const PRICE_SOURCE = '@pydantic/genai-prices'

/** The list's name of a unit, ours, and how many of ours are one of theirs. */
const UNITS: readonly (readonly [theirs: string, ours: string, per?: number])[] = [
  ['input_mtok', 'input'],
  ['output_mtok', 'output'],
  ['cache_read_mtok', 'cached'],
  ['cache_write_mtok', 'cache_writes'],
  ['cache_write_1h_mtok', 'cache_writes_1h'],
  ['input_audio_mtok', 'audio_input'],
  ['cache_audio_read_mtok', 'cached_audio_input'],
  ['output_audio_mtok', 'audio_output'],
  ['input_image_mtok', 'image_input'],
  ['cache_image_read_mtok', 'cached_image_input'],
  ['output_image_mtok', 'image_output'],
  ['input_video_mtok', 'video_input'],
  ['output_video_mtok', 'video_output'],
  ['output_reasoning_mtok', 'reasoning'],
  ['output_citation_mtok', 'citations'],
  ['requests_kcount', 'per_request', 1000],
  ['input_audio_hours', 'per_second', 3600],
  ['input_document_kpages', 'per_page', 1000],
  ['web_searches_kcount', 'per_search', 1000],
]

type Rates = Readonly<Record<string, number>>

/** Fifteen digits: a price by the hour is recurring by the second, and is exact again where it is compiled. */
const amountOf = (value: number, per = 1): number => Number((value / per).toPrecision(15))

function ratesOf(price: ModelPrice, read: (value: number | TieredPrices) => number | undefined): Rates {
  return Object.fromEntries(
    UNITS.flatMap(([theirs, ours, per]) => {
      const value = price[theirs]
      const amount = value === undefined ? undefined : read(value)
      return amount === undefined ? [] : [[ours, amountOf(amount, per)]]
    }),
  )
}

/** The list has the first token of some bands, and the last below them of others; vendors write "above 272,000". */
const boundOf = (start: number): number => (start % 1000 === 999 ? start + 1 : start)

/** Prices that hold above a number of tokens of the input. */
function tiersOf(price: ModelPrice): readonly Rates[] {
  const tiered = Object.values(price).filter(value => typeof value === 'object')
  const starts = [...new Set(tiered.flatMap(({ tiers }) => tiers.map(({ start }) => start)))].sort(
    (one, other) => one - other,
  )
  return starts.map(tokens => ({
    tokens: boundOf(tokens),
    ...ratesOf(price, value =>
      typeof value === 'object' ? value.tiers.findLast(({ start }) => start <= tokens)?.price : undefined,
    ),
  }))
}

function tableOf(price: ModelPrice): Readonly<Record<string, unknown>> {
  const rates = ratesOf(price, value => (typeof value === 'object' ? value.base : value))
  const above = tiersOf(price)
  return { ...rates, ...(above.length > 0 && { above }) }
}

/** The table in effect on the day, and those that are dated, the newest first. Of prices that depend on the hour, the highest is meant. */
export function pricesOf({ prices }: ModelInfo): {
  readonly table: Readonly<Record<string, unknown>>
  readonly dated: readonly Readonly<Record<string, unknown>>[]
  readonly isEmpty: boolean
} {
  const listed: readonly ConditionalPrice[] = Array.isArray(prices)
    ? (prices as readonly ConditionalPrice[])
    : [{ prices: prices as ModelPrice }]
  const hourly = listed.filter(({ constraint }) => constraint?.type === 'time_of_date')
  const byDay = listed
    .filter(({ constraint }) => constraint?.type !== 'time_of_date')
    .map(({ constraint, prices: price }) => ({
      from: constraint?.type === 'start_date' ? constraint.start_date : undefined,
      price,
    }))
  const current = byDay.findLast(({ from = '' }) => from <= PRICE_DATE)?.price ?? {}
  const dearest = hourly.map(each => each.prices).reduce(dearer, current)
  const dated = byDay.map(({ from, price }) => ({
    ...(from !== undefined && { from }),
    ...tableOf(price === current ? dearest : price),
  }))
  return {
    table: tableOf(dearest),
    dated: dated.length > 1 ? dated.toReversed() : [],
    isEmpty: Object.keys(current).length === 0,
  }
}

const inputOf = ({ input_mtok: input = 0 }: ModelPrice): number =>
  typeof input === 'object' ? input.base : input

const dearer = (one: ModelPrice, other: ModelPrice): ModelPrice =>
  inputOf(other) > inputOf(one) ? other : one
