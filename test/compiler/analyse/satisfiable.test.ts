// Unreachable conditions: what is called impossible is met by no generated request; decided cases as a table.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isSatisfiable,
  type Satisfiable,
  type SignedPredicate,
} from '../../../compiler/analyse/conditions/solve.ts'
import { lowerQuery } from '../../../compiler/lower/predicate.ts'
import type { Predicate } from '../../../schemas/generated/types.ts'
import {
  crowdedQueries,
  longQueries,
  longRequests,
  queries,
  requests,
} from '../../support/arbitrary-query.ts'
import { queryHolds } from '../../support/naive-query.ts'
import { runs } from '../../support/property-seed.ts'

type Decide = (parts: readonly SignedPredicate[]) => Satisfiable

const signed = (query: object, holds: boolean): SignedPredicate => ({ predicate: lowerQuery(query), holds })

/** A query, and what requests above it were not met by; and requests that might be. */
const cases = fc.record({
  query: fc.oneof(queries, crowdedQueries),
  earlier: fc.array(fc.oneof(queries, crowdedQueries), { maxLength: 3 }),
  incoming: fc.array(requests, { minLength: 12, maxLength: 12 }),
})

/** The same, of values that are longer than what a pattern sees of them. */
const longCases = fc.record({
  query: longQueries,
  earlier: fc.array(longQueries, { maxLength: 3 }),
  incoming: fc.array(longRequests, { minLength: 4, maxLength: 4 }),
})

const sound = (decide: Decide, of: typeof cases = cases) =>
  fc.property(of, ({ query, earlier, incoming }) => {
    const parts = [signed(query, true), ...earlier.map(each => signed(each, false))]
    if (decide(parts) !== 'no') return true
    return !incoming.some(each => queryHolds(query, each) && !earlier.some(above => queryHolds(above, each)))
  })

const onTests =
  (change: (test: Predicate) => Predicate): Decide =>
  parts => {
    const inside = (predicate: Predicate): Predicate =>
      'of' in predicate ? { ...predicate, of: predicate.of.map(inside) } : change(predicate)
    return isSatisfiable(parts.map(({ predicate, holds }) => ({ predicate: inside(predicate), holds })))
  }

const onlyPart = (predicate: Predicate): Predicate =>
  'of' in predicate && predicate.of.length === 1 && predicate.of[0] !== undefined
    ? onlyPart(predicate.of[0])
    : predicate

const broken: readonly { readonly title: string; readonly decide: Decide }[] = [
  {
    title: 'takes $ne for what is left by $eq, though the key may be missing',
    decide: parts =>
      isSatisfiable(
        parts.map(part => {
          const test = onlyPart(part.predicate)
          return test.test === 'equal' && !part.holds
            ? { predicate: { ...test, test: 'notEqual' }, holds: true }
            : part
        }),
      ),
  },
  {
    title: 'takes $gt for $gte',
    decide: onTests(each => (each.test === 'greaterOrEqual' ? { ...each, test: 'greater' } : each)),
  },
  {
    title: 'takes numbers and texts of digits for equal',
    decide: onTests(each =>
      each.test === 'equal' && typeof each.value === 'number' ? { ...each, value: String(each.value) } : each,
    ),
  },
  {
    title: 'reads a pattern as one of the whole text',
    decide: onTests(each =>
      each.test === 'matches' ? { ...each, pattern: `^${each.pattern.replace('^', '')}$` } : each,
    ),
  },
]

describe('what is called impossible', () => {
  it('is met by no request', () => {
    fc.assert(sound(isSatisfiable), { numRuns: runs(4_000) })
  })

  it('is met by no request whose values are longer than what patterns see', () => {
    fc.assert(sound(isSatisfiable, longCases), { numRuns: runs(400) })
  })

  it.each(broken)('is not decided by one that $title', ({ decide }) => {
    expect(fc.check(sound(decide), { numRuns: 60_000, endOnFailure: true }).failed).toBe(true)
  })
})

describe('decides', () => {
  const metadata = (test: unknown): object => ({ 'metadata.x': test })
  it.each<readonly [string, unknown, readonly unknown[], Satisfiable]>([
    ['an interval within an earlier one', { $gt: 10, $lt: 20 }, [{ $gt: 5 }], 'no'],
    ['an interval that reaches beyond', { $gt: 10 }, [{ $gt: 15 }], 'yes'],
    ['an interval covered by two', { $gte: 0, $lte: 10 }, [{ $lt: 6 }, { $gt: 4 }], 'no'],
    ['a gap between two', { $gte: 0, $lte: 10 }, [{ $lt: 4 }, { $gt: 4 }], 'yes'],
    ['a list within an earlier one', { $in: ['a', 'b'] }, [{ $in: ['c', 'b', 'a'] }], 'no'],
    ['a list covered by two', { $in: ['a', 'b'] }, ['a', 'b'], 'no'],
    ['a list with one more', { $in: ['a', 'b', 'c'] }, ['a', 'b'], 'yes'],
    ['a value of an earlier literal', 'eu-west', [{ $regex: '^eu-' }], 'no'],
    ['a longer literal', { $regex: '^eu-west' }, [{ $regex: '^eu' }], 'no'],
    ['a literal that contains', { $regex: 'west-1' }, [{ $regex: 'west' }], 'no'],
    ['a shorter literal', { $regex: '^eu' }, [{ $regex: '^eu-west' }], 'yes'],
    ['an anchored literal that an earlier one only contains', { $regex: 'eu' }, [{ $regex: '^eu' }], 'yes'],
    ['literals that exclude each other', { $and: [{ $regex: '^eu' }, { $regex: '^us' }] }, [], 'no'],
    ['a value that a literal excludes', { $and: ['us', { $regex: '^eu' }] }, [], 'no'],
    ['the same pattern', { $regex: '[0-9]+' }, [{ $regex: '[0-9]+' }], 'no'],
    ['another pattern', { $regex: '[0-9]' }, [{ $regex: '[0-9]+' }], 'yes'],
    ['presence after presence', { $ne: 'a' }, [{ $nin: [] }], 'no'],
    ['what may be missing', { $nin: [] }, [{ $ne: 'a' }], 'yes'],
    ['order of what is no number', { $and: [{ $gt: 1 }, { $in: ['a', true] }] }, [], 'no'],
    ['a text of digits', { $and: [{ $gt: 1 }, { $ne: 2 }, { $lte: 2 }, { $gte: 2 }] }, [], 'yes'],
    ['alternatives of an earlier one', 'a', [{ $or: ['b', 'a'] }], 'no'],
  ])('%s', (_title, query, earlier, expected) => {
    expect(
      isSatisfiable([signed(metadata(query), true), ...earlier.map(each => signed(metadata(each), false))]),
    ).toBe(expected)
  })
})
