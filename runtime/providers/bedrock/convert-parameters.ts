// Request parameters beside messages and tools, one line each (wire/parameters.ts handles all others). What
// Converse does not support, some models take in `additionalModelRequestFields`.
import type { Json } from '../../../compiler/source.ts'
import { closeSchema } from '../wire/close-schema.ts'
import {
  as,
  between,
  oneChoice,
  outputLimit,
  type Place,
  placed,
  stopSequences,
  vendorOnly,
} from '../wire/conversions.ts'
import { asObject, asText, isObject, present, writeJson } from '../wire/json.ts'
import {
  type Conversion,
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  silentWhen,
} from '../wire/parameters.ts'
import { convertEffort, forTheModel, topK } from './model-fields.ts'

/** A native property of the body, unchanged. */
const named = (name: string): Conversion => placed(as(name))

const inference =
  (name: string): Place =>
  value => ({ inferenceConfig: { [name]: value } })

const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', elsewhere],
  ...outputLimit(inference('maxTokens')),
  ['temperature', between(0, 1, inference('temperature'))],
  ['top_p', between(0, 1, inference('topP'))],
  ['n', oneChoice],
  ['stop', stopSequences(inference('stopSequences'))],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ['metadata', metadata],
  ...vendorOnly,
  ['frequency_penalty presence_penalty', silentWhen(0)],
  ['parallel_tool_calls', silentWhen(true)],
  ['top_k', topK],
  ['reasoning_effort', convertEffort],
  // Last, so that native parameters take precedence over converted ones.
  ['thinking anthropic_beta output_config', (value, _, name) => forTheModel({ [name]: value })],
  ['additional_model_request_fields additionalModelRequestFields', named('additionalModelRequestFields')],
  ['additionalModelResponseFieldPaths', named('additionalModelResponseFieldPaths')],
  ['guardrail_config guardrailConfig', named('guardrailConfig')],
  ['performance_config performanceConfig', named('performanceConfig')],
  ['request_metadata requestMetadata', named('requestMetadata')],
  ['inferenceConfig', named('inferenceConfig')],
  ['outputConfig', named('outputConfig')],
]

export const convertParameters = parameterConverter(table)

/** The schema is sent as text. JSON without a schema has no equivalent in the dialect. */
function responseFormat(value: Json): Outcome {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  const { schema, name, description } = asObject(described)
  if (type !== 'json_schema' || !isObject(schema)) return lost
  const jsonSchema = present({
    schema: writeJson(closeSchema(schema)),
    name: asText(name),
    description: asText(description),
  })
  return { becomes: { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } } }
}

/** `auto` leaves the choice to the provider, which is the default. */
function serviceTier(value: Json): Outcome {
  if (value === 'auto') return {}
  return value === 'default' || value === 'flex' || value === 'priority'
    ? { becomes: { serviceTier: { type: value } } }
    : lost
}

const KEY = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/
const VALUE = /^[a-zA-Z0-9\s:_@$#=/+,.-]{0,256}$/

/** Both have key-value pairs to find a call again; those with other characters are dropped. */
function metadata(value: Json): Outcome {
  const pairs = Object.entries(asObject(value))
  const fitting = pairs.filter(([key, text]) => KEY.test(key) && typeof text === 'string' && VALUE.test(text))
  const loses = fitting.length < pairs.length || !isObject(value)
  return fitting.length === 0
    ? { loses }
    : { becomes: { requestMetadata: Object.fromEntries(fitting) }, loses }
}
