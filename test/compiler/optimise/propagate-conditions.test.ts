// A condition that a condition above it has decided is not asked again.
import { describe, expect, it } from 'vitest'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Predicate } from '../../../schemas/generated/types.ts'
import {
  all,
  any,
  at,
  call,
  conditional,
  fallback,
  guard,
  is,
  isIn,
  isNot,
  matches,
  planOf,
  type Sketch,
  user,
} from '../../support/plan-sketch.ts'

const inner = (when: Predicate): Sketch => conditional([[when, 0]], 1, call('a'), call('b'))
const outer = (when: Predicate, child: Sketch, otherwise: Sketch = call('c')): Sketch =>
  conditional([[when, 0]], 1, child, otherwise)
const at0 = (slug: string): Sketch => at('/targets/0/targets/0', call(slug))
const at1 = (slug: string): Sketch => at('/targets/0/targets/1', call(slug))

const ROWS: readonly { readonly title: string; readonly before: Sketch; readonly after?: Sketch }[] = [
  { title: 'the same test, again', before: outer(is('a'), inner(is('a'))), after: outer(is('a'), at0('a')) },
  {
    title: 'the same test, where it did not hold',
    before: outer(is('a'), call('c'), inner(is('a'))),
    after: outer(is('a'), call('c'), at('/targets/1/targets/1', call('b'))),
  },
  {
    title: 'another value of the same field',
    before: outer(is('a'), inner(is('b'))),
    after: outer(is('a'), at1('b')),
  },
  {
    title: 'a list that has the value',
    before: outer(is('a'), inner(isIn('a', 'b'))),
    after: outer(is('a'), at0('a')),
  },
  {
    title: 'one part of a conjunction',
    before: outer(all(is('a'), user('u')), inner(user('u'))),
    after: outer(all(is('a'), user('u')), at0('a')),
  },
  {
    title: 'a part that is decided leaves the rest',
    before: outer(matches('x'), inner(all(matches('x'), user('u')))),
    after: outer(matches('x'), inner(user('u'))),
  },
  {
    title: 'an alternative that did not hold decides its parts',
    before: outer(any(user('u'), matches('x')), call('c'), inner(user('u'))),
    after: outer(any(user('u'), matches('x')), call('c'), at('/targets/1/targets/1', call('b'))),
  },
  {
    title: 'below a fallback',
    before: outer(is('a'), fallback([[500, 599]], inner(is('a')), call('d'))),
    after: outer(is('a'), fallback([[500, 599]], at('/targets/0/targets/0', call('a')), call('d'))),
  },
  {
    title: 'not below a guard, which may rewrite what a condition reads',
    before: outer(is('a'), guard(inner(is('a')))),
  },
  {
    title: 'not the opposite of a test that failed: the field may be missing',
    before: outer(is('a'), call('c'), inner(isNot('a'))),
  },
  { title: 'not another field', before: outer(user('a'), inner(is('a'))) },
]

describe('optimise', () => {
  it.each(ROWS)('$title', ({ before, after }) => {
    expect(optimise(planOf(before))).toEqual(planOf(after ?? before))
  })
})
