// Plans in words, as `portolan print` shows them.
import { describe, expect, it } from 'vitest'
import { formatPredicate } from '../../../compiler/plan/format-predicate.ts'
import { printPlan } from '../../../compiler/plan/print-plan.ts'
import type { Predicate } from '../../../schemas/generated/types.ts'
import {
  ALWAYS,
  all,
  any,
  cache,
  call,
  is,
  isIn,
  isNot,
  isNotIn,
  loadbalance,
  matches,
  NEVER,
  PLAN,
  planOf,
  user,
} from '../../support/plan-sketch.ts'

const WORDS: readonly (readonly [Predicate, string])[] = [
  [is('paid'), 'metadata.plan is "paid"'],
  [isNot(null), 'metadata.plan is not null'],
  [isIn('a', 1), 'metadata.plan is one of "a", 1'],
  [isNotIn('a'), 'metadata.plan is none of "a"'],
  [isNotIn(), 'metadata.plan is present'],
  [
    isIn('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    'metadata.plan is one of "a", "b", "c", "d", "e", "f" and 2 more',
  ],
  [{ test: 'greaterOrEqual', field: PLAN, value: 2 }, 'metadata.plan is at least 2'],
  [
    { test: 'less', field: { from: 'params', path: ['list', 0, 'n'] }, value: '2' },
    'params.list[0].n is below "2"',
  ],
  [matches('^a"'), 'metadata.plan matches "^a\\""'],
  [
    all(is('a'), any(user('u'), user('v'))),
    'metadata.plan is "a" and (metadata.user is "u" or metadata.user is "v")',
  ],
  [ALWAYS, 'always'],
  [NEVER, 'never'],
]

describe('predicates in words', () => {
  it.each(WORDS)('%j', (predicate, words) => expect(formatPredicate(predicate)).toBe(words))
})

describe('a printed plan', () => {
  it('never shows a literal secret', () => {
    const secret = { source: 'literal', name: 'sk-very-secret', origins: [] } as const
    const binding = {
      from: 'own',
      provider: 'openai',
      baseUrl: '',
      custom: false,
      credentials: { api_key: secret },
      settings: {},
      allowedOrigins: [],
    } as const
    const text = printPlan(planOf(call('', { binding })))
    expect(text).toContain('call openai with api_key (literal)')
    expect(text).not.toContain('sk-very-secret')
  })

  it('never says 0% of a target that gets traffic', () => {
    const text = printPlan(planOf(loadbalance([0.001, call('a')], [999, call('b')])))
    expect(text).toContain('├─ <0.01% call @a at targets[0]\n└─ >99.99% call @b at targets[1]')
  })

  it('says shares in percent and durations in their largest whole unit', () => {
    const text = printPlan(planOf(loadbalance([1, cache(call('a'))], [2, call('b')])))
    expect(text).toContain(
      '├─ 33.33% cache simple for 1 min at targets[0]\n│  └─ call @a at targets[0]\n└─ 66.67% call @b at targets[1]',
    )
  })
})
