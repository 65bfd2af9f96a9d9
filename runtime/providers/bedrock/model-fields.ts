// `additionalModelRequestFields`, which Converse passes to the model unchanged, with names that differ by maker.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { EFFORTS } from '../../wire/efforts.ts'
import { type ConversionResult, DROPPED, refuse } from '../../wire/parameters.ts'
import { amazonModel, factsOfModel, foundationModel, makerOf } from './model.ts'

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

/** An effort that the model does not support is dropped; an unknown one is rejected. Claude's is converted already. */
export function convertEffort(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  if (typeof value !== 'string' || !EFFORTS.includes(value))
    return refuse(report, name, `${name} must be one of ${EFFORTS.join(', ')}.`)
  const { form, parameter } = factsOfModel(context)?.thinking ?? {}
  if (form !== 'effort') return DROPPED
  if (parameter !== 'reasoningConfig') return additionalFields({ reasoning_effort: value })
  const config = value === 'none' ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: value }
  return additionalFields({ reasoningConfig: config })
}
