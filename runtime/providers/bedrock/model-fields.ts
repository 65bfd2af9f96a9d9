// `additionalModelRequestFields`, which Converse passes to the model unchanged, with names that differ by maker.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import { lost, type Outcome, refuse } from '../wire/parameters.ts'
import type { Report } from '../wire/report.ts'
import { amazonModel, type Maker, makerOf, tellingName } from './model.ts'

export const forTheModel = (fields: JsonObject): Outcome => ({
  becomes: { additionalModelRequestFields: fields },
})

/** OpenAI does not have it; clients of other dialects do. */
export function topK(value: Json, _: Report, __: string, context: AdapterContext): Outcome {
  const model = tellingName(context)
  if (amazonModel(model).startsWith('nova')) return forTheModel({ inferenceConfig: { topK: value } })
  return forTheModel(makerOf(model) === 'cohere' ? { k: value } : { top_k: value })
}

/** The fields for each of OpenAI's efforts. */
type Words = Readonly<Record<string, JsonObject>>

const claudeEffort = (effort: string): JsonObject => ({ output_config: { effort } })
const claude: Words = {
  none: { thinking: { type: 'disabled' } },
  minimal: claudeEffort('low'),
  low: claudeEffort('low'),
  medium: claudeEffort('medium'),
  high: claudeEffort('high'),
  xhigh: claudeEffort('xhigh'),
  max: claudeEffort('max'),
}

const openEffort = (effort: string): JsonObject => ({ reasoning_effort: effort })
const open: Words = {
  minimal: openEffort('low'),
  low: openEffort('low'),
  medium: openEffort('medium'),
  high: openEffort('high'),
}

const novaEffort = (effort: string): JsonObject => ({
  reasoningConfig: { type: 'enabled', maxReasoningEffort: effort },
})
const nova: Words = {
  none: { reasoningConfig: { type: 'disabled' } },
  minimal: novaEffort('low'),
  low: novaEffort('low'),
  medium: novaEffort('medium'),
  high: novaEffort('high'),
}

const wordsOf = (maker: Maker | undefined, model: string): Words | undefined => {
  if (maker === 'anthropic') return claude
  if (maker === 'openai') return open
  return /^nova-2-/.test(amazonModel(model)) ? nova : undefined
}

/** An effort that the model does not support is dropped; an unknown one is rejected. */
export function convertEffort(value: Json, report: Report, name: string, context: AdapterContext): Outcome {
  if (typeof value !== 'string' || !Object.hasOwn(claude, value))
    return refuse(report, name, `${name} must be one of ${Object.keys(claude).join(', ')}.`)
  const model = tellingName(context)
  const fields = wordsOf(makerOf(model), model)?.[value]
  return fields === undefined ? lost : forTheModel(fields)
}
