// A thinking budget → a reasoning effort, for targets that do not support budgets. Dialects and models that do get the
// client's `thinking` unchanged.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asCount, asObject } from '../../schemas/values/json.ts'
import type { ChatRequest } from './inbound-api.ts'

/** Largest budgets, in tokens, of the efforts low and medium (see README.md). */
const MAX_LOW_BUDGET = 4096
const MAX_MEDIUM_BUDGET = 16_384

/** Disabled and adaptive thinking set no effort. */
export function budgetToEffort(body: JsonObject): ChatRequest {
  const { thinking, ...others } = body
  const { type, budget_tokens: budget, ...more } = asObject(thinking)
  const dropped = Object.keys(more).length > 0 ? ['thinking'] : []
  const tokens = type === 'enabled' ? asCount(budget) : undefined
  if (tokens === undefined || others['reasoning_effort'] !== undefined) return { body: others, dropped }
  const effort = tokens <= MAX_LOW_BUDGET ? 'low' : tokens <= MAX_MEDIUM_BUDGET ? 'medium' : 'high'
  return { body: { ...others, reasoning_effort: effort }, dropped }
}

/** Dialects that support `thinking` natively. */
const DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'google', 'cohere'])

export const supportsThinkingBudget = (dialect: string, model: string): boolean =>
  DIALECTS.has(dialect) || /claude/i.test(model)
