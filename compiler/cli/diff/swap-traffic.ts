// Replaced models on recorded traffic: which requests they answered, what their tokens cost before and after, and how long replies took.
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'
import type { PlanPrice, TrafficModel } from '../../../schemas/generated/types.ts'
import {
  type ModelSwap,
  type SwappedModel,
  type SwapUse,
  swappedSlug,
} from '../../analyse/diff/model-swap.ts'
import type { RecordedAttempt, RecordedRequest } from '../traffic/read-record.ts'
import type { FactsOf } from './swap-facts.ts'

export interface Dollars {
  readonly before: number
  readonly after: number
}

/** Of requests that a replaced model answered, by where it is named. */
export interface UseTraffic {
  readonly by: string
  readonly requests: number
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number }
  /** Of those with tokens, where both models have a price; absent if none has. */
  readonly dollars?: Dollars & { readonly requests: number }
  /** Requests or replies that are longer than the new model takes or writes, as far as that is known. */
  readonly tooLong: number
}

/** Milliseconds of answered attempts. */
export interface Latencies {
  readonly requests: number
  readonly p50: number
  readonly p95: number
}

export interface SwapTraffic {
  readonly uses: readonly UseTraffic[]
  readonly latency: { readonly before?: Latencies; readonly after?: Latencies }
}

export interface CountedTraffic {
  /** In the order of the replacements. */
  readonly swaps: readonly SwapTraffic[]
  readonly records: number
  /** Milliseconds since 1970; absent without records. */
  readonly first?: number
  readonly last?: number
}

/** By the prices of each version. */
export interface SidePrices {
  readonly before: readonly PlanPrice[]
  readonly after: readonly PlanPrice[]
}

type Tokens = Pick<RecordedRequest, 'tokens' | 'units'>
type PriceTokens = (model: SwappedModel, tokens: Tokens) => number | undefined

const NANO = 1e9

/** In US dollars, at one day for both versions: they are compared, and not billed. */
function pricesOn(prices: readonly PlanPrice[], day: string): PriceTokens {
  const list = createPriceList(prices)
  return ({ provider, at, model }, { tokens, units }) => {
    if (tokens === undefined || provider === undefined) return undefined
    const price = list.find(provider, model, Date.parse(day), undefined, swappedSlug({ at }))
    return price && costOf({ ...tokens, cached: tokens.cached ?? 0, ...(units && { units }) }, price) / NANO
  }
}

interface UseCount {
  requests: number
  input: number
  cached: number
  output: number
  priced: number
  tooLong: number
  before: number
  after: number
}

interface SwapCount {
  readonly swap: ModelSwap
  readonly useOf: ReturnType<typeof createUseSearch>
  readonly uses: Map<string, UseCount>
  readonly before: number[]
  readonly after: number[]
}

