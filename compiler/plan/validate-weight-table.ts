// Validates a weight table: every random number selects a child, and the guide table never starts too late.
import type { WeightTable } from '../../schemas/generated/types.ts'

/** Why the table is invalid for this number of children, as the ends of sentences. */
export function weightTableErrors(
  { weights, cumulative, guide }: WeightTable,
  children: number,
): readonly string[] {
  if (weights.length !== children || cumulative.length !== children)
    return [`has ${weights.length} weights and ${cumulative.length} intervals for ${children} children`]
  const rises = cumulative.every((end, index) => end >= (cumulative[index - 1] ?? 0))
  if (!rises || cumulative.at(-1) !== 1) return ['has intervals that do not rise to 1']
  return isGuideTableValid(guide, cumulative) ? [] : ['has a guide table that starts past the selected child']
}

/** Whether every bucket starts at or before the first child whose interval ends after the bucket's start. */
function isGuideTableValid(guide: readonly number[], cumulative: readonly number[]): boolean {
  let child = 0
  const isValid = guide.every((start, bucket) => {
    while ((cumulative[child] ?? 1) <= bucket / guide.length) child += 1
    return start >= 0 && start <= child
  })
  return isValid && guide.length > 0
}
