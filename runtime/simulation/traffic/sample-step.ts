// Samples one call of a provider from the provider's behavior, with seeded random numbers.
import type { ProviderBehavior, UpstreamStep } from '../../../schemas/generated/types.ts'

/** The quantile of 95% of the standard normal distribution. */
const Z95 = 1.6448536269514722

/** Outcomes of `failures` besides statuses. */
export const FAILURE_NAMES = ['refused', 'reset', 'dns', 'tls', 'timeout', 'cut'] as const

export function sampleStep(behavior: ProviderBehavior, random: Random): UpstreamStep {
  const outcome = sampleFailure(behavior.failures ?? {}, random())
  const delay = sampleLatency(behavior, random)
  if (outcome === undefined) return { delay }
  if (outcome === 'cut') return { delay, cut: 'before' }
  return /^\d+$/.test(outcome)
    ? { delay, status: Number(outcome) }
    : { fail: outcome as NonNullable<UpstreamStep['fail']> }
}

function sampleFailure(failures: Readonly<Record<string, number>>, draw: number): string | undefined {
  let sum = 0
  for (const [outcome, probability] of Object.entries(failures)) {
    sum += probability
    if (draw < sum) return outcome
  }
  return undefined
}

/** Log-normal, as latencies are: most near the median, some far above it. In whole milliseconds. */
function sampleLatency({ median = 0, p95 = median }: ProviderBehavior, random: Random): number {
  if (median === 0 || p95 <= median) return median
  const sigma = Math.log(p95 / median) / Z95
  return Math.round(median * Math.exp(sigma * normal(random)))
}

/** A number in [0, 1). */
export type Random = () => number

/** Random numbers from a seed (sfc32): the same seed gives the same traffic on every machine. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed >>> 0, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 12; round += 1) next()
  return next
}

/** A number of the standard normal distribution. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** The time to the next of independent arrivals with this mean. */
export const exponential = (random: Random, mean: number): number => -mean * Math.log(1 - random())
