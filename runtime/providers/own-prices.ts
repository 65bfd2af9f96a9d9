// The prices that a manifest has: by model, or by the beginning of its name, the longest first.
import type { PlanPrice } from '../../schemas/generated/types.ts'
import type { PriceTable } from '../../schemas/values/price-table.ts'
import { type CompiledPrice, compilePrice } from '../values/prices/compile-price.ts'

interface WrittenPrice {
  readonly name: string
  readonly from: number | undefined
  readonly table: PriceTable
  readonly price: CompiledPrice
}

/** Those of one provider. */
export interface OwnPrice {
  /** Undefined where none is in force at the time, in milliseconds since the epoch. */
  readonly find: (model: string, now: number) => WrittenPrice | undefined
}

/** By provider; `prices` has the newest first. */
export const ownPrices = (prices: readonly PlanPrice[]): ReadonlyMap<string, OwnPrice> =>
  new Map(
    [...Map.groupBy(prices, ({ provider }) => provider)].map(([provider, group]) => [
      provider,
      ownPrice(group.map(writtenPrice)),
    ]),
  )

/** Billionths of a dollar for one token, in dollars per million tokens. */
const SCALE = 1_000

const inDollars = (nano: number): number => Number((nano / SCALE).toPrecision(15))

function writtenPrice({ model, from, table, input, output, cached }: PlanPrice): WrittenPrice {
  const whole: PriceTable = table ?? {
    ...(input !== undefined && { input: inDollars(input) }),
    ...(cached !== undefined && { cached: inDollars(cached) }),
    ...(output !== undefined && { output: inDollars(output) }),
  }
  return { name: model, from, table: whole, price: compilePrice(whole, 'manifest') }
}

function ownPrice(prices: readonly WrittenPrice[]): OwnPrice {
  const exact = Map.groupBy(prices, ({ name }) => name)
  const beginnings = [...exact.keys()]
    .filter(name => name.endsWith('*'))
    .sort((one, other) => other.length - one.length)
  const namesOf = (model: string): readonly string[] =>
    beginnings.length === 0
      ? [model]
      : [model, ...beginnings.filter(name => model.startsWith(name.slice(0, -1)))]
  return {
    find: (model, now) => {
      for (const name of namesOf(model)) {
        const found = exact.get(name)?.find(({ from = 0 }) => from <= now)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}
