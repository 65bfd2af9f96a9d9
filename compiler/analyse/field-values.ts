// The values of a field in few kinds: those that some tests of it do not tell apart are one.
import type { Predicate } from '../../schemas/generated/types.ts'
import { literalPattern } from './literal-pattern.ts'

export type FieldTest = Extract<Predicate, { readonly field: unknown }>

/** Equal for equal fields. */
export const fieldKey = ({ from, path }: FieldTest['field']): string => `${from} ${JSON.stringify(path)}`

export type TestedValue = string | number | boolean | null

/** A value of a kind. `fresh`: different from every value in the tests. */
export type Candidate =
  | { readonly kind: 'missing' | 'object' | 'fresh-text' }
  | { readonly kind: 'value'; readonly value: TestedValue }
  | { readonly kind: 'number'; readonly value: number }
  /** A text that is a number, spelled as in no test. */
  | { readonly kind: 'fresh-digits'; readonly value: number }

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** As conditions compare it: also of a text that is a number; otherwise not a number. */
export const comparedNumber = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && NUMERIC.test(value)
      ? Number(value)
      : Number.NaN

const constantsOf = (test: FieldTest): readonly TestedValue[] =>
  'values' in test ? test.values : 'value' in test ? [test.value] : []

/** A value of each kind that the tests tell apart. */
export function candidatesOf(tests: readonly FieldTest[]): readonly Candidate[] {
  const constants = [...new Set(tests.flatMap(constantsOf))]
  const bounds = [...new Set(constants.map(comparedNumber).filter(Number.isFinite))].sort((a, b) => a - b)
  const numbers = bounds.flatMap((bound, index) => {
    const next = bounds[index + 1]
    return next === undefined ? [bound, beyond(bound)] : [bound, bound / 2 + next / 2]
  })
  const [lowest] = bounds
  if (lowest !== undefined) numbers.push(-beyond(-lowest))
  else numbers.push(0)
  const exact = tests.flatMap(test => {
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
