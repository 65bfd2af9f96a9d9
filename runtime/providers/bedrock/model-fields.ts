// What Converse hands to the model as it is: `additionalModelRequestFields`. Each maker has words of its own for it.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import { lost, type Outcome, refuse } from '../wire/parameters.ts'
import type { Report } from '../wire/report.ts'
import { amazonModel, type Maker, makerOf, tellingName } from './model.ts'

export const forTheModel = (fields: JsonObject): Outcome => ({
  becomes: { additionalModelRequestFields: fields },
})

/** The vendor does not know it; clients of other dialects do. */
export function topK(value: Json, _: Report, __: string, context: AdapterContext): Outcome {
  const model = tellingName(context)
  if (amazonModel(model).startsWith('nova')) return forTheModel({ inferenceConfig: { topK: value } })
  return forTheModel(makerOf(model) === 'cohere' ? { k: value } : { top_k: value })
}

/** What each of the vendor's efforts is called. */
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

/** An effort that the model has no word for is dropped; one that is none is refused. */
export function convertEffort(value: Json, report: Report, name: string, context: AdapterContext): Outcome {
  if (typeof value !== 'string' || !Object.hasOwn(claude, value))
    return refuse(report, name, `${name} is not one of ${Object.keys(claude).join(', ')}.`)
  const model = tellingName(context)
  const fields = wordsOf(makerOf(model), model)?.[value]
  return fields === undefined ? lost : forTheModel(fields)
}
