// The amount of thinking in the form of the model's family: a budget of tokens up to the second generation, a level from
// the third on. Thoughts are requested only where the reply may contain them.
import type { Thinking } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { budgetWithin, EFFORTS, effortOfBudget, outputLimitOf } from '../../wire/efforts.ts'
import { modelFacts } from '../../wire/model-family.ts'
import { type ConversionResult, DROPPED, refuse } from '../../wire/parameters.ts'

/** Names of tuned models and of endpoints tell nothing: they take budgets, as most models that can be tuned. */
const UNKNOWN: Thinking = modelFacts('gemini-2.5-flash', undefined)?.thinking ?? { form: 'none' }

const thinkingOf = ({ facts, model, provider }: AdapterContext): Thinking =>
  (facts ?? modelFacts(model, provider))?.thinking ?? UNKNOWN

const generation = (thinking: JsonObject, isLossy = false): ConversionResult => ({
  fields: { generationConfig: { thinkingConfig: thinking } },
  isLossy,
})

const shown = ({ strict }: AdapterContext): { readonly includeThoughts?: true } =>
  strict ? {} : { includeThoughts: true }

/** OpenAI's `reasoning_effort`. */
export function convertEffort(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  if (typeof value !== 'string' || !EFFORTS.includes(value))
    return refuse(report, name, `${name} must be one of ${EFFORTS.join(', ')}.`)
  const thinking = thinkingOf(context)
  return value === 'none' ? withoutThinking(thinking) : thinkAt(value, thinking, context)
}

function thinkAt(effort: string, thinking: Thinking, context: AdapterContext): ConversionResult {
  const { form, budgets, efforts, range } = thinking
  if (form === 'none') return DROPPED
  const level = efforts?.[effort]
  const budget = budgets?.[effort]
  if (level !== undefined) return generation({ thinkingLevel: level, ...shown(context) }, level !== effort)
  if (budget === undefined) return DROPPED
  const limit = outputLimitOf(name => context.requestBody?.[name])
  const fitting = budgetWithin(limit, budget, Math.max(range?.minimum ?? 0, 1))
  return fitting === undefined
    ? { ...withoutThinking(thinking), isLossy: true }
    : generation({ thinkingBudget: fitting, ...shown(context) }, fitting < budget)
}

/** The least thinking, which is reported where it is more than none. */
function withoutThinking({ form, budgets, efforts, range }: Thinking): ConversionResult {
  if (form === 'none') return {}
  const level = efforts?.['none']
  if (level !== undefined) return generation({ thinkingLevel: level }, true)
  const none = budgets?.['none']
  return generation({ thinkingBudget: none ?? range?.minimum ?? 0 }, none === undefined)
}

/** The gateway's `thinking`: enabled with a budget, adaptive, or disabled. */
export function convertThinking(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  const { type, budget_tokens: budget } = asObject(value)
  const thinking = thinkingOf(context)
  if (type === 'disabled') return withoutThinking(thinking)
  const isEnabled = type === 'enabled' && (budget === undefined || Number.isInteger(budget))
  if (!isEnabled && type !== 'adaptive')
    return refuse(report, name, `${name} must be enabled with a budget, adaptive or disabled.`)
  if (thinking.form === 'none') return DROPPED
  // Adaptive thinking beside an effort is that effort, which has its own line.
  if (type === 'adaptive' && typeof context.requestBody?.['reasoning_effort'] === 'string') return {}
  const tokens = type === 'enabled' ? asCount(budget) : undefined
  if (thinking.form !== 'effort') {
    const fitting = fitBudget(tokens, thinking)
    return generation(present({ thinkingBudget: fitting ?? -1, ...shown(context) }), fitting !== tokens)
  }
  return tokens === undefined
    ? generation(shown(context))
    : { ...thinkAt(effortOfBudget(tokens), thinking, context), isLossy: false }
}

/** The nearest budget that the model accepts. */
const fitBudget = (tokens: number | undefined, { range }: Thinking): number | undefined =>
  tokens === undefined || range === undefined
    ? tokens
    : Math.min(Math.max(tokens, range.minimum), range.maximum)
