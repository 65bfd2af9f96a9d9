// A smallest request that meets some predicates and not others: one field less is not enough. What is found was evaluated, and what is
// called impossible was proved (satisfiable.ts); anything between is not decided.
import type { Field, Predicate } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { EMPTY_REQUEST, type ExampleRequest, meets, USUAL_PATH, withValue } from './example-request.ts'
import { candidatesOf, fieldKey, type SignedTest } from './field-values.ts'
import { literalPattern } from './literal-pattern.ts'
import { conjunctionsOf, isSatisfiable, type SignedPredicate } from './satisfiable.ts'

export type FoundRequest =
  | { readonly kind: 'found'; readonly request: ExampleRequest }
  | { readonly kind: 'none' }
  /** The reason as the end of a sentence. */
  | { readonly kind: 'not decided'; readonly because: string }

/** Requests that are tried. */
const MAX_TRIED = 4000

export function findRequest(holds: readonly Predicate[], fails: readonly Predicate[]): FoundRequest {
  const relevant = relevantOf(holds, fails)
  const parts = partsOf(holds, relevant)
  const decided = isSatisfiable(parts, 'thorough')
  if (decided === 'no') return { kind: 'none' }
  const conjunctions = conjunctionsOf(parts.slice(0, holds.length), 'thorough')
  if (conjunctions === undefined) return notDecided('its conditions have too many combinations')
  const excluded = relevant.flatMap(testsOf)
  let best: ExampleRequest | undefined
  let isOpen = false
  let tried = 0
  for (const conjunction of conjunctions)
    for (const request of requestsOf(conjunction, excluded)) {
      tried += 1
      if (tried > MAX_TRIED || (best !== undefined && sizeOf(best) <= sizeOf(request))) break
      const results = [
        ...holds.map(each => meets(request, each)),
        ...fails.map(each => negated(meets(request, each))),
      ]
      if (results.every(result => result === true)) best = request
      else if (!results.includes(false)) isOpen = true
    }
  if (best !== undefined) return { kind: 'found', request: best }
  const pattern = [...holds, ...relevant].flatMap(testsOf).find(isOpenPattern)
  if (isOpen && pattern !== undefined && 'pattern' in pattern)
    return notDecided(`what ${JSON.stringify(pattern.pattern)} matches is not decided`)
  return notDecided('its conditions have too many combinations')
}

/** Whether some request may meet these predicates and not those: no for certain, or not. */
export const mayBeMet = (holds: readonly Predicate[], fails: readonly Predicate[]): boolean =>
  isSatisfiable(partsOf(holds, relevantOf(holds, fails)), 'thorough') !== 'no'

/** A field that nothing asks for is missing, which makes every test of it false: other predicates are not met by that. */
function relevantOf(holds: readonly Predicate[], fails: readonly Predicate[]): readonly Predicate[] {
  const fields = new Set(holds.flatMap(fieldsOf))
  return fails.filter(each => isConstant(each) || fieldsOf(each).some(field => fields.has(field)))
}

const partsOf = (holds: readonly Predicate[], fails: readonly Predicate[]): readonly SignedPredicate[] => [
  ...holds.map(predicate => ({ predicate, holds: true })),
  ...fails.map(predicate => ({ predicate, holds: false })),
]

const notDecided = (because: string): FoundRequest => ({ kind: 'not decided', because })

const negated = (result: boolean | undefined): boolean | undefined =>
  result === undefined ? result : !result

type FieldTest = SignedTest['test']

const testsOf = (predicate: Predicate): readonly FieldTest[] =>
  'of' in predicate ? predicate.of.flatMap(testsOf) : 'field' in predicate ? [predicate] : []

const PATH: Field = { from: 'path', path: [] }

const fieldsOf = (predicate: Predicate): readonly string[] =>
  testsOf(predicate).map(({ field }) => fieldKey(field))

/** The path of the URL is never missing. */
const isConstant = (predicate: Predicate): boolean =>
  predicate.test === 'always' ||
  fieldsOf(predicate).includes(fieldKey(PATH)) ||
  ('of' in predicate && (predicate.of.length === 0 || predicate.of.some(isConstant)))

const isOpenPattern = (test: FieldTest): boolean =>
  test.test === 'matches' && literalPattern(test.pattern) === undefined

const sizeOf = ({ metadata, params, path }: ExampleRequest): number =>
  JSON.stringify([metadata, params]).length + (path === USUAL_PATH ? 0 : 1)

/** The requests of one conjunction: a value of each kind for each of its fields. */
function* requestsOf(
  conjunction: readonly SignedTest[],
  excluded: readonly FieldTest[],
): Generator<ExampleRequest> {
  const groups = [...Map.groupBy(conjunction, ({ test }) => fieldKey(test.field)).values()]
  const choices = groups.map(tests => {
    const field = tests[0]?.test.field ?? PATH
    const name = fieldKey(field)
    const others = excluded
      .filter(test => fieldKey(test.field) === name)
      .map(test => ({ test, holds: false }))
    return { field, values: valuesOf(field, [...tests, ...others]) }
  })
  yield* combined(EMPTY_REQUEST, choices)
}

interface FieldChoice {
  readonly field: Field
  /** Undefined for a missing one. */
  readonly values: readonly (Json | undefined)[]
}

function* combined(request: ExampleRequest, choices: readonly FieldChoice[]): Generator<ExampleRequest> {
  const [first, ...others] = choices
  if (first === undefined) {
    yield request
    return
  }
  for (const value of first.values) {
    const changed = value === undefined ? request : withValue(request, first.field, value)
    if (changed !== undefined) yield* combined(changed, others)
  }
}

/** Values that tell the tests of a field apart, the shortest first. */
function valuesOf(field: Field, tests: readonly SignedTest[]): readonly (Json | undefined)[] {
  const constants = new Set(tests.flatMap(({ test }) => literalsOf(test)))
  const fresh = ['other', 'another', 'something else'].find(text => !constants.has(text))
  const values = candidatesOf(tests).flatMap((candidate): readonly Json[] => {
    if (candidate.kind === 'value' || candidate.kind === 'number') return [candidate.value]
    if (candidate.kind === 'fresh-digits') return [`${candidate.value}.0`]
    if (candidate.kind === 'object') return [{}]
    return candidate.kind === 'fresh-text' && fresh !== undefined ? [fresh] : []
  })
  const all = [...new Set([...values, ...textsOf(tests)])].sort(
    (left, right) => JSON.stringify(left).length - JSON.stringify(right).length,
  )
  return field.from === 'path'
    ? [USUAL_PATH, ...all.filter(value => typeof value === 'string' && value.startsWith('/'))]
    : [undefined, ...all]
}

const literalsOf = (test: FieldTest): readonly Json[] =>
  'values' in test ? test.values : 'value' in test ? [test.value] : []

/** Texts that the literal patterns match: each alone, and all of them in one. */
function textsOf(tests: readonly SignedTest[]): readonly string[] {
  const literals = tests.flatMap(({ test }) =>
    test.test === 'matches' ? (literalPattern(test.pattern) ?? []) : [],
  )
  const [starts, ends] = [literals.filter(each => each.atStart), literals.filter(each => each.atEnd)]
  const inner = literals.filter(({ atStart, atEnd }) => !atStart && !atEnd)
  const longest = (list: readonly { readonly text: string }[]): string =>
    list.reduce((most, { text }) => (text.length > most.length ? text : most), '')
  return literals.length === 0
    ? []
    : [
        ...literals.map(({ text }) => text),
        longest(starts) + inner.map(({ text }) => text).join(' ') + longest(ends),
      ]
}
