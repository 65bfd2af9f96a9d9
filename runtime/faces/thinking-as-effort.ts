// A thinking budget → a reasoning effort, for targets that do not support budgets. Dialects and models that do get the
// client's `thinking` unchanged.
import type { JsonObject } from '../../compiler/source.ts'
import { asCount, asObject } from '../providers/wire/json.ts'
import type { ChatRequest } from './face.ts'

/** Largest budgets, in tokens, of the efforts low and medium (see README.md). */
const LOW = 4096
const MEDIUM = 16_384

/** Disabled and adaptive thinking set no effort. */
export function thinkingAsEffort(body: JsonObject): ChatRequest {
  const { thinking, ...others } = body
  const { type, budget_tokens: budget, ...more } = asObject(thinking)
  const dropped = Object.keys(more).length > 0 ? ['thinking'] : []
  const tokens = type === 'enabled' ? asCount(budget) : undefined
  if (tokens === undefined || others['reasoning_effort'] !== undefined) return { body: others, dropped }
  const effort = tokens <= LOW ? 'low' : tokens <= MEDIUM ? 'medium' : 'high'
  return { body: { ...others, reasoning_effort: effort }, dropped }
}

/** Dialects that support `thinking` natively. */
const DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'google', 'cohere'])

export const knowsThinking = (dialect: string, model: string): boolean =>
  DIALECTS.has(dialect) || /claude/i.test(model)
