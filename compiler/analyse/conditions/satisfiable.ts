// Whether a request can meet some predicates and not others: a condition that no request meets, or that every request which
// meets it has met before, is unreachable.
import type { Predicate } from '../../../schemas/generated/types.ts'
import { createFormulas } from './formula.ts'
import { assume, EVERYTHING, type Region } from './region.ts'
import { hasRequest } from './solve.ts'

export interface SignedPredicate {
  readonly predicate: Predicate
  readonly holds: boolean
}

export type Satisfiable = 'yes' | 'no' | 'not decided'

/** Alternatives that are looked at; beyond, nothing is decided. */
const EFFORT = 4_000

/** Decides about any of some predicates, of which each is prepared once; `yes` where a regular expression that is no literal decides. */
export function satisfiabilityOf(
  predicates: readonly Predicate[],
): (parts: readonly SignedPredicate[]) => Satisfiable {
  const formulaOf = createFormulas(predicates)
  return parts => {
    let region: Region | undefined = EVERYTHING
    for (const { predicate, holds } of parts) {
      region = assume(region, formulaOf(predicate, holds))
      if (region === undefined) return 'no'
    }
    return region.alternatives === undefined ? 'yes' : hasRequest(region, { left: EFFORT })
  }
}

export const isSatisfiable = (parts: readonly SignedPredicate[]): Satisfiable =>
  satisfiabilityOf(parts.map(({ predicate }) => predicate))(parts)
