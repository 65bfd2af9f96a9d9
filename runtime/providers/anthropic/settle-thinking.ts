// What a chat asks for, as the effort of the vendor or as the dialect's own `thinking` → the thinking, the effort and the
// output limit that the family of the model accepts.

import type { Thinking } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount } from '../../../schemas/values/json.ts'
import { effortOfBudget } from '../../wire/thinking-budget.ts'

export interface Wish {
  /** The vendor's `reasoning_effort`. */
  readonly level: string | undefined
  /** The dialect's own parameter, which takes precedence. */
  readonly thinking: JsonObject | undefined
  /** Maximum output tokens, without thinking. */
  readonly limit: number | undefined
  /** The request rules out thinking with a budget. */
  readonly forbidsBudget: boolean
}

export interface SettledThinking {
  readonly thinking?: JsonObject
  readonly effort?: string
  /** Replaces the requested limit. */
  readonly limit?: number
  /** Parameters that were left out or changed. */
  readonly dropped: readonly string[]
}

const EFFORT = ['reasoning_effort']
const THINKING = ['thinking']

export function settleThinking(wish: Wish, family: Thinking): SettledThinking {
  if (wish.level === undefined && wish.thinking === undefined) return { dropped: [] }
  switch (family.form) {
    case 'budget':
      return withBudget(wish, family)
    case 'adaptive':
      return adaptive(wish, family)
    // The other forms are not of this dialect.
    default:
      return withoutThinking(wish)
  }
}

/** What was asked for, by name, when none of it is sent. */
const withoutThinking = ({ level, thinking }: Wish): SettledThinking => ({
  dropped: [
    ...(level === undefined || level === 'none' ? [] : EFFORT),
    ...(thinking === undefined || thinking['type'] === 'disabled' ? [] : THINKING),
  ],
})

function withBudget(wish: Wish, family: Thinking): SettledThinking {
  const { level, thinking, forbidsBudget } = wish
  if (thinking?.['type'] === 'disabled') return { thinking, dropped: level === undefined ? [] : EFFORT }
  if (thinking === undefined && level === 'none') return { dropped: [] }
  if (forbidsBudget) return withoutThinking(wish)
  // An adaptive request is one for a budget of the model's choice: high is the dialect's default effort.
  if (thinking === undefined || thinking['type'] === 'adaptive')
    return budgetOf(level ?? 'high', wish, family)
  const effort = level === undefined ? undefined : family.efforts?.[level]
  if (level === undefined) return { thinking, dropped: [] }
  return effort === undefined
    ? { thinking, dropped: EFFORT }
    : { thinking, effort, dropped: clipped(level, effort) }
}

/** The smallest budget of the dialect, and so the least that is left for the answer when the limit is short. */
const SMALLEST_BUDGET = 1024

/** The budget is added to the limit of the answer, as far as the model's own limit allows. */
function budgetOf(level: string, { limit }: Wish, family: Thinking): SettledThinking {
  const budget = family.budgets?.[level]
  if (budget === undefined) return { dropped: EFFORT }
  const enabled = (tokens: number): JsonObject => ({ type: 'enabled', budget_tokens: tokens })
  if (limit === undefined) return { thinking: enabled(budget), dropped: [] }
  const total = Math.max(limit, Math.min(limit + budget, family.outputLimit ?? Number.POSITIVE_INFINITY))
  const fitting = Math.min(budget, total - Math.min(limit, SMALLEST_BUDGET))
  return { thinking: enabled(fitting), limit: total, dropped: fitting < budget ? EFFORT : [] }
}

function adaptive(wish: Wish, family: Thinking): SettledThinking {
  const { level, thinking } = wish
  const { type, budget_tokens: budget, ...display } = thinking ?? {}
  if (type === 'disabled' || (thinking === undefined && level === 'none')) return off(wish, family)
  if (type === 'enabled' && family.takesBudget === true && !wish.forbidsBudget)
    return { thinking: thinking ?? {}, ...effortOf(level, family) }
  if (type === 'enabled')
    return {
      thinking: { ...display, type: 'adaptive' },
      ...effortOf(level ?? effortOfBudget(asCount(budget) ?? 0), family),
    }
  return { thinking: thinking ?? { type: 'adaptive' }, ...effortOf(level, family) }
}

function effortOf(level: string | undefined, family: Thinking): Pick<SettledThinking, 'effort' | 'dropped'> {
  const effort = level === undefined ? undefined : family.efforts?.[level]
  if (level === undefined) return { dropped: [] }
  return effort === undefined ? { dropped: EFFORT } : { effort, dropped: clipped(level, effort) }
}

/** An effort without an equal is replaced by the nearest one, and named. */
const clipped = (level: string, effort: string): readonly string[] => (level === effort ? [] : EFFORT)

/** Without thinking no effort above high is accepted. */
function off({ level, thinking }: Wish, family: Thinking): SettledThinking {
  const asked = thinking === undefined ? EFFORT : THINKING
  if (family.off === 'lowest') return { effort: 'low', dropped: asked }
  if (family.off === 'between_tools')
    return { thinking: { type: 'between_tools' }, dropped: asked, effort: 'low' }
  const { effort, dropped } = effortOf(level === 'none' ? undefined : level, family)
  const isTooMuch = effort === 'xhigh' || effort === 'max'
  return {
    ...(family.off === 'disabled' ? { thinking: { type: 'disabled' } } : {}),
    ...(effort === undefined ? {} : { effort: isTooMuch ? 'high' : effort }),
    dropped: isTooMuch ? EFFORT : dropped,
  }
}
