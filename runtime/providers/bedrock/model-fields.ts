// `additionalModelRequestFields`, which Converse passes to the model unchanged, with names that differ by maker.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { EFFORTS } from '../../wire/efforts.ts'
import { type ConversionResult, DROPPED, refuse } from '../../wire/parameters.ts'
import { amazonModel, foundationModel, type Maker, makerOf } from './model.ts'

export const additionalFields = (fields: JsonObject): ConversionResult => ({
  fields: { additionalModelRequestFields: fields },
})

/** OpenAI does not have it; clients of other dialects do. */
export function topK(
  value: Json,
  _: ReportConversionError,
  __: string,
  context: AdapterContext,
): ConversionResult {
  const model = foundationModel(context)
  if (amazonModel(model).startsWith('nova')) return additionalFields({ inferenceConfig: { topK: value } })
  return additionalFields(makerOf(model) === 'cohere' ? { k: value } : { top_k: value })
}

/** The fields for each of OpenAI's efforts. */
type EffortFields = Readonly<Record<string, JsonObject>>

const openEffort = (effort: string): JsonObject => ({ reasoning_effort: effort })
const open: EffortFields = {
  minimal: openEffort('low'),
  low: openEffort('low'),
  medium: openEffort('medium'),
  high: openEffort('high'),
}

const novaEffort = (effort: string): JsonObject => ({
  reasoningConfig: { type: 'enabled', maxReasoningEffort: effort },
})
const nova: EffortFields = {
  none: { reasoningConfig: { type: 'disabled' } },
  minimal: novaEffort('low'),
  low: novaEffort('low'),
  medium: novaEffort('medium'),
  high: novaEffort('high'),
}

const effortFieldsOf = (maker: Maker | undefined, model: string): EffortFields | undefined => {
  if (maker === 'openai') return open
  return /^nova-2-/.test(amazonModel(model)) ? nova : undefined
}

/** An effort that the model does not support is dropped; an unknown one is rejected. Claude's is converted already. */
export function convertEffort(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  if (typeof value !== 'string' || !EFFORTS.includes(value))
    return refuse(report, name, `${name} must be one of ${EFFORTS.join(', ')}.`)
  const model = foundationModel(context)
  const fields = effortFieldsOf(makerOf(model), model)?.[value]
  return fields === undefined ? DROPPED : additionalFields(fields)
}
