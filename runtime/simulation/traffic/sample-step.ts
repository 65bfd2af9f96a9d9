// What one call of a provider meets, drawn from the provider's behavior.
import type { ProviderBehavior, UpstreamStep } from '../../../schemas/generated/types.ts'
import { normal, type Random } from './seeded-random.ts'

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
