// Predicates that can be decided beforehand are.
import { describe, expect, it } from 'vitest'
import { foldPredicate } from '../../../../compiler/optimise/fold-predicate.ts'
import { foldConstantPredicates } from '../../../../compiler/optimise/passes/cases.ts'
import type { Predicate } from '../../../../schemas/generated/types.ts'
import { passTable } from '../../../support/pass-table.ts'
import {
  ALWAYS,
  all,
  any,
  call,
  conditional,
  is,
  isIn,
  isNot,
  isNotIn,
  matches,
  NEVER,
  PLAN,
  user,
} from '../../../support/plan-sketch.ts'

const above = (value: number): Predicate => ({ test: 'greater', field: PLAN, value })

const below = (value: number | string): Predicate => ({ test: 'less', field: PLAN, value })

const ROWS: readonly { readonly title: string; readonly before: Predicate; readonly after: Predicate }[] = [
  { title: 'an empty query holds always', before: all(), after: ALWAYS },
  { title: 'an empty $or holds never', before: any(), after: NEVER },
  { title: 'an empty $in holds never', before: isIn(), after: NEVER },
  { title: 'an empty $nin still asks that the key be there', before: isNotIn(), after: isNotIn() },
  { title: 'a list of one is a comparison', before: isIn('a'), after: is('a') },
  { title: 'an excluded list of one is a comparison', before: isNotIn('a', 'a'), after: isNot('a') },
  { title: 'values stand once in a list', before: isIn('b', 'a', 'b'), after: isIn('b', 'a') },
  {
    title: 'joins of one kind become one',
    before: all(all(is('a')), all(all(user('u')))),
    after: all(is('a'), user('u')),
  },
  {
    title: 'joins of both kinds stay apart',
    before: all(any(is('a'), user('u')), user('v')),
    after: all(user('v'), any(is('a'), user('u'))),
  },
  { title: 'a repeated test stands once', before: any(is('a'), is('a')), after: is('a') },
  { title: 'never decides a conjunction', before: all(is('a'), isIn()), after: NEVER },
  { title: 'always decides an alternative', before: any(is('a'), all()), after: ALWAYS },
  { title: 'always says nothing in a conjunction', before: all(is('a'), all()), after: is('a') },
  { title: 'two values of one field contradict', before: all(is('a'), user('u'), is('b')), after: NEVER },
  { title: 'a value and its exclusion contradict', before: all(is('a'), isNot('a')), after: NEVER },
  { title: 'a value outside the list contradicts', before: all(is('a'), isIn('b', 'c')), after: NEVER },
  {
    title: 'a value inside an excluded list contradicts',
    before: all(is('a'), isNotIn('a', 'c')),
    after: NEVER,
  },
  {
    title: 'a value settles what else is asked of it',
    before: all(isNot('b'), isIn('a', 'b'), is('a'), isNotIn('c', 'd')),
    after: is('a'),
  },
  { title: 'bounds with nothing between them contradict', before: all(above(10), below(5)), after: NEVER },
  { title: 'an open bound leaves out its number', before: all(above(5), is(5)), after: NEVER },
  { title: 'bounds as text are numbers', before: all(above(10), below('5')), after: NEVER },
  {
    title: 'bounds of two fields say nothing of each other',
    before: all(above(10), { test: 'less', field: { from: 'params', path: ['n'] }, value: 5 }),
    after: all(above(10), { test: 'less', field: { from: 'params', path: ['n'] }, value: 5 }),
  },
  { title: 'the text "1" is not the number 1', before: all(is('1'), is(1)), after: NEVER },
  { title: 'null is a value like others', before: all(is(null), isIn(null, 'a')), after: is(null) },
  {
    title: 'order and patterns are left to the runtime',
    before: all(is('5'), above(3), matches('5')),
    after: all(is('5'), above(3), matches('5')),
  },
  {
    title: 'equal or not equal is not always: the key may be missing',
    before: any(is('a'), isNot('a')),
    after: any(is('a'), isNot('a')),
  },
  {
    title: 'not equal to two values may both hold',
    before: all(isNot('a'), isNot('b')),
    after: all(isNot('a'), isNot('b')),
  },
  {
    title: 'what is excluded is taken out of a list',
    before: all(isIn('a', 'b'), isNot('a')),
    after: is('b'),
  },
  {
    title: 'lists of one field are intersected',
    before: all(isIn('a', 'b', 'c'), user('u'), isIn('b', 'c', 'd'), isNotIn('d', 'e')),
    after: all(user('u'), isIn('b', 'c')),
  },
  {
    title: 'a list of which everything is excluded holds never',
    before: all(isIn('a', 'b'), isNotIn('a', 'b')),
    after: NEVER,
  },
  {
    title: 'excluded values of another field leave a list alone',
    before: all(isIn('a', 'b'), { test: 'notEqual', field: { from: 'params', path: ['n'] }, value: 'a' }),
    after: all({ test: 'notEqual', field: { from: 'params', path: ['n'] }, value: 'a' }, isIn('a', 'b')),
  },
  {
    title: 'cheap tests come first',
    before: all(matches('x'), isIn('a', 'b'), user('u')),
    after: all(user('u'), isIn('a', 'b'), matches('x')),
  },
]

describe('fold-constant-predicates', () => {
  it.each(ROWS)('$title', ({ before, after }) => expect(foldPredicate(before)).toEqual(after))

  passTable(foldConstantPredicates, [
    {
      title: 'cases are folded where they stand',
      before: conditional(
        [
          [all(is('a')), 0],
          [any(), 1],
        ],
        1,
        call('a'),
        call('b'),
      ),
      after: conditional(
        [
          [is('a'), 0],
          [NEVER, 1],
        ],
        1,
        call('a'),
        call('b'),
      ),
    },
  ])
})
