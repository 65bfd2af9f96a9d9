// Whether a field can have a value, or be missing, so that some tests of it hold and others do not. The tests of a field divide
// all values into few kinds; one value of each kind is tried.
import type { Predicate } from '../../schemas/generated/types.ts'
import {
  excludesLiteral,
  impliesLiteral,
  type LiteralPattern,
  literalPattern,
  matchesLiteral,
} from './literal-pattern.ts'

export type FieldTest = Extract<Predicate, { readonly field: unknown }>

/** Equal for equal fields. */
export const fieldKey = ({ from, path }: FieldTest['field']): string => `${from} ${JSON.stringify(path)}`

/** A test, and whether it is to hold. */
export interface SignedTest {
  readonly test: FieldTest
  readonly holds: boolean
}

export type Scalar = string | number | boolean | null

/** A value of a kind. `fresh`: different from every value in the tests. */
export type Candidate =
  | { readonly kind: 'missing' | 'object' | 'fresh-text' }
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'number'; readonly value: number }
  /** A text that is a number, spelled as in no test. */
  | { readonly kind: 'fresh-digits'; readonly value: number }

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** As conditions compare it: also of a text that is a number; otherwise not a number. */
export const numeric = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && NUMERIC.test(value)
      ? Number(value)
      : Number.NaN

const constantsOf = (test: FieldTest): readonly Scalar[] =>
  'values' in test ? test.values : 'value' in test ? [test.value] : []

/** False only if it is certain that there is no such value. */
export function hasValue(tests: readonly SignedTest[]): boolean {
  return candidatesOf(tests).some(
    candidate =>
      tests.every(({ test, holds }) => {
        const result = resultOf(test, candidate)
        return result === undefined || result === holds
      }) && patternsAgree(tests, candidate),
  )
}

export function candidatesOf(tests: readonly SignedTest[]): readonly Candidate[] {
  const constants = [...new Set(tests.flatMap(({ test }) => constantsOf(test)))]
  const bounds = [...new Set(constants.map(numeric).filter(Number.isFinite))].sort((a, b) => a - b)
  const numbers = bounds.flatMap((bound, index) => {
    const next = bounds[index + 1]
    return next === undefined ? [bound, beyond(bound)] : [bound, bound / 2 + next / 2]
  })
  const [lowest] = bounds
  if (lowest !== undefined) numbers.push(-beyond(-lowest))
  else numbers.push(0)
  const exact = tests.flatMap(({ test }) => {
    const literal = test.test === 'matches' ? literalPattern(test.pattern) : undefined
    return literal?.atStart === true && literal.atEnd ? [literal.text] : []
  })
  return [
    { kind: 'missing' },
    { kind: 'object' },
    { kind: 'fresh-text' },
    ...[...constants, ...exact].map(value => ({ kind: 'value', value }) as const),
    ...numbers.flatMap(value => [
      { kind: 'number', value } as const,
      { kind: 'fresh-digits', value } as const,
    ]),
  ]
}

const beyond = (bound: number): number => (bound > 0 ? bound * 2 + 1 : bound / 2 + 1)

/** Undefined for a pattern that is not decided for the candidate. */
function resultOf(test: FieldTest, candidate: Candidate): boolean | undefined {
  if (candidate.kind === 'missing') return false
  const value = candidate.kind === 'value' || candidate.kind === 'number' ? candidate.value : undefined
  const number = 'value' in candidate ? numeric(candidate.value) : Number.NaN
  switch (test.test) {
    case 'equal':
      return value !== undefined && value === test.value
    case 'notEqual':
      return value === undefined || value !== test.value
    case 'in':
      return value !== undefined && test.values.includes(value)
    case 'notIn':
      return value === undefined || !test.values.includes(value)
    case 'greater':
      return number > numeric(test.value)
    case 'greaterOrEqual':
      return number >= numeric(test.value)
    case 'less':
      return number < numeric(test.value)
    case 'lessOrEqual':
      return number <= numeric(test.value)
    case 'matches': {
      if (candidate.kind === 'object' || candidate.kind === 'number') return false
      if (candidate.kind !== 'value') return undefined
      if (typeof candidate.value !== 'string') return false
      const literal = literalPattern(test.pattern)
      return literal && matchesLiteral(literal, candidate.value)
    }
  }
}

/** No value matches a pattern and does not. Of a fresh text: the literal patterns that are to match exclude each other, or imply one that is not to match. */
function patternsAgree(tests: readonly SignedTest[], { kind }: Candidate): boolean {
  const matched: string[] = []
  const unmatched: string[] = []
  for (const { test, holds } of tests)
    if (test.test === 'matches') (holds ? matched : unmatched).push(test.pattern)
  if (matched.some(pattern => unmatched.includes(pattern))) return false
  if (kind !== 'fresh-text' && kind !== 'fresh-digits') return true
  const literalsOf = (patterns: readonly string[]): readonly LiteralPattern[] =>
    patterns.flatMap(pattern => literalPattern(pattern) ?? [])
  const [positive, negative] = [literalsOf(matched), literalsOf(unmatched)]
  return (
    positive.every(
      one =>
        !positive.some(other => excludesLiteral(one, other)) &&
        !negative.some(other => impliesLiteral(one, other)),
    ) && !negative.some(({ text }) => text === '')
  )
}
