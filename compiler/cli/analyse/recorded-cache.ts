// What a log of requests has of prompt caches: the share of input tokens that was read from one, and what the others cost more.
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { costOf } from '../../../runtime/values/prices/cost.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { LoadedPlan } from '../load-plans.ts'
import type { Terminal } from '../terminal.ts'
import { readRequestLog } from '../traffic/read-request-log.ts'

/** Of the records of one config whose tokens are known. */
export interface RecordedCache {
  requests: number
  /** Tokens, those from a cache included. */
  input: number
  cached: number
  /** US dollars of the input, and what all of it would save if it were read from a cache. */
  cost: number
  savings: number
  /** Tokens of input that have a price. */
  priced: number
  /** Requests by saved prompt, without versions. */
  readonly prompts: Map<string, number>
  /** Milliseconds since 1970. */
  first: number
  last: number
}

export interface RecordedCaches {
  readonly file: string
  readonly configs: ReadonlyMap<string, RecordedCache>
  /** Malformed lines. */
  readonly diagnostics: readonly Diagnostic[]
}

const NANO = 1e9

/** Or why the log cannot be read. */
export async function readRecordedCaches(
  file: string,
  plans: readonly LoadedPlan[],
  { folder }: Pick<Terminal, 'folder'>,
): Promise<RecordedCaches | string> {
  const configs = new Map<string, RecordedCache>()
  const lists = new Map(plans.map(({ id, gateway }) => [id, createPriceList(gateway.prices, gateway.pools)]))
  const { diagnostics, fault } = await readRequestLog(file, folder, request => {
    const { tokens, model = '', attempts, time, prompt } = request
    const id = request.config?.replace(/@\d+$/, '')
    const list = id === undefined ? undefined : lists.get(id)
    if (id === undefined || list === undefined || tokens === undefined) return
    const { input, cached = 0 } = tokens
    const known = configs.get(id) ?? emptyCache(time)
    configs.set(id, known)
    known.requests += 1
    known.input += input
    known.cached += cached
    known.first = Math.min(known.first, time)
    known.last = Math.max(known.last, time)
    const name = prompt?.replace(/@[^@]*$/, '')
    if (name !== undefined) known.prompts.set(name, (known.prompts.get(name) ?? 0) + 1)
    const served = attempts.at(-1)
    const price = served && list.find(served.provider, served.model ?? model, time)
    if (price === undefined) return
    const dollars = (part: number): number => costOf({ input, output: 0, cached: part }, price) / NANO
    known.priced += input
    known.cost += dollars(cached)
    known.savings += dollars(0) - dollars(input)
  })
  return fault === undefined ? { file, configs, diagnostics } : `${file}: ${fault}`
}

const emptyCache = (time: number): RecordedCache => ({
  ...{ requests: 0, input: 0, cached: 0, cost: 0, savings: 0, priced: 0 },
  prompts: new Map(),
  first: time,
  last: time,
})
