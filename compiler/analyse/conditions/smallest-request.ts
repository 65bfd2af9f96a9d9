// The minimal request that meets some predicates and not others: few fields with short values, of which one less is not enough. Requests
// that are found were evaluated, and what is called impossible was proved; anything between is not decided.
import type { Predicate } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { hasCell } from './cell-set.ts'
import { EMPTY_REQUEST, type ExampleRequest, meets, USUAL_PATH, withValue } from './example-request.ts'
import type { FieldCells } from './field-cells.ts'
import { createFormulas } from './formula.ts'
import { type LiteralPattern, literalPattern } from './literal-pattern.ts'
import { assume, type Domain, EVERYTHING, type Region } from './region.ts'
import { type Effort, type SignedPredicate, solutionsOf } from './solve.ts'

/** The number of alternatives that are tried. */
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

export type FoundRequest =
  | { readonly kind: 'found'; readonly request: ExampleRequest }
  | { readonly kind: 'none' }
  /** The reason as the end of a sentence. */
  | { readonly kind: 'not decided'; readonly because: string }

export const TOO_MANY_COMBINATIONS = 'its conditions have too many combinations'

/** Parts of the region that are looked at. */
const MAX_SOLUTIONS = 256
/** Values of a field, the shortest. */
const MAX_VALUES = 12

/** The minimal request of a region. `parts`: what the region was made of. */
export function smallestRequest(
  region: Region,
  parts: readonly SignedPredicate[],
  effort: Effort,
): FoundRequest {
  let best: ExampleRequest | undefined
  let openPattern: string | undefined
  let isComplete = true
  let solutions = 0
  search: for (const solution of solutionsOf(region, effort)) {
    solutions += 1
    if (solution === 'not decided' || solutions > MAX_SOLUTIONS) {
      isComplete = false
      break
    }
    for (const request of requestsOf(solution)) {
      if (best !== undefined && sizeOf(best) <= sizeOf(request)) continue
      if (effort.left <= 0) {
        isComplete = false
        break search
      }
      effort.left -= parts.length
      const result = resultOf(request, parts)
      if (result === true) best = request
      else if (result !== false) openPattern ??= result
    }
    // Every other one has more fields.
    if (best !== undefined && solution.isSparse === true) break
  }
  if (best !== undefined) return { kind: 'found', request: best }
  if (isComplete && solutions === 0) return { kind: 'none' }
  return {
    kind: 'not decided',
    because:
      openPattern === undefined
        ? TOO_MANY_COMBINATIONS
        : `what ${JSON.stringify(openPattern)} matches is not decided`,
  }
}

/** Whether the request meets all parts; a pattern if only patterns that are not literals are open. */
function resultOf(request: ExampleRequest, parts: readonly SignedPredicate[]): boolean | string {
  let open: Predicate | undefined
  for (const { predicate, holds } of parts) {
    const result = meets(request, predicate)
    if (result === undefined) open ??= predicate
    else if (result !== holds) return false
  }
  return open === undefined ? true : (openPatternOf(open) ?? false)
}

function openPatternOf(predicate: Predicate): string | undefined {
  if ('of' in predicate) return predicate.of.map(openPatternOf).find(each => each !== undefined)
  return predicate.test === 'matches' && literalPattern(predicate.pattern) === undefined
    ? predicate.pattern
    : undefined
}

const sizeOf = ({ metadata, params, path }: ExampleRequest): number =>
  JSON.stringify([metadata, params]).length + (path === USUAL_PATH ? 0 : 1)

interface FieldChoice {
  readonly field: FieldCells
  readonly values: readonly Json[]
}

function* requestsOf({ domains }: Region): Generator<ExampleRequest> {
  const choices: FieldChoice[] = []
  for (const [field, domain] of domains) {
    const [missing] = field.missing
    if (missing !== undefined && hasCell(domain.cells, missing)) continue
    choices.push({ field, values: valuesOf(field, domain) })
  }
  yield* combined(EMPTY_REQUEST, choices)
}

function* combined(request: ExampleRequest, choices: readonly FieldChoice[]): Generator<ExampleRequest> {
  const [first, ...others] = choices
  if (first === undefined) {
    yield request
    return
  }
  for (const value of first.values) {
    const changed = withValue(request, first.field.field, value)
    if (changed !== undefined) yield* combined(changed, others)
  }
}

/** Values of a domain, the shortest first. */
function valuesOf({ field, examples }: FieldCells, { cells, matched }: Domain): readonly Json[] {
  const isPath = field.from === 'path'
  const values: Json[] = []
  for (const { cell, value } of examples()) {
    if (!hasCell(cells, cell) || (isPath && !(typeof value === 'string' && value.startsWith('/')))) continue
    if (isPath && value === USUAL_PATH) return [value]
    if (values.length < MAX_VALUES) values.push(value)
  }
  const texts = textsOf(matched.flatMap(({ literal }) => literal ?? [])).filter(
    text => !isPath || text.startsWith('/'),
  )
  return [...new Set([...values, ...texts])].sort(
    (left, right) => JSON.stringify(left).length - JSON.stringify(right).length,
  )
}

/** Strings that the literal patterns match: one for each, and one for all of them. */
function textsOf(literals: readonly LiteralPattern[]): readonly string[] {
  const [starts, ends] = [literals.filter(each => each.atStart), literals.filter(each => each.atEnd)]
  const inner = literals.filter(({ atStart, atEnd }) => !atStart && !atEnd)
  const longest = (list: readonly LiteralPattern[]): string =>
    list.reduce((most, { text }) => (text.length > most.length ? text : most), '')
  return literals.length === 0
    ? []
    : [
        ...literals.map(({ text }) => text),
        longest(starts) + inner.map(({ text }) => text).join(' ') + longest(ends),
      ]
}
