// Latencies counted in buckets whose bounds grow by 2 %: a value read from one is within 1 % of what was measured. Merging
// is addition, so order does not matter.

/** Counts by bucket. */
export type LatencyHistogram = Map<number, number>

const GROWTH = 1.02
const LOG_GROWTH = Math.log(GROWTH)

/** An entry of a stored histogram is one integer: the bucket, and a count in the low bits. Larger counts take several. */
const COUNT_BITS = 20
const MAX_COUNT = 2 ** COUNT_BITS - 1
/** 2047 is beyond ten thousand years. */
const MAX_BUCKET = 2047

/** The bucket of a duration in microseconds: bucket n has durations above 1.02^(n-1), up to 1.02^n. */
export const latencyBucket = (micros: number): number =>
  micros <= 1 ? 0 : Math.min(MAX_BUCKET, Math.ceil(Math.log(micros) / LOG_GROWTH))

/** The duration in microseconds from which both bounds of the bucket are equally far, in per cent. */
const durationOf = (bucket: number): number => (2 * GROWTH ** bucket) / (GROWTH + 1)

export function addLatency(histogram: LatencyHistogram, bucket: number, count: number): void {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + count)
}

export function mergeLatencies(into: LatencyHistogram, from: LatencyHistogram): void {
  for (const [bucket, count] of from) addLatency(into, bucket, count)
}

/** A stored histogram is a list of entries; joining lists adds what they count. This is the entry of one duration. */
export const latencyEntry = (bucket: number): number => bucket * (MAX_COUNT + 1) + 1

/** Entries beyond which equal buckets are added when lists are joined. */
export const MAX_ENTRIES = 400

/** What two stored histograms count together. */
export function joinEntries(first: Int32Array, second: Int32Array): Int32Array {
  const joined = new Int32Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined.length > MAX_ENTRIES ? Int32Array.from(shortenEntries(joined)) : joined
}

/** Counts while entries are added: an array, since a map takes ten times as long. */
const added = new Float64Array(MAX_BUCKET + 1)

/** The same entries, each bucket once. */
export function shortenEntries(entries: ArrayLike<number>): number[] {
  let highest = 0
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? 0
    const bucket = entry >>> COUNT_BITS
    added[bucket] = (added[bucket] ?? 0) + (entry & MAX_COUNT)
    highest = Math.max(highest, bucket)
  }
  const shortened: number[] = []
  for (let bucket = 0; bucket <= highest; bucket += 1) {
    const high = bucket * (MAX_COUNT + 1)
    for (let left = added[bucket] ?? 0; left > 0; left -= MAX_COUNT)
      shortened.push(high + Math.min(left, MAX_COUNT))
    added[bucket] = 0
  }
  return shortened
}

/** Adds stored entries. */
export function unpackLatencies(into: LatencyHistogram, entries: Iterable<number>): void {
  for (const entry of entries) addLatency(into, entry >>> COUNT_BITS, entry & MAX_COUNT)
}

/**
 * Percentiles in milliseconds, of fractions in ascending order: between the two nearest ranks, as `percentile_cont` of SQL.
 * Undefined for an empty histogram.
 */
export function latencyPercentiles(
  histogram: LatencyHistogram,
  fractions: readonly number[],
): readonly number[] | undefined {
  const buckets = [...histogram].sort(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return undefined
  let at = 0
  let before = 0
  /** Ranks are looked up in ascending order. */
  const valueAt = (rank: number): number => {
    while (at < buckets.length - 1 && before + (buckets[at]?.[1] ?? 0) <= rank) {
      before += buckets[at]?.[1] ?? 0
      at += 1
    }
    return durationOf(buckets[at]?.[0] ?? 0)
  }
  return fractions.map(fraction => {
    const position = fraction * (total - 1)
    const low = Math.floor(position)
    const lower = valueAt(low)
    // The next fraction may begin at the same rank.
    const [lowAt, lowBefore] = [at, before]
    const upper = position > low ? valueAt(low + 1) : lower
    ;[at, before] = [lowAt, lowBefore]
    return (lower + (upper - lower) * (position - low)) / 1000
  })
}

/** The same of durations in microseconds, exactly. */
export function exactPercentiles(
  micros: readonly number[],
  fractions: readonly number[],
): readonly number[] | undefined {
  if (micros.length === 0) return undefined
  const sorted = Float64Array.from(micros).sort()
  return fractions.map(fraction => {
    const position = fraction * (sorted.length - 1)
    const low = Math.floor(position)
    const lower = sorted[low] ?? 0
    const upper = sorted[Math.min(low + 1, sorted.length - 1)] ?? 0
    return (lower + (upper - lower) * (position - low)) / 1000
  })
}
