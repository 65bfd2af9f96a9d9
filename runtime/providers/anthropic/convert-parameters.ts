// Request parameters beside messages and tools, one line each (wire/parameters.ts handles all others).
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
  // OpenAI's range is 0 to 2.
  ['temperature', between(0, 1, as('temperature'))],
  ['n', oneChoice],
  // The dialect rejects whitespace-only sequences.
  ['stop', stopSequences(as('stop_sequences'), sequence => sequence.trim() !== '')],
  ['reasoning_effort', effort],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ...vendorOnly,
  ['frequency_penalty presence_penalty', silentWhen(0)],
  // Last, so that native parameters take precedence over converted ones.
  ['output_config thinking', unchanged],
]

/** Several parameters write to `metadata` and `output_config`; a new `thinking` replaces the old one. */
export const convertParameters = parameterConverter(table, new Set(['thinking']))

function userIdentifier(value: Json): Outcome {
  return typeof value === 'string' ? { becomes: { metadata: { user_id: value } } } : lost
}

/** The dialect supports only one key of OpenAI's metadata. */
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
  const sentence = `reasoning_effort must be one of ${[...efforts.keys()].join(', ')}.`
  return becomes === undefined ? refuse(report, 'reasoning_effort', sentence) : { becomes }
}

/** JSON without a schema has no equivalent in the dialect. */
function responseFormat(value: Json): Outcome {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  const schema = asObject(described)['schema']
  if (type !== 'json_schema' || !isObject(schema)) return lost
  return { becomes: { output_config: { format: { type: 'json_schema', schema: closeSchema(schema) } } } }
}

/** OpenAI's `default` means standard capacity only. */
function serviceTier(value: Json): Outcome {
  const tier = asText(value) === 'default' ? 'standard_only' : value
  return tier === 'auto' || tier === 'standard_only' ? { becomes: { service_tier: tier } } : lost
}
