// A traffic model of recorded requests: their rate and kinds, and the latencies and failures of each provider. Memory does not grow with the
// number of records: kinds differ in what conditions read, and latencies are counted in classes.
import { FAILURE_NAMES } from '../../../runtime/simulation/traffic/sample-step.ts'
import type { Plan, ProviderBehavior, TrafficKind, TrafficModel } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { conditionFields } from '../../analyse/conditions/field-values.ts'
import type { RecordedAttempt, RecordedRequest } from './read-record.ts'

/** The maximum number of kinds of requests; all others are one. */
export const MAX_KINDS = 200
/** Each class of latencies is 2% above the previous one. */
const CLASS_WIDTH = Math.log(1.02)
/** What a simulation takes at most and at least. */
const REQUESTS = { most: 100_000, least: 100 } as const
/** Requests a second: that of the schema of traffic models. */
const LEAST_RATE = 1e-6

export interface ObservedTraffic {
  readonly model: TrafficModel
  readonly records: number
  /** Records of kinds beyond the maximum. */
  readonly merged: number
}

interface KindCount {
  readonly given: NonNullable<TrafficKind['given']>
  count: number
  /** Of those whose tokens are known. */
  known: number
  input: number
  output: number
}

interface ProviderCount {
  attempts: number
  readonly failures: Map<string, number>
  /** Successful attempts by class of latency. */
  readonly latencies: Map<number, number>
}

/** `plans`: those that the requests are sent through, before and after a change. */
export function createTrafficObserver(plans: readonly Plan[]) {
  const fields = plans.flatMap(conditionFields)
  const metadataKeys = new Set(
    fields.flatMap(({ from, path }) => (from === 'metadata' ? path.slice(0, 1) : [])),
  )
  const readsModel = fields.some(({ from, path }) => from === 'params' && path[0] === 'model')
  const kinds = new Map<string, KindCount>()
  const others: KindCount = { given: {}, count: 0, known: 0, input: 0, output: 0 }
  const providers = new Map<string, ProviderCount>()
  let [records, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  const kindOf = (request: RecordedRequest): KindCount => {
    const given = givenOf(request, metadataKeys, readsModel)
    const key = canonicalJson(given as JsonObject)
    const known = kinds.get(key)
    if (known !== undefined) return known
    if (kinds.size >= MAX_KINDS) return others
    const added = { given, count: 0, known: 0, input: 0, output: 0 }
    kinds.set(key, added)
    return added
  }
  const addAttempt = ({ provider, member, status, milliseconds, cause }: RecordedAttempt): void => {
    // Members of a pool differ in their latency and failures, also where their provider is the same.
    const name = member ?? provider
    const count = providers.get(name) ?? { attempts: 0, failures: new Map(), latencies: new Map() }
    providers.set(name, count)
    count.attempts += 1
    if (status >= 200 && status < 300) increment(count.latencies, latencyClass(milliseconds))
    else increment(count.failures, FAILURE_NAMES.find(name => name === cause) ?? String(status))
  }
  const add = (request: RecordedRequest): void => {
    records += 1
    first = Math.min(first, request.time)
    last = Math.max(last, request.time)
    const kind = kindOf(request)
    kind.count += 1
    if (request.tokens !== undefined) {
      kind.known += 1
      kind.input += request.tokens.input
      kind.output += request.tokens.output
    }
    for (const attempt of request.attempts) addAttempt(attempt)
  }
  const observed = (): ObservedTraffic => {
    const seconds = (last - first) / 1000
    return {
      records,
      merged: others.count,
      model: {
        requests: Math.min(REQUESTS.most, Math.max(REQUESTS.least, records)),
        ...(seconds > 0 && records > 1 ? { rate: Math.max(LEAST_RATE, round((records - 1) / seconds)) } : {}),
        mix: [...kinds.values(), ...(others.count > 0 ? [others] : [])].map(toKind),
        providers: Object.fromEntries(
          [...providers]
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([id, each]) => [id, toBehavior(each)]),
        ),
      },
    }
  }
  return { add, observed }
}

const increment = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

const round = (value: number): number => Number(value.toPrecision(4))

/** Paths of models are given below /v1. */
function givenOf(
  { path, metadata, model, stream }: RecordedRequest,
  keys: ReadonlySet<string | number>,
  readsModel: boolean,
): NonNullable<TrafficKind['given']> {
  const read = Object.entries(metadata).filter(([key]) => keys.has(key))
  const below = path.replace(/^\/v1\//, '')
  const body = { ...(readsModel && model !== undefined && { model }), ...(stream && { stream }) }
  return {
    ...(below === 'chat/completions' ? {} : { path: below }),
    ...(read.length > 0 && { metadata: Object.fromEntries(read) }),
    ...(Object.keys(body).length > 0 && { body }),
  }
}

const toKind = ({ given, count, known, input, output }: KindCount): TrafficKind => ({
  share: count,
  given,
  ...(known > 0 && { input_tokens: round(input / known), output_tokens: round(output / known) }),
})

const latencyClass = (milliseconds: number): number =>
  Math.round(Math.log(Math.max(1, milliseconds)) / CLASS_WIDTH)

function toBehavior({ attempts, failures, latencies }: ProviderCount): ProviderBehavior {
  const sorted = [...latencies].sort(([one], [other]) => one - other)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const quantile = (share: number): number => {
    let passed = 0
    const found = sorted.find(([, count]) => {
      passed += count
      return passed >= share * total
    })
    return Math.round(Math.exp((found?.[0] ?? 0) * CLASS_WIDTH))
  }
  const shares = [...failures].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...(total > 0 && { median: quantile(0.5), p95: quantile(0.95) }),
    ...(shares.length > 0 && {
      failures: Object.fromEntries(shares.map(([name, count]) => [name, round(count / attempts)])),
    }),
  }
}
