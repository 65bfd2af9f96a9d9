// Lowers the prices of the manifest, and those of the files that it names.
import type { Gateway, Manifest, PlanPrice, Price } from '../../schemas/generated/types.ts'

/** A file of prices that was read. */
export interface ReadPriceList {
  /** Relative to the manifest. */
  readonly file: string
  readonly digest: string
  /** The day on which its source was read; absent if the manifest does not have it. */
  readonly read: string | undefined
  readonly prices: readonly Price[]
}

/** Dollars per million tokens, in billionths of a dollar for one token. */
const SCALE = 1_000

/** Of a digest that records show: enough to tell which file it was. */
export const SHOWN_DIGEST = 'sha256:'.length + 12

/** The newest first. */
export function lowerPrices(
  written: Manifest['prices'] = [],
  lists: readonly ReadPriceList[] = [],
): Pick<Gateway, 'prices' | 'priceLists'> {
  const own = written.filter(price => !isPriceList(price)).map(price => lowerPrice(price, price.read))
  const listed = lists.flatMap(({ digest, read = digest.slice(0, SHOWN_DIGEST), prices }, list) =>
    prices.map(price => ({ ...lowerPrice(price, price.read ?? read), list })),
  )
  const prices = [...own, ...listed]
  if (prices.length === 0) return {}
  return {
    prices: prices.toSorted((left, right) => (right.from ?? 0) - (left.from ?? 0)),
    ...(lists.length > 0 && { priceLists: lists.map(({ file, digest }) => ({ file, digest })) }),
  }
}

/** Whether an entry of `prices` is a list of them. */
export const isPriceList = ({ file, url }: Pick<Price, 'file' | 'url'>): boolean =>
  file !== undefined || url !== undefined

function lowerPrice(
  {
    provider = '',
    model = '',
    from,
    discount,
    read: _read,
    file: _file,
    url: _url,
    digest: _digest,
    ...table
  }: Price,
  dated: string | undefined,
): PlanPrice {
  const { input, output = 0, cached = input, ...others } = table
  const named = { provider, model }
  const facts = {
    ...(from !== undefined && { from: Date.parse(`${from}T00:00:00Z`) }),
    ...(discount !== undefined && { discount: Number((Number.parseFloat(discount) / 100).toPrecision(15)) }),
    ...(dated !== undefined && { dated }),
  }
  if (Object.keys(table).length === 0) return { ...named, ...facts }
  if (input === undefined || cached === undefined || Object.keys(others).length > 0)
    return { ...named, table, ...facts }
  return {
    ...named,
    input: inNanoDollars(input),
    output: inNanoDollars(output),
    cached: inNanoDollars(cached),
    ...facts,
  }
}

/** Without the errors of binary fractions: 0.15 dollars are 150. */
const inNanoDollars = (dollars: number): number => Math.round(dollars * SCALE * 1e6) / 1e6
