// Efforts of reasoning, and budgets for thinking in tokens: the effort that corresponds to a budget, and the budget
// that fits into the output limit.
import type { Json } from '../../schemas/values/json.ts'
import { asCount } from '../../schemas/values/json.ts'

/** Largest budgets, in tokens, of the efforts low and medium (see ../inbound/README.md). */
const MAX_LOW_BUDGET = 4096
const MAX_MEDIUM_BUDGET = 16_384

export const effortOfBudget = (tokens: number): string =>
  tokens <= MAX_LOW_BUDGET ? 'low' : tokens <= MAX_MEDIUM_BUDGET ? 'medium' : 'high'

/** Tokens reserved for the answer, or half of a smaller limit. */
const ANSWER = 1024

/**
 * The budget as far as the output limit of the caller allows, which includes thinking; undefined if less than
 * `least` remains for it.
 */
export function budgetWithin(limit: number | undefined, budget: number, least: number): number | undefined {
  if (limit === undefined) return budget
  const room = limit - Math.min(ANSWER, Math.ceil(limit / 2))
  const fitting = Math.min(budget, room)
  return fitting < least ? undefined : fitting
}

/** The output limit of a chat. */
export const outputLimitOf = (read: (name: string) => Json | undefined): number | undefined => {
  const limit = asCount(read('max_completion_tokens') ?? read('max_tokens'))
  return limit === 0 ? undefined : limit
}

/** The efforts of a chat, in ascending order. */
export const EFFORTS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
