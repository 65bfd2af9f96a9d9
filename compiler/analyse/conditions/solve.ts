// Whether a request can meet some predicates and not others: a condition that no request meets, or that every request which meets it has
// met before, is unreachable. Alternatives are tried one after the other, and what follows from them is left out early. The effort is
// counted, not timed, so that a result is the same everywhere.

import type { Predicate } from '../../../schemas/generated/types.ts'
import { hasCell } from './cell-set.ts'
import type { FieldCells } from './field-cells.ts'
import { createFormulas } from './formula.ts'
import { type Alternatives, assume, type Domain, EVERYTHING, type Region } from './region.ts'

export interface SignedPredicate {
  readonly predicate: Predicate
  readonly holds: boolean
}

export type Satisfiable = 'yes' | 'no' | 'not decided'

/** The number of alternatives that are tried; beyond it, nothing is decided. */
const EFFORT = 4_000

/** Decides about any of some predicates, of which each is prepared once; `yes` if a regular expression that is not a literal decides. */
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

/** What a search may still take, in alternatives and conditions that are looked at. */
export interface Effort {
  left: number
}

/** Of one search that has to choose. A region whose fields may be missing seldom has to. */
const MAX_CHOSEN = 100_000

/** Whether a region has a request; `yes` if a regular expression that is not a literal decides. */
export function hasRequest(region: Region, effort: Effort): 'yes' | 'no' | 'not decided' {
  const [found] = solutionsOf(region, effort)
  return found === undefined ? 'no' : found === 'not decided' ? 'not decided' : 'yes'
}

/** Parts of a region without alternatives; `not decided` at last where there may be more. */
export function* solutionsOf(region: Region, effort: Effort): Generator<Region | 'not decided'> {
  const sparse = propagated(sparseOf(region), effort)
  if (sparse !== undefined && sparse.alternatives === undefined) yield sparse
  const given = Math.min(effort.left, MAX_CHOSEN)
  const search: Effort = { left: given }
  try {
    yield* chosen(region, search)
  } finally {
    effort.left -= given - search.left
  }
}

function* chosen(region: Region, effort: Effort): Generator<Region | 'not decided'> {
  const left = propagated(region, effort)
  if (left === undefined) return
  if (left.alternatives === undefined) {
    yield left
    return
  }
  if (effort.left <= 0) {
    yield 'not decided'
    return
  }
  const sparse = propagated(sparseOf(left), effort)
  if (sparse !== undefined && sparse.alternatives === undefined) yield sparse
  for (const part of smallest(left.alternatives).of) {
    const next = assume(left, part)
    if (next === undefined) continue
    for (const each of chosen(next, effort)) {
      yield each
      if (each === 'not decided') return
    }
  }
}

/** Only what has to be there is: with a field missing, no test of it holds. */
function sparseOf(region: Region): Region {
  const domains = new Map<FieldCells, Domain>()
  for (const [field, domain] of region.domains) {
    const [missing] = field.missing
    const mayMiss = missing !== undefined && hasCell(domain.cells, missing)
    domains.set(field, mayMiss ? { ...domain, cells: field.missing } : domain)
  }
  return { ...region, domains, isSparse: true }
}

/** With the alternatives that are decided left out, until nothing follows any more; undefined for a region without requests. */
function propagated(region: Region, effort: Effort): Region | undefined {
  let left = region
  for (;;) {
    const open: Alternatives['first'][] = []
    let next: Region = { ...left, alternatives: undefined }
    for (let at = left.alternatives; at !== undefined; at = at.others) {
      effort.left -= at.first.of.length
      const assumed = assume(next, at.first)
      if (assumed === undefined) return undefined
      next = assumed
      if (assumed.alternatives === undefined) continue
      for (let added: Region['alternatives'] = assumed.alternatives; added; added = added.others)
        open.push(added.first)
      next = { ...assumed, alternatives: undefined }
    }
    const alternatives = open.reduceRight<Region['alternatives']>(
      (others, first) => ({ first, others }),
      undefined,
    )
    const isStable = next.domains === left.domains
    left = { ...next, alternatives }
    if (alternatives === undefined || isStable) return left
  }
}

function smallest(alternatives: Alternatives): Alternatives['first'] {
  let best = alternatives.first
  for (let at = alternatives.others; at !== undefined; at = at.others)
    if (at.first.of.length < best.of.length) best = at.first
  return best
}
