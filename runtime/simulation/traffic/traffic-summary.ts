// The results of simulated traffic: success, latency, shares, calls and cost, in all and by target.
import type { Trace, TracedCall } from '../trace.ts'

export interface TargetSummary {
  readonly target: string
  /** Of the requests that this target replied to. */
  readonly share: Estimate
  readonly calls: number
  /** Of its calls, those with a reply of 2xx. */
  readonly success: Estimate
  /** Dollars in all; undefined where a price is unknown. */
  readonly cost: number | undefined
}

export interface TrafficSummary {
  readonly requests: number
  readonly seed: number
  /** Of the requests with a complete reply of 2xx. */
  readonly success: Estimate
  /** Milliseconds of all requests. */
  readonly latency: {
    readonly p50: Estimate
    readonly p90: Estimate
    readonly p95: Estimate
    readonly p99: Estimate
  }
  readonly callsPerRequest: Estimate
  /** Dollars for a thousand requests. */
  readonly costPerThousand: Estimate | undefined
  /** The number of replies by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** In the order of their names. */
  readonly targets: readonly TargetSummary[]
  /** Models without a known price. */
  readonly unpriced: readonly string[]
  /** What the simulation could not know, each once. */
  readonly problems: readonly string[]
}

interface TargetCount {
  served: number
  calls: number
  succeeded: number
  cost: number
  unpriced: boolean
}

/** Dollars of a call; undefined where its price is unknown. */
type CallPrice = (call: TracedCall) => number | undefined

const isSuccess = (status: number | string): boolean =>
  typeof status === 'number' && status >= 200 && status < 300

export function createTrafficSummary(seed: number) {
  const latencies: number[] = []
  const targets = new Map<string, TargetCount>()
  const statuses = new Map<string, number>()
  const unpriced = new Set<string>()
  const problems = new Set<string>()
  const totals = { succeeded: 0, calls: 0, callSquares: 0, cost: 0, costSquares: 0 }
  const countOf = (target: string): TargetCount => {
    const known = targets.get(target) ?? { served: 0, calls: 0, succeeded: 0, cost: 0, unpriced: false }
    targets.set(target, known)
    return known
  }
  /** Failed calls cost nothing. */
  const addCall = (call: TracedCall, price: CallPrice): number => {
    const count = countOf(call.target ?? call.url)
    count.calls += 1
    if (!isSuccess(call.outcome)) return 0
    count.succeeded += 1
    const cost = price(call)
    if (cost === undefined) {
      count.unpriced = true
      unpriced.add(call.model ?? call.url)
    }
    count.cost += cost ?? 0
    return cost ?? 0
  }
  const add = (trace: Trace, price: CallPrice): void => {
    const { reply, calls, time } = trace
    const cost = calls.reduce((sum, call) => sum + addCall(call, price), 0)
    const last = calls.findLast(({ target }) => target !== undefined)
    if (last?.target !== undefined) countOf(last.target).served += 1
    latencies.push(time)
    totals.succeeded += isSuccess(reply.status) && reply.complete ? 1 : 0
    totals.calls += calls.length
    totals.callSquares += calls.length ** 2
    totals.cost += cost
    totals.costSquares += cost ** 2
    const status = String(reply.status)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    for (const problem of trace.problems) problems.add(problem)
  }
  const summarize = (): TrafficSummary => {
    const requests = latencies.length
    const sorted = latencies.toSorted((a, b) => a - b)
    const cost = meanOf(totals.cost * 1000, totals.costSquares * 1e6, requests)
    return {
      requests,
      seed,
      success: shareOf(totals.succeeded, requests),
      latency: {
        p50: quantileOf(sorted, 0.5),
        p90: quantileOf(sorted, 0.9),
        p95: quantileOf(sorted, 0.95),
        p99: quantileOf(sorted, 0.99),
      },
      callsPerRequest: meanOf(totals.calls, totals.callSquares, requests),
      costPerThousand: unpriced.size > 0 ? undefined : cost,
      statuses: Object.fromEntries([...statuses].sort()),
      targets: [...targets]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([target, count]) => ({
          target,
          share: shareOf(count.served, requests),
          calls: count.calls,
          success: shareOf(count.succeeded, count.calls),
          cost: count.unpriced ? undefined : count.cost,
        })),
      unpriced: [...unpriced].sort(),
      problems: [...problems],
    }
  }
  return { add, summarize }
}

/** An estimate with its 95% confidence interval. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

const Z = 1.959963984540054

/** A share of `total`, with Wilson's interval, which holds for small shares too. */
export function shareOf(count: number, total: number): Estimate {
  if (total === 0) return { value: 0, low: 0, high: 0 }
  const value = count / total
  const scale = 1 + Z ** 2 / total
  const center = (value + Z ** 2 / (2 * total)) / scale
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / total + Z ** 2 / (4 * total ** 2))
  return { value, low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/** The mean of values whose sum and sum of squares are known. */
export function meanOf(sum: number, squares: number, count: number): Estimate {
  if (count === 0) return { value: 0, low: 0, high: 0 }
  const value = sum / count
  const variance = count < 2 ? 0 : Math.max(0, squares - count * value ** 2) / (count - 1)
  const half = Z * Math.sqrt(variance / count)
  return { value, low: Math.max(0, value - half), high: value + half }
}

/** A quantile of sorted values, between the values whose ranks bound it. */
export function quantileOf(sorted: readonly number[], quantile: number): Estimate {
  const count = sorted.length
  const at = (rank: number): number => sorted[Math.min(count - 1, Math.max(0, Math.ceil(rank) - 1))] ?? 0
  const half = Z * Math.sqrt(count * quantile * (1 - quantile))
  const rank = count * quantile
  return { value: at(rank), low: at(rank - half), high: at(rank + half) }
}
