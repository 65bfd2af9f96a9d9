// A thinking budget → a reasoning effort, for targets that do not support budgets. Dialects and models that do get the
// client's `thinking` unchanged.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asCount, asObject } from '../../schemas/values/json.ts'
import { effortOfBudget } from '../wire/efforts.ts'
import type { ChatRequest } from './inbound-api.ts'

/** Disabled and adaptive thinking set no effort. */
export function budgetToEffort(body: JsonObject): ChatRequest {
  const { thinking, ...others } = body
  const { type, budget_tokens: budget, ...more } = asObject(thinking)
  const dropped = Object.keys(more).length > 0 ? ['thinking'] : []
  const tokens = type === 'enabled' ? asCount(budget) : undefined
  if (tokens === undefined || others['reasoning_effort'] !== undefined) return { body: others, dropped }
  return { body: { ...others, reasoning_effort: effortOfBudget(tokens) }, dropped }
}

/** Dialects that support `thinking` natively. */
const DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'google', 'cohere'])

export const supportsThinkingBudget = (dialect: string, model: string): boolean =>
  DIALECTS.has(dialect) || /claude/i.test(model)
