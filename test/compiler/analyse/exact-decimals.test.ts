// Ordering compares numbers and decimal texts exactly, however long (semantics, section 6.3): requests, simulations, plans and proofs agree
// with fractions of whole numbers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meets } from '../../../compiler/analyse/conditions/example-request.ts'
import { findRequest } from '../../../compiler/analyse/conditions/smallest-request.ts'
import { isSatisfiable } from '../../../compiler/analyse/conditions/solve.ts'
import { lowerQuery } from '../../../compiler/lower/predicate.ts'
import { foldPredicate } from '../../../compiler/optimise/fold-predicate.ts'
import { linkPredicate } from '../../../runtime/link/nodes/predicate.ts'
import { naiveOrder } from '../../support/naive-order.ts'
import { queryHolds } from '../../support/naive-query.ts'
import { predicateHolds } from '../../support/plan-predicate.ts'
import { runs } from '../../support/property-seed.ts'

const digits = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...'0123456789'), { maxLength: most }).map(all => all.join(''))

/** Around numbers that are the nearest of many texts. */
const near = fc
  .tuple(
    fc.constantFrom(
      '9007199254740992',
      '9007199254740993',
      '9007199254740994',
      '0.1',
      '1',
      '0',
      '123456789012345678901234567890',
    ),
    fc.constantFrom('', '0', '00000000000000000000000', '00000000000000000000001', '9999999999999999999999'),
  )
  .map(([start, end]) => (start.includes('.') ? start : `${start}.`) + end)

const texts = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.oneof(
      near,
      fc.tuple(digits(25), digits(25)).map(([whole, part]) => `${whole}.${part}`),
      digits(25),
    ),
    fc.oneof(fc.constant(''), fc.constantFrom('e0', 'E1', 'e-1', 'e+17', 'e-330', 'e308', 'e400')),
  )
  .map(([sign, text, exponent]) => sign + text + exponent)
  .filter(text => !Number.isNaN(naiveOrder(text, 0)))

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 0.1, 1, 2 ** 53, 2 ** 53 + 2, 1e23, 5e-324, Number.MAX_VALUE),
)
/** The nearest number of a text, and texts that are none. */
const values = fc.oneof(
  texts,
  numbers,
  texts.map(Number).filter(Number.isFinite),
  fc.constantFrom('', '.', '+', 'e5', '1_0', ' 1', '0x10', 'Infinity', '-Infinity', 'NaN', true, null),
)
const operands = fc.oneof(texts, numbers)
const OPERATORS = ['$gt', '$gte', '$lt', '$lte'] as const
const tests = fc
  .tuple(fc.constantFrom(...OPERATORS), operands)
  .map(([operator, operand]) => ({ 'metadata.n': { [operator]: operand } }))

const incoming = (n: unknown) => ({ metadata: { n }, params: {}, path: '/v1/chat/completions' }) as never
const call = (n: unknown) => ({ metadata: { n }, pathname: '/', body: { field: () => undefined } }) as never

describe('Decimal texts', () => {
  it('are ordered alike by requests, plans, proofs and fractions', () => {
    fc.assert(
      fc.property(tests, values, (query, value) => {
        const predicate = lowerQuery(query)
        const expected = queryHolds(query, incoming(value))
        expect(linkPredicate(predicate)(call(value))).toBe(expected)
        expect(predicateHolds(predicate, incoming(value))).toBe(expected)
        expect(meets(incoming(value), predicate)).toBe(expected)
      }),
      { numRuns: runs(4_000) },
    )
  })

  it('that bound a field are called contradictory only if no value is between them', () => {
    fc.assert(
      fc.property(
        fc.array(tests, { minLength: 2, maxLength: 4 }),
        fc.array(values, { minLength: 10 }),
        (all, tried) => {
          const query = { $and: all }
          const predicate = lowerQuery(query)
          const met = tried.find(value => queryHolds(query, incoming(value)))
          if (met !== undefined) {
            expect(foldPredicate(predicate).test).not.toBe('never')
            expect(isSatisfiable([{ predicate, holds: true }])).toBe('yes')
          }
        },
      ),
      { numRuns: runs(2_000) },
    )
  })

  it('have an example wherever their bounds can hold', () => {
    fc.assert(
      fc.property(fc.array(tests, { minLength: 1, maxLength: 4 }), all => {
        const query = { $and: all }
        const predicate = lowerQuery(query)
        const found = findRequest([predicate], [])
        const satisfiable = isSatisfiable([{ predicate, holds: true }])
        expect(foldPredicate(predicate).test === 'never').toBe(satisfiable === 'no')
        if (satisfiable === 'yes') expect(found.kind).toBe('found')
      }),
      { numRuns: runs(2_000) },
    )
  })

  it.each<
    readonly [value: unknown, operator: (typeof OPERATORS)[number], operand: unknown, expected: boolean]
  >([
    ['9007199254740993', '$gt', '9007199254740992', true],
    ['9007199254740993', '$gt', 2 ** 53, true],
    ['9007199254740992', '$lt', '9007199254740993', true],
    ['0.1', '$gte', 0.1, true],
    ['0.10000000000000000001', '$gt', 0.1, true],
    ['0.1', '$gt', 0.1, false],
    ['1e400', '$gt', '1e399', true],
    ['1e-400', '$gt', 0, true],
    ['-0', '$gte', '0.00', true],
    ['1e99999999999999999999', '$lt', '1e99999999999999999998', false],
    ['5', '$lte', 5, true],
  ])('%j %s %j is %j', (value, operator, operand, expected) => {
    const predicate = lowerQuery({ 'metadata.n': { [operator]: operand } })
    expect(linkPredicate(predicate)(call(value))).toBe(expected)
  })
})
