// Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others), of a chat
// that fits the model (fit-to-model.ts).
import type { Json } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject } from '../../../schemas/values/json.ts'
import {
  between,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
import {
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  unchanged,
} from '../../wire/parameters.ts'

const table: ParameterTable = [
  ['model messages stream stream_options max_tokens max_completion_tokens', handledElsewhere],
  ['tools tool_choice parallel_tool_calls', handledElsewhere],
  ['top_p top_k cache_control container context_management inference_geo mcp_servers speed', unchanged],
  ['user safety_identifier', userIdentifier],
  ['metadata', metadata],
  ['temperature', between(0, 1, toField('temperature'))],
  ['n', singleChoice],
  // The dialect rejects whitespace-only sequences.
  ['stop', stopSequences(toField('stop_sequences'), sequence => sequence.trim() !== '')],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ...vendorOnlyParameters,
  ['frequency_penalty presence_penalty', ignoredWhen(0)],
  // Last, so that native parameters take precedence over converted ones.
  ['output_config thinking', unchanged],
]

/** Several parameters write to `metadata` and `output_config`. */
export const convertParameters = parameterConverter(table)

function userIdentifier(value: Json): ConversionResult {
  return typeof value === 'string' ? { fields: { metadata: { user_id: value } } } : DROPPED
}

/** The dialect supports only one key of OpenAI's metadata. */
function metadata(value: Json): ConversionResult {
  const { user_id: user, ...others } = asObject(value)
  const { fields } = userIdentifier(user ?? null)
  return { ...(fields === undefined ? {} : { fields }), isLossy: Object.keys(others).length > 0 }
}

/** The schema is in the language of the model already. JSON without one has no equivalent in the dialect. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  const schema = asObject(described)['schema']
  if (type !== 'json_schema' || !isObject(schema)) return DROPPED
  return { fields: { output_config: { format: { type: 'json_schema', schema } } } }
}

/** OpenAI's `default` means standard capacity only. */
function serviceTier(value: Json): ConversionResult {
  const tier = asText(value) === 'default' ? 'standard_only' : value
  return tier === 'auto' || tier === 'standard_only' ? { fields: { service_tier: tier } } : DROPPED
}
