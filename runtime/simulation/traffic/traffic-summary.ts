// The results of simulated traffic: success, latency, shares, calls and cost, in all and by target.
import type { Trace, TracedCall } from '../trace.ts'
import { type Estimate, meanOf, quantileOf, shareOf } from './estimates.ts'

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