export function createSwapCount(
  swaps: readonly ModelSwap[],
  prices: SidePrices,
  factsOf: FactsOf,
  day: string,
) {
  const [priceBefore, priceAfter] = [pricesOn(prices.before, day), pricesOn(prices.after, day)]
  const counts = swaps.map(
    (swap): SwapCount => ({
      ...{ swap, useOf: createUseSearch(swap.uses), uses: new Map() },
      ...{ before: [], after: [] },
    }),
  )
  let [records, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const addTo = (count: SwapCount, request: RecordedRequest, answer: RecordedAttempt): void => {
    const { swap, uses, before, after } = count
    const model = answer.model ?? request.model
    const isOf = (each: SwappedModel): boolean => each.provider === answer.provider && each.model === model
    if (isOf(swap.to)) after.push(answer.milliseconds)
    if (!isOf(swap.from)) return
    const by = count.useOf(request, answer)
    if (by === undefined) return
    before.push(answer.milliseconds)
    const key = nameUse(by)
    const use = uses.get(key) ?? newCount()
    uses.set(key, use)
    use.requests += 1
    const { tokens } = request
    use.input += tokens?.input ?? 0
    use.cached += tokens?.cached ?? 0
    use.output += tokens?.output ?? 0
    const { context = Number.POSITIVE_INFINITY, output = Number.POSITIVE_INFINITY } = factsOf(swap.to)
    if (tokens !== undefined && (tokens.input > context || tokens.output > output)) use.tooLong += 1
    const [was, is] = [priceBefore(swap.from, request), priceAfter(swap.to, request)]
    if (was === undefined || is === undefined) return
    use.priced += 1
    use.before += was
    use.after += is
  }
  return {
    add: (request: RecordedRequest): void => {
      records += 1
      first = Math.min(first, request.time)
      last = Math.max(last, request.time)
      const answer = request.attempts.at(-1)
      if (answer === undefined || answer.status < 200 || answer.status >= 300) return
      for (const count of counts) addTo(count, request, answer)
    },
    result: (): CountedTraffic => ({
      swaps: counts.map(({ uses, before, after }) => ({
        uses: Array.from(uses, ([by, count]) => toUse(by, count)).toSorted(
          (one, other) => other.requests - one.requests,
        ),
        latency: {
          ...(before.length > 0 && { before: latenciesOf(before) }),
          ...(after.length > 0 && { after: latenciesOf(after) }),
        },
      })),
      records,
      ...(records > 0 && { first, last }),
    }),
  }
}

const newCount = (): UseCount => ({
  requests: 0,
  input: 0,
  cached: 0,
  output: 0,
  priced: 0,
  tooLong: 0,
  before: 0,
  after: 0,
})

const toUse = (by: string, count: UseCount): UseTraffic => {
  const { requests, input, cached, output, priced, tooLong, before, after } = count
  return {
    by,
    requests,
    tokens: { input, cached, output },
    ...(priced > 0 && { dollars: { requests: priced, before, after } }),
    tooLong,
  }
}

/** Finds what named the model that answered. Targets count where the record has them: a log of earlier releases may have others. */
function createUseSearch(uses: readonly SwapUse[]) {
  const byName = new Map(uses.map(use => [`${use.kind} ${use.id.replace(/ of the key .*$/, '')}`, use]))
  return ({ config, prompt, model }: RecordedRequest, { at }: RecordedAttempt): SwapUse | undefined => {
    const found = byName.get(`config ${config?.replace(/@\d+$/, '')}`)
    if (found !== undefined && (at === undefined || found.targets.includes(at))) return found
    return byName.get(`prompt ${prompt?.replace(/@[^@]*$/, '')}`) ?? byName.get(`alias ${model}`)
  }
}

export const nameUse = ({ kind, id }: SwapUse): string => (id === '' ? kind : `${kind} ${id}`)

function latenciesOf(milliseconds: readonly number[]): Latencies {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const quantile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { requests: sorted.length, p50: quantile(0.5), p95: quantile(0.95) }
}

/** The cost of a thousand requests with the tokens of a traffic model, whose own prices go first; undefined where a price is not known. */
export function costOfModel(
  { mix = [{}], prices: own = {} }: Pick<TrafficModel, 'mix' | 'prices'>,
  { from, to }: Pick<ModelSwap, 'from' | 'to'>,
  prices: SidePrices,
  day: string,
): (Dollars & Pick<UseTraffic, 'tokens'>) | undefined {
  const total = mix.reduce((sum, { share = 1 }) => sum + share, 0)
  if (total === 0) return undefined
  const mean = (tokensOf: (kind: (typeof mix)[number]) => number): number =>
    mix.reduce((sum, kind) => sum + (kind.share ?? 1) * tokensOf(kind), 0) / total
  const input = mean(({ input_tokens: tokens = USUAL_INPUT }) => tokens)
  const output = mean(({ output_tokens: tokens = USUAL_OUTPUT }) => tokens)
  const costAt = (model: SwappedModel, priced: readonly PlanPrice[]): number | undefined => {
    const written = Object.hasOwn(own, model.model) ? own[model.model] : undefined
    if (written !== undefined) return (input * written.input + output * written.output) / 1000
    const tokens = { input: Math.round(input), output: Math.round(output) }
    const one = pricesOn(priced, day)(model, { tokens })
    return one === undefined ? undefined : one * 1000
  }
  const [before, after] = [costAt(from, prices.before), costAt(to, prices.after)]
  return before === undefined || after === undefined
    ? undefined
    : { before, after, tokens: { input: Math.round(input), cached: 0, output: Math.round(output) } }
}

/** As simulations have them. */
const USUAL_INPUT = 1000
const USUAL_OUTPUT = 300
