// Keywords on values of any type, and on numbers.

import { canonical } from '../../../../compiler/plan/canonical.ts'
import type { Json } from '../../../../compiler/source.ts'
import type { Keyword, Test } from './keyword.ts'

const kinds: Readonly<Record<string, (value: Json) => boolean>> = {
  null: value => value === null,
  boolean: value => typeof value === 'boolean',
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  array: value => Array.isArray(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const type: Keyword = (wanted, { mistake }) => {
  const names = [wanted].flat().map(String)
  const unknown = names.find(name => !Object.hasOwn(kinds, name))
  if (unknown !== undefined) return void mistake(`"${unknown}" is not a type.`)
  const tests = names.flatMap(name => kinds[name] ?? [])
  return value => tests.some(test => test(value))
}

/** Primitives are compared by value, objects and arrays by their canonical JSON. */
const oneOf = (wanted: readonly Json[]): Test => {
  const plain = new Set(wanted.filter(value => typeof value !== 'object'))
  const written = new Set(wanted.filter(value => typeof value === 'object').map(canonical))
  return (value, judgement) => {
    if (typeof value !== 'object') return plain.has(value)
    if (written.size === 0) return false
    const text = canonical(value)
    judgement.left -= text.length >> 4
    return written.has(text)
  }
}

const number =
  (holds: (value: number, wanted: number) => boolean): Keyword =>
  (wanted, { mistake }) => {
    if (typeof wanted !== 'number') return void mistake('A numeric limit must be a number.')
    return value => typeof value !== 'number' || holds(value, wanted)
  }

/** Numbers such as 0.3 and 0.1 have no exact quotient, so a difference in the last digits is tolerated. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return of > 0 && Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type,
  enum: (wanted, { mistake }) =>
    Array.isArray(wanted) ? oneOf(wanted) : void mistake('"enum" must be a list of values.'),
  const: wanted => oneOf([wanted]),
  minimum: number((value, wanted) => value >= wanted),
  maximum: number((value, wanted) => value <= wanted),
  exclusiveMinimum: number((value, wanted) => value > wanted),
  exclusiveMaximum: number((value, wanted) => value < wanted),
  multipleOf: number(isMultiple),
}
