// A draw table that fits its children: every draw ends at a child, and starts at none past the right one.
import type { DrawTable } from '../../schemas/generated/types.ts'

/** Why the table would misplace draws among so many children, as the ends of sentences. */
export function drawFaults({ weights, cumulative, guide }: DrawTable, children: number): readonly string[] {
  if (weights.length !== children || cumulative.length !== children)
    return [`has ${weights.length} weights and ${cumulative.length} intervals for ${children} children`]
  const rises = cumulative.every((end, index) => end >= (cumulative[index - 1] ?? 0))
  if (!rises || cumulative.at(-1) !== 1) return ['has intervals that do not rise to 1']
  const rightful = (stretch: number): number => cumulative.findIndex(end => end > stretch / guide.length)
  const guided = guide.length > 0 && guide.every((start, stretch) => start >= 0 && start <= rightful(stretch))
  return guided ? [] : ['has a guide that starts past the child to be drawn']
}
