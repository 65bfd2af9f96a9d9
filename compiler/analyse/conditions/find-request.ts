// Minimal request that meets some predicates and not others: one field less is not enough. What is found was evaluated, and what is
// called impossible was proved; anything between is not decided.
import type { Predicate } from '../../../schemas/generated/types.ts'
import { createFormulas } from './formula.ts'
import { assume, EVERYTHING, type Region } from './region.ts'
import type { SignedPredicate } from './satisfiable.ts'
import { type FoundRequest, smallestRequest } from './smallest-request.ts'

/** Alternatives that are looked at. */
const EFFORT = 2_000_000

export function findRequest(holds: readonly Predicate[], fails: readonly Predicate[]): FoundRequest {
  const parts: readonly SignedPredicate[] = [
    ...holds.map(predicate => ({ predicate, holds: true })),
    ...fails.map(predicate => ({ predicate, holds: false })),
  ]
  const formulaOf = createFormulas([...holds, ...fails])
  let region: Region | undefined = EVERYTHING
  for (const part of parts) {
    region = assume(region, formulaOf(part.predicate, part.holds))
    if (region === undefined) return { kind: 'none' }
  }
  return smallestRequest(region, parts, { left: EFFORT })
}
