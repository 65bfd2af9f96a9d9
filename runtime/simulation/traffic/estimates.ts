// Estimates with their 95% confidence intervals.

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
