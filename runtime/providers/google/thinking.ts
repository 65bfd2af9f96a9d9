// The amount of thinking: a token budget up to the second generation, a level from the third on. Thoughts are
// requested only where the reply may contain them.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { type ConversionResult, refuse } from '../../wire/parameters.ts'
import { generationOf } from './model-name.ts'

/** The budgets that the provider's OpenAI-compatible API uses for OpenAI's efforts. */
const budgets: ReadonlyMap<Json, number> = new Map<Json, number>([
  ['none', 0],
  ['minimal', 1024],
  ['low', 1024],
  ['medium', 8192],
  ['high', 24576],
  ['xhigh', 24576],
  ['max', 24576],
])

/** Models of the third generation cannot disable thinking, and the larger ones do not have the lowest level. */
function levelOf(effort: Json, model: string): string {
  if (effort === 'none' || effort === 'minimal') return model.includes('pro') ? 'low' : 'minimal'
  if (effort === 'medium') return model.includes('gemini-3-pro') ? 'high' : 'medium'
  return effort === 'low' ? 'low' : 'high'
}

const generation = (thinking: JsonObject): ConversionResult => ({
  fields: { generationConfig: { thinkingConfig: thinking } },
})

/** OpenAI's `reasoning_effort`. */
export function convertEffort(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  const budget = budgets.get(value)
  if (budget === undefined)
    return refuse(report, name, `${name} must be one of ${[...budgets.keys()].join(', ')}.`)
  const amount =
    generationOf(context.model) >= 3
      ? { thinkingLevel: levelOf(value, context.model) }
      : { thinkingBudget: budget }
  return generation({ ...amount, ...(context.strict || budget === 0 ? {} : { includeThoughts: true }) })
}

/** The gateway's `thinking`: enabled with a budget, adaptive, or disabled. */
export function convertThinking(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  const { type, budget_tokens: budget } = asObject(value)
  const shown = context.strict ? undefined : true
  if (type === 'disabled') return generation({ thinkingBudget: 0 })
  if (type === 'adaptive') return generation(present({ thinkingBudget: -1, includeThoughts: shown }))
  if (type === 'enabled' && (budget === undefined || Number.isInteger(budget)))
    return generation(present({ thinkingBudget: budget ?? -1, includeThoughts: shown }))
  return refuse(report, name, `${name} must be enabled with a budget, adaptive or disabled.`)
}
