// Budgets of cost by API refuse calls without a price from when they are written; those saved before admit them.
import { expect, it } from 'vitest'
import { ownPolicies } from '../../../../runtime/control/limits/limit-owner.ts'
import {
  changedLimits,
  NO_LIMITS,
  resourceLimitsOf,
  showLimits,
  storedLimits,
} from '../../../../runtime/control/limits/resource-limits.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'

const BUDGET = { type: 'cost', credit_limit: 1 } as const
const refuses = (stored: Parameters<typeof resourceLimitsOf>[0]): boolean | undefined =>
  ownPolicies({ id: 'a', name: 'a', conditions: [], ...resourceLimitsOf(stored) }).usages[0]?.refusesUnpriced

it('a budget that was saved before admits calls without a price', () => {
  expect(refuses({ usage_limits: BUDGET })).toBeUndefined()
})

it('a budget that is written refuses them, and shows what was written', () => {
  const changed = changedLimits({ usage_limits: BUDGET }, NO_LIMITS)
  if (isFailure(changed)) throw new Error(changed.message)
  expect(refuses(storedLimits(changed))).toBe(true)
  expect(showLimits(changed).usage_limits).toEqual(BUDGET)
})

it('a change of something else leaves it as it was', () => {
  const before = resourceLimitsOf({ usage_limits: BUDGET })
  const changed = changedLimits({ rate_limits: [] }, before)
  if (isFailure(changed)) throw new Error(changed.message)
  expect(refuses(storedLimits(changed))).toBeUndefined()
})

it('budgets of tokens need no prices', () => {
  const changed = changedLimits({ usage_limits: { type: 'tokens', credit_limit: 9 } }, NO_LIMITS)
  if (isFailure(changed)) throw new Error(changed.message)
  expect(refuses(storedLimits(changed))).toBeUndefined()
})
