// Thinking with a budget → an effort, for targets that know efforts alone. Dialects and models that know budgets get
// the client's own word.
import type { JsonObject } from '../../compiler/source.ts'
import { asCount, asObject } from '../providers/wire/json.ts'
import type { ChatRequest } from './face.ts'

/** Up to how many tokens of thinking an effort is low, and medium; the budgets of the README. */
const LOW = 4096
const MEDIUM = 16_384

/** Without thinking nothing is said, as in the dialect itself; adaptive thinking is the model's own choice. */
export function thinkingAsEffort(body: JsonObject): ChatRequest {
  const { thinking, ...others } = body
  const { type, budget_tokens: budget, ...more } = asObject(thinking)
  const dropped = Object.keys(more).length > 0 ? ['thinking'] : []
  const tokens = type === 'enabled' ? asCount(budget) : undefined
  if (tokens === undefined || others['reasoning_effort'] !== undefined) return { body: others, dropped }
  const effort = tokens <= LOW ? 'low' : tokens <= MEDIUM ? 'medium' : 'high'
  return { body: { ...others, reasoning_effort: effort }, dropped }
}

/** Dialects whose own word thinking is. */
const DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'google', 'cohere'])

export const knowsThinking = (dialect: string, model: string): boolean =>
  DIALECTS.has(dialect) || /claude/i.test(model)
