// Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others). What
// Converse does not support, some models take in `additionalModelRequestFields`.
import type { Json } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present, writeJson } from '../../../schemas/values/json.ts'
import { closeSchema } from '../../wire/close-schema.ts'
import {
  between,
  copyTo,
  type FieldWriter,
  outputLimit,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
import {
  type Conversion,
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
} from '../../wire/parameters.ts'
import { additionalFields, convertEffort, topK } from './model-fields.ts'

/** A native property of the body, unchanged. */
const nativeField = (name: string): Conversion => copyTo(toField(name))

const inference =
  (name: string): FieldWriter =>
  value => ({ inferenceConfig: { [name]: value } })

const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice parallel_tool_calls', handledElsewhere],
  ...outputLimit(inference('maxTokens')),
  ['temperature', between(0, 1, inference('temperature'))],
  ['top_p', between(0, 1, inference('topP'))],
  ['n', singleChoice],
  ['stop', stopSequences(inference('stopSequences'))],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ['metadata', metadata],
  ...vendorOnlyParameters,
  ['frequency_penalty presence_penalty', ignoredWhen(0)],
  ['top_k', topK],
  ['reasoning_effort', convertEffort],
  // Last, so that native parameters take precedence over converted ones.
  ['thinking anthropic_beta output_config', (value, _, name) => additionalFields({ [name]: value })],
  [
    'additional_model_request_fields additionalModelRequestFields',
    nativeField('additionalModelRequestFields'),
  ],
  ['additionalModelResponseFieldPaths', nativeField('additionalModelResponseFieldPaths')],
  ['guardrail_config guardrailConfig', nativeField('guardrailConfig')],
  ['performance_config performanceConfig', nativeField('performanceConfig')],
  ['request_metadata requestMetadata', nativeField('requestMetadata')],
  ['inferenceConfig', nativeField('inferenceConfig')],
  ['outputConfig', nativeField('outputConfig')],
]

export const convertParameters = parameterConverter(table)

/** The schema is sent as text. JSON without a schema has no equivalent in the dialect. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  const { schema, name, description } = asObject(described)
  if (type !== 'json_schema' || !isObject(schema)) return DROPPED
  const jsonSchema = present({
    schema: writeJson(closeSchema(schema)),
    name: asText(name),
    description: asText(description),
  })
  return { fields: { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } } }
}

/** `auto` leaves the choice to the provider, which is the default. */
function serviceTier(value: Json): ConversionResult {
  if (value === 'auto') return {}
  return value === 'default' || value === 'flex' || value === 'priority'
    ? { fields: { serviceTier: { type: value } } }
    : DROPPED
}

const KEY = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/
const VALUE = /^[a-zA-Z0-9\s:_@$#=/+,.-]{0,256}$/

/** Both have key-value pairs to find a call again; those with other characters are dropped. */
function metadata(value: Json): ConversionResult {
  const pairs = Object.entries(asObject(value))
  const fitting = pairs.filter(([key, text]) => KEY.test(key) && typeof text === 'string' && VALUE.test(text))
  const isLossy = fitting.length < pairs.length || !isObject(value)
  return fitting.length === 0
    ? { isLossy }
    : { fields: { requestMetadata: Object.fromEntries(fitting) }, isLossy }
}
