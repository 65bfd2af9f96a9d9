// The values of a field in few kinds: values that the tests do not distinguish are one kind.
import type { Field, Plan, Predicate } from '../../../schemas/generated/types.ts'
import { compareDecimals, type Decimal, decimalNumber, decimalOf } from '../../../schemas/values/decimal.ts'
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
  /** A string that is a number, spelled differently than in every test. */
  | { readonly kind: 'fresh-digits'; readonly value: string }

const constantsOf = (test: FieldTest): readonly TestedValue[] =>
  'values' in test ? test.values : 'value' in test ? [test.value] : []

/** A value of each kind that the tests distinguish. */
export function candidatesOf(tests: readonly FieldTest[]): readonly Candidate[] {
  const constants = [...new Set(tests.flatMap(constantsOf))]
  const numbers = constants
    .filter(value => Number.isFinite(compareDecimals(value, value)))
    .sort(compareDecimals)
    .filter((value, index, all) => index === 0 || compareDecimals(value, all[index - 1]) !== 0)
  const exact = tests.flatMap(test => {
    const literal = test.test === 'matches' ? literalPattern(test.pattern) : undefined
    return literal?.atStart === true && literal.atEnd ? [literal.text] : []
  })
  const spelled: ReadonlySet<unknown> = new Set([...constants, ...exact])
  const ordered =
    numbers.length === 0
      ? kindsOf([0], decimalOf(0), spelled)
      : [undefined, ...numbers].flatMap((bound, index) => [
          ...(bound === undefined ? [] : kindsAt(bound, spelled)),
          ...kindsBetween(bound, numbers[index], spelled),
        ])
  return [
    { kind: 'missing' },
    { kind: 'object' },
    { kind: 'fresh-text' },
    ...[...constants, ...exact].map(value => ({ kind: 'value', value }) as const),
    ...ordered,
  ]
}

/** The numbers that satisfy a test, with the decimal as a string. */
function kindsOf(
  numbers: readonly number[],
  decimal: Decimal,
  spelled: ReadonlySet<unknown>,
): readonly Candidate[] {
  const [number] = numbers
  const text: Candidate = {
    kind: 'fresh-digits',
    value: spelling(number === undefined ? decimal : decimalOf(number), spelled),
  }
  return number === undefined ? [text] : [{ kind: 'number', value: number }, text]
}

const kindsAt = (bound: TestedValue, spelled: ReadonlySet<unknown>): readonly Candidate[] =>
  kindsOf(
    [decimalNumber(bound)].filter(number => compareDecimals(number, bound) === 0),
    decimalOf(bound),
    spelled,
  )

/** Below `high`, above `low`, or between them. */
function kindsBetween(
  low: TestedValue | undefined,
  high: TestedValue | undefined,
  spelled: ReadonlySet<unknown>,
): readonly Candidate[] {
  const [least, most] = [decimalNumber(low), decimalNumber(high)]
  const isWithin = (number: number): boolean =>
    Number.isFinite(number) &&
    !(low !== undefined && compareDecimals(number, low) <= 0) &&
    !(high !== undefined && compareDecimals(number, high) >= 0)
  if (low === undefined) {
    const decimal = decimalOf(high)
    return kindsOf([-beyond(-most), most].filter(isWithin), negative(above(negative(decimal))), spelled)
  }
  if (high === undefined)
    return kindsOf([beyond(least), least].filter(isWithin), above(decimalOf(low)), spelled)
  const numbers = [least / 2 + most / 2, least, most].filter(isWithin)
  return kindsOf(numbers, between(decimalOf(low), decimalOf(high)), spelled)
}

const beyond = (bound: number): number => (bound > 0 ? bound * 2 + 1 : bound / 2 + 1)

const negative = (decimal: Decimal): Decimal => ({ ...decimal, sign: -decimal.sign })

const ONE = decimalOf(1)

const above = ({ sign, point }: Decimal): Decimal => (sign > 0 ? { ...ONE, point: point + 1n } : ONE)

function between(low: Decimal, high: Decimal): Decimal {
  if (low.sign < 0) return high.sign > 0 ? decimalOf(0) : negative(between(negative(high), negative(low)))
  if (low.sign === 0) return { ...ONE, point: high.point - 1n }
  const length = low.point === high.point ? high.digits.length : 0
  return { ...low, digits: `${low.digits.padEnd(length, '0')}5` }
}

/** Longer decimals have an exponent. */
const MAX_DIGITS = 40

/** A string that is not one of the constants. */
function spelling({ sign, digits, point }: Decimal, spelled: ReadonlySet<unknown>): string {
  const least = digits.length - Number(point)
  const isShort = Math.abs(Number(point)) + digits.length <= MAX_DIGITS
  const fraction = isShort ? Math.max(0, least) : 0
  const plain = isShort ? `${digits}${'0'.repeat(Math.max(0, -least))}`.padStart(fraction + 1, '0') : digits
  const whole = plain.slice(0, plain.length - fraction)
  const exponent = isShort ? '' : `e${point - BigInt(digits.length)}`
  for (let zeros = fraction === 0 ? '0' : ''; ; zeros += '0') {
    const text = `${sign < 0 ? '-' : ''}${whole}.${plain.slice(whole.length)}${zeros}${exponent}`
    if (!spelled.has(text)) return text
  }
}

/** The fields of requests that the conditions of a plan read, once each. */
export function conditionFields({ nodes }: Plan): readonly Field[] {
  const fields = nodes.flatMap(node =>
    node.kind === 'conditional'
      ? node.steps.flatMap(step => ('when' in step ? predicateFields(step.when) : [step.field]))
      : [],
  )
  return [...new Map(fields.map(field => [fieldKey(field), field])).values()]
}

export const predicateFields = (predicate: Predicate): readonly Field[] =>
  'of' in predicate ? predicate.of.flatMap(predicateFields) : 'field' in predicate ? [predicate.field] : []
