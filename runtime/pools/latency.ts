// The times of a member of a pool.

/** The weight of a sample, of that of the next one, and the milliseconds after which it is halved at the latest. */
const KEPT = 0.99
const HALVED_AFTER = 8_000
/** How much longer a time may be than few samples show, of 1. */
const DOUBT = 0.1
/** Samples before a member may count as the fastest. */
const ENOUGH = 4
/** A time counts as at most so many times the expected one: one outlier must not decide. */
const OUTLIER = 6
/** How much a time is expected to grow with each further request, of 1, while too little is known, and how many samples that is worth. */
const PRIOR_SLOPE = 0.02
const PRIOR_WEIGHT = 2
/** Kinds of requests that have times of their own: by model, streams and whole replies. */
export const MAX_TIMED_KINDS = 32

/** Recent times, for percentiles. */
const RECENT = 128
/** Samples without which a percentile is not known. */
const PERCENTILE_FROM = 50

/**
 * The times of one member, and what one more request would add to them: a line through recent times by the requests that were in flight,
 * of which old ones count less. So a member whose times do not depend on its load gets whatever it serves fastest, and one that slows
 * down under load gets as much as is good for all.
 */
export class Latency {
  /** By kind: the sums of weights, loads, squared loads, times and products of both, then the largest load of late, the number of samples and the time of the last one. */
  readonly #sums: (Float64Array | undefined)[] = []
  readonly #recent = new Float64Array(RECENT)
  #samples = 0
  #sorted: Float64Array | undefined
  #sortedAt = 0
  /** When the last call of a kind began; monotonic milliseconds. */
  readonly #begun: number[] = []

  began(kind: number, now: number): void {
    this.#begun[kind] = now
  }

  /** Whatever calls of other kinds there were: each kind has times of its own. */
  lastBegun(kind: number): number {
    return this.#begun[kind] ?? Number.NEGATIVE_INFINITY
  }

  /** A time in milliseconds; `load`: requests in flight when it began, itself among them. */
  add(kind: number, load: number, time: number, now: number): void {
    let sums = this.#sums[kind]
    if (sums === undefined) {
      sums = new Float64Array(8)
      this.#sums[kind] = sums
    }
    const counted = (sums[6] ?? 0) < ENOUGH ? time : Math.min(time, OUTLIER * this.#at(sums, load))
    const kept = Math.min(KEPT, 0.5 ** ((now - (sums[7] ?? now)) / HALVED_AFTER))
    sums[0] = (sums[0] ?? 0) * kept + 1
    sums[1] = (sums[1] ?? 0) * kept + load
    sums[2] = (sums[2] ?? 0) * kept + load * load
    sums[3] = (sums[3] ?? 0) * kept + counted
    sums[4] = (sums[4] ?? 0) * kept + load * counted
    sums[5] = Math.max(load, (sums[5] ?? 0) * 0.99)
    sums[6] = (sums[6] ?? 0) + 1
    sums[7] = now
    this.#recent[this.#samples % RECENT] = time
    this.#samples += 1
  }

  /** What one more request adds to the times of all, in milliseconds; 0 before enough is known to compare it with others. */
  added(kind: number, inFlight: number): number {
    const sums = this.#sums[kind]
    if (sums === undefined || (sums[6] ?? 0) < ENOUGH) return 0
    const slope = this.#slope(sums)
    const mean = (sums[3] ?? 0) / (sums[0] ?? 1)
    const idle = mean - (slope * (sums[1] ?? 0)) / (sums[0] ?? 1)
    const own = Math.max(1e-3, mean / OUTLIER, idle + slope * (2 * inFlight + 1))
    // Beyond what has been seen, times may grow with the load.
    const seen = 1.5 * (sums[5] ?? 0) + 2
    return (inFlight + 1 > seen ? (own * (inFlight + 1)) / seen : own) * (1 + DOUBT / Math.sqrt(sums[0] ?? 1))
  }

  /** What one more request adds to the times of the others. */
  delay(kind: number, inFlight: number): number {
    const sums = this.#sums[kind]
    return sums === undefined ? 0 : inFlight * this.#slope(sums)
  }

  /** The expected time at the present load, of the kind with the most samples of late. */
  typical(inFlight: number): number | undefined {
    let best: Float64Array | undefined
    for (const sums of this.#sums) if ((sums?.[0] ?? 0) > (best?.[0] ?? 0)) best = sums
    return best && this.#at(best, inFlight + 1)
  }

  /** A percentile of recent times; undefined while there are too few. */
  percentile(percentile: number): number | undefined {
    const count = Math.min(this.#samples, RECENT)
    if (count < PERCENTILE_FROM) return undefined
    if (this.#sorted === undefined || this.#samples - this.#sortedAt >= 8) {
      this.#sorted = this.#recent.slice(0, count).sort()
      this.#sortedAt = this.#samples
    }
    const sorted = this.#sorted
    return sorted[Math.min(sorted.length - 1, Math.floor((percentile / 100) * sorted.length))]
  }

  #at(sums: Float64Array, load: number): number {
    const slope = this.#slope(sums)
    const mean = (sums[3] ?? 0) / (sums[0] ?? 1)
    return Math.max(mean / OUTLIER, mean + slope * (load - (sums[1] ?? 0) / (sums[0] ?? 1)))
  }

  /** Milliseconds for each further request in flight, drawn towards what is usual. */
  #slope(sums: Float64Array): number {
    const weight = sums[0] ?? 0
    const loads = sums[1] ?? 0
    const squares = sums[2] ?? 0
    const times = sums[3] ?? 0
    const products = sums[4] ?? 0
    const load = loads / weight
    const mean = times / weight
    const spread = squares - loads * load
    const together = products - loads * mean
    return Math.max(0, (together + PRIOR_WEIGHT * PRIOR_SLOPE * mean) / (spread + PRIOR_WEIGHT))
  }
}
