// The requests that meet some predicates and not others: for each field the cells that are left, and alternatives of which one is to hold.
// Fields are independent of each other.

import { areDisjoint, type CellSet, isWithin, sharedCells, withoutCells } from './cell-set.ts'
import type { FieldCells } from './field-cells.ts'
import type { AllFormula, AnyFormula, Formula, KnownPattern, PatternFormula } from './formula.ts'
import { excludesLiteral, impliesLiteral, type LiteralPattern } from './literal-pattern.ts'

/** What is left of a field. */
export interface Domain {
  readonly cells: CellSet
  /** Patterns that the value is to match, and those that it is not to match. */
  readonly matched: readonly KnownPattern[]
  readonly unmatched: readonly KnownPattern[]
}

/** Formulas of which each is to hold, the latest first. */
export interface Alternatives {
  readonly first: AnyFormula
  readonly others: Alternatives | undefined
}

export interface Region {
  /** Of the fields that are not here everything is left. */
  readonly domains: ReadonlyMap<FieldCells, Domain>
  readonly alternatives: Alternatives | undefined
  /** Fields without a domain are taken for missing. */
  readonly isSparse?: true
}

export const EVERYTHING: Region = { domains: new Map(), alternatives: undefined }

function domainIn({ domains, isSparse }: Region, field: FieldCells): Domain {
  const cells = isSparse === true && field.missing.length > 0 ? field.missing : field.all
  return domains.get(field) ?? { cells, matched: [], unmatched: [] }
}

export type Status = 'holds' | 'fails' | 'open'

/** Whether a formula holds for all requests of a region, for none, or neither is certain. */
export function statusIn(region: Region, formula: Formula): Status {
  if (formula.kind === 'all' || formula.kind === 'any') return joinedStatus(region, formula)
  const { cells, matched, unmatched } = domainIn(region, formula.field)
  if (areDisjoint(cells, formula.cells)) return 'fails'
  if (formula.kind === 'cells') return isWithin(cells, formula.cells) ? 'holds' : 'open'
  const [agreeing, opposed] = formula.holds ? [matched, unmatched] : [unmatched, matched]
  if (opposed.includes(formula.pattern)) return 'fails'
  if (agreeing.includes(formula.pattern) || isWithin(cells, formula.certain)) return 'holds'
  return freshStatus(formula, cells, matched)
}

/** What the literals that a string must match imply for another one, if only strings that no predicate names are left. */
function freshStatus(
  { field, pattern: { literal }, holds }: PatternFormula,
  cells: CellSet,
  matched: readonly KnownPattern[],
): Status {
  if (literal === undefined || matched.length === 0 || !isWithin(cells, field.fresh)) return 'open'
  const known = literalsOf(matched)
  if (known.some(each => impliesLiteral(each, literal))) return holds ? 'holds' : 'fails'
  const isExcluded = known.some(each => excludesLiteral(each, literal) || excludesLiteral(literal, each))
  return isExcluded ? (holds ? 'fails' : 'holds') : 'open'
}

function joinedStatus(region: Region, { kind, of }: AllFormula | AnyFormula): Status {
  const [decisive, other] = kind === 'all' ? (['fails', 'holds'] as const) : (['holds', 'fails'] as const)
  let status: Status = other
  for (const part of of) {
    const each = statusIn(region, part)
    if (each === decisive) return decisive
    if (each === 'open') status = 'open'
  }
  return status
}

/** The part of a region for which a formula holds; undefined if there certainly is none. */
export function assume(region: Region, formula: Formula): Region | undefined {
  switch (formula.kind) {
    case 'cells': {
      const domain = domainIn(region, formula.field)
      if (isWithin(domain.cells, formula.cells)) return region
      return withDomain(region, formula.field, { ...domain, cells: sharedCells(domain.cells, formula.cells) })
    }
    case 'pattern':
      return withPattern(region, formula)
    case 'all': {
      let left: Region | undefined = region
      for (const part of formula.of) {
        left = assume(left, part)
        if (left === undefined) return undefined
      }
      return left
    }
    default: {
      if (statusIn(region, formula) === 'holds') return region
      const of = formula.of.filter(part => statusIn(region, part) !== 'fails')
      const [only] = of
      if (only === undefined) return undefined
      if (of.length === 1) return assume(region, only)
      return { ...region, alternatives: { first: { kind: 'any', of }, others: region.alternatives } }
    }
  }
}

const withDomain = (region: Region, field: FieldCells, domain: Domain): Region | undefined =>
  domain.cells.length === 0 ? undefined : { ...region, domains: new Map(region.domains).set(field, domain) }

function withPattern(region: Region, formula: PatternFormula): Region | undefined {
  const { field, pattern, holds } = formula
  const domain = domainIn(region, field)
  const [agreeing, opposed] = holds ? [domain.matched, domain.unmatched] : [domain.unmatched, domain.matched]
  if (opposed.includes(pattern)) return undefined
  if (agreeing.includes(pattern)) return region
  const left = sharedCells(domain.cells, formula.cells)
  const cells =
    pattern.literal === undefined || agrees(pattern.literal, holds, domain)
      ? left
      : withoutCells(left, field.fresh)
  const patterns = holds
    ? { matched: [...domain.matched, pattern], unmatched: domain.unmatched }
    : { matched: domain.matched, unmatched: [...domain.unmatched, pattern] }
  return withDomain(region, field, { cells, ...patterns })
}

/** Whether a string that no predicate names may match a literal, or not match it, besides the others. */
function agrees(literal: LiteralPattern, holds: boolean, { matched, unmatched }: Domain): boolean {
  const positive = literalsOf(matched)
  if (!holds) return literal.text !== '' && !positive.some(each => impliesLiteral(each, literal))
  return (
    !positive.some(each => excludesLiteral(each, literal) || excludesLiteral(literal, each)) &&
    !literalsOf(unmatched).some(each => impliesLiteral(literal, each))
  )
}

const literalsOf = (patterns: readonly KnownPattern[]): readonly LiteralPattern[] =>
  patterns.flatMap(({ literal }) => literal ?? [])
