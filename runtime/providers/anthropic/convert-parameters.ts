// The parameters of a request beside its messages and tools, one line each (wire/parameters.ts says what becomes of
// those that no line knows).
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { closeSchema } from '../wire/close-schema.ts'
import { as, between, oneChoice, stopSequences, vendorOnly } from '../wire/conversions.ts'
import { asObject, asText, isObject } from '../wire/json.ts'
import {
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  refuse,
  silentWhen,
  unchanged,
} from '../wire/parameters.ts'
import type { Report } from '../wire/report.ts'

const table: ParameterTable = [
  ['model messages stream stream_options max_tokens max_completion_tokens', elsewhere],
  ['tools tool_choice parallel_tool_calls', elsewhere],
  ['top_p top_k cache_control container context_management inference_geo mcp_servers speed', unchanged],
  ['user safety_identifier', userIdentifier],
  ['metadata', metadata],
  // The vendor's scale ends at 2.
  ['temperature', between(0, 1, as('temperature'))],
  ['n', oneChoice],
  // The dialect refuses sequences of white space alone.
  ['stop', stopSequences(as('stop_sequences'), sequence => sequence.trim() !== '')],
  ['reasoning_effort', effort],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ...vendorOnly,
  ['frequency_penalty presence_penalty', silentWhen(0)],
  // Last, so that what a client says in the dialect's own words wins over what was converted.
  ['output_config thinking', unchanged],
]

/** Several parameters speak through `metadata` and `output_config`; a new `thinking` replaces the old one. */
export const convertParameters = parameterConverter(table, new Set(['thinking']))

function userIdentifier(value: Json): Outcome {
  return typeof value === 'string' ? { becomes: { metadata: { user_id: value } } } : lost
}

/** Of the vendor's free pairs the dialect knows one. */
function metadata(value: Json): Outcome {
  const { user_id: user, ...others } = asObject(value)
  const { becomes } = userIdentifier(user ?? null)
  return { ...(becomes === undefined ? {} : { becomes }), loses: Object.keys(others).length > 0 }
}

const efforts: ReadonlyMap<Json, JsonObject> = new Map<Json, JsonObject>([
  ['none', { thinking: { type: 'disabled' } }],
  ['minimal', { output_config: { effort: 'low' } }],
  ...['low', 'medium', 'high', 'xhigh', 'max'].map(
    word => [word, { output_config: { effort: word } }] as const,
  ),
])

function effort(value: Json, report: Report): Outcome {
  const becomes = efforts.get(value)
  const sentence = `reasoning_effort is not one of ${[...efforts.keys()].join(', ')}.`
  return becomes === undefined ? refuse(report, 'reasoning_effort', sentence) : { becomes }
}

/** JSON without a schema has no equal in the dialect. */
function responseFormat(value: Json): Outcome {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  const schema = asObject(described)['schema']
  if (type !== 'json_schema' || !isObject(schema)) return lost
  return { becomes: { output_config: { format: { type: 'json_schema', schema: closeSchema(schema) } } } }
}

/** The vendor's `default` is the dialect's standard capacity alone. */
function serviceTier(value: Json): Outcome {
  const tier = asText(value) === 'default' ? 'standard_only' : value
  return tier === 'auto' || tier === 'standard_only' ? { becomes: { service_tier: tier } } : lost
}
