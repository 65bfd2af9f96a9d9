// Weighted selection in constant expected time: cumulative interval ends and a guide table (Chen and Asau, 1974)
// of start positions.
import type { WeightTable } from '../../schemas/generated/types.ts'

/** The largest double below a number of (0, 1]. */
const justBelow = (end: number): number => end * (1 - Number.EPSILON / 2)

/**
 * The table of finite, non-negative weights. A child without weight has an empty interval; the last child with weight
 * ends at exactly 1, so every number selects a child. If no child has weight, the first is selected.
 */
export function buildWeightTable(weights: readonly number[]): WeightTable {
  // Sums of huge weights overflow; only then are they scaled, since scaling rounds.
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const scale = Number.isFinite(total) ? 1 : weights.reduce((largest, weight) => Math.max(largest, weight), 0)
  const sums: number[] = []
  let sum = 0
  for (const weight of weights) {
    sum += weight / scale
    sums.push(sum)
  }
  const cumulative = sums.map(end => (sum === 0 ? 1 : end / sum))
  return { weights, cumulative, guide: buildGuideTable(cumulative) }
}

/**
 * For each of n equal buckets the first child whose interval reaches into it. A lookup computes floor(u * n), which
 * rounds, so the bucket of an interval's end is found with the same rounding.
 */
function buildGuideTable(cumulative: readonly number[]): readonly number[] {
  const count = cumulative.length
  const guide: number[] = []
  cumulative.forEach((end, child) => {
    const bucket = end > 0 ? Math.floor(justBelow(end) * count) : -1
    while (guide.length <= bucket) guide.push(child)
  })
  return guide
}
