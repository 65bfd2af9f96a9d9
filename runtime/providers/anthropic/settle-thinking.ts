// What a chat asks for, as the effort of the vendor or as the dialect's own `thinking` → the thinking, the effort and the
// output limit that the family of the model accepts.

import type { Thinking } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount } from '../../../schemas/values/json.ts'
import { budgetWithin, effortOfBudget } from '../../wire/efforts.ts'

export interface Wish {
  /** The vendor's `reasoning_effort`. */
  readonly level: string | undefined
  /** The dialect's own parameter, which takes precedence. */
  readonly thinking: JsonObject | undefined
  /** The reply may contain thinking, whose summary newer models leave out by default (thinking.display). */
  readonly isShown: boolean
  /** The maximum of output tokens that the caller sets, thinking included. */
  readonly limit: number | undefined
  /** The maximum where the caller sets none, without thinking. */
  readonly defaultLimit: number | undefined
  /** The request rules out thinking with a budget. */
  readonly forbidsBudget: boolean
}

export interface SettledThinking {
  readonly thinking?: JsonObject
  readonly effort?: string
  /** The limit, where the caller sets none. */
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

/** What was requested, by name, when none of it is sent. */
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

/** The smallest budget of the dialect. */
const SMALLEST_BUDGET = 1024

/** The budget is part of the limit of the caller; to that of the provider spec it is added. */
function budgetOf(level: string, wish: Wish, family: Thinking): SettledThinking {
  const { limit, defaultLimit } = wish
  const budget = family.budgets?.[level]
  if (budget === undefined) return withoutThinking(wish)
  const enabled = (tokens: number): JsonObject => ({ type: 'enabled', budget_tokens: tokens })
  if (limit === undefined) {
    if (defaultLimit === undefined) return { thinking: enabled(budget), dropped: [] }
    const total = Math.min(defaultLimit + budget, family.outputLimit ?? Number.POSITIVE_INFINITY)
    return { thinking: enabled(Math.min(budget, total - SMALLEST_BUDGET)), limit: total, dropped: [] }
  }
  const fitting = budgetWithin(limit, budget, SMALLEST_BUDGET)
  if (fitting === undefined) return withoutThinking(wish)
  return { thinking: enabled(fitting), dropped: fitting < budget ? namesOf(wish) : [] }
}

const namesOf = ({ level }: Wish): readonly string[] => (level === undefined ? THINKING : EFFORT)

function adaptive(wish: Wish, family: Thinking): SettledThinking {
  const { level, thinking } = wish
  const { type, budget_tokens: budget, ...display } = thinking ?? {}
  if (type === 'disabled' || (thinking === undefined && level === 'none')) return off(wish, family)
  if (type === 'enabled' && family.takesBudget === true && !wish.forbidsBudget)
    return { thinking: thinking ?? {}, ...effortOf(level, family) }
  if (type === 'enabled')
    return {
      // A budget is of models that show their thinking by default.
      thinking: { display: 'summarized', ...display, type: 'adaptive' },
      ...effortOf(level ?? effortOfBudget(asCount(budget) ?? 0), family),
    }
  const shown = wish.isShown ? { display: 'summarized' } : {}
  return { thinking: thinking ?? { type: 'adaptive', ...shown }, ...effortOf(level, family) }
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
