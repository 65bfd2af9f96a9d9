// The parameters of a request beside its messages and tools, one line each (wire/parameters.ts says what becomes of
// those that no line knows). What Converse has no word for, some models take in `additionalModelRequestFields`.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { closeSchema } from '../wire/close-schema.ts'
import { asList, asObject, asText, isObject, present, writeJson } from '../wire/json.ts'
import {
  type Conversion,
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  refuse,
  silentWhen,
} from '../wire/parameters.ts'
import type { Report } from '../wire/report.ts'
import { convertEffort, forTheModel, topK } from './model-fields.ts'

/** The dialect's own property of the body, whatever it holds. */
const named =
  (name: string): Conversion =>
  value => ({ becomes: { [name]: value } })

const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', elsewhere],
  ['max_tokens', outputLimit],
  // Of two limits the newer name wins, because its line comes later.
  ['max_completion_tokens', outputLimit],
  ['temperature', share('temperature')],
  ['top_p', share('topP')],
  ['n', choices],
  ['stop', stopSequences],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ['metadata', metadata],
  ['logprobs store', silentWhen(false)],
  ['top_logprobs frequency_penalty presence_penalty', silentWhen(0)],
  ['logit_bias', silentWhen({})],
  ['modalities', silentWhen(['text'])],
  ['parallel_tool_calls', silentWhen(true)],
  ['top_k', topK],
  ['reasoning_effort', convertEffort],
  // Last, so that what a client says in the dialect's own words wins over what was converted.
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

const inference = (settings: JsonObject): Outcome => ({ becomes: { inferenceConfig: settings } })

function outputLimit(value: Json, report: Report, name: string): Outcome {
  return Number.isInteger(value) && Number(value) >= 1
    ? inference({ maxTokens: value })
    : refuse(report, name, `${name} is not a positive integer.`)
}

/** A value above the end of the dialect's scale has no equal, and is not bent to fit. */
function share(native: string): Conversion {
  return (value, report, name) =>
    typeof value === 'number' && value >= 0 && value <= 1
      ? inference({ [native]: value })
      : refuse(report, name, `${name} is not between 0 and 1, which this provider demands.`)
}

function choices(value: Json, report: Report): Outcome {
  return value === 1 ? {} : refuse(report, 'n', 'n is not 1, and this provider gives one choice only.')
}

/** The dialect refuses empty sequences, which stop nothing. */
function stopSequences(value: Json): Outcome {
  const asked = typeof value === 'string' ? [value] : asList(value)
  const sequences = asked.filter(sequence => typeof sequence === 'string' && sequence !== '')
  const loses = sequences.length < asked.length
  return sequences.length === 0 ? { loses } : { ...inference({ stopSequences: sequences }), loses }
}

/** The schema goes as text. JSON without a schema has no equal in the dialect. */
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

/** `auto` leaves the choice to the provider, which is what saying nothing means. */
function serviceTier(value: Json): Outcome {
  if (value === 'auto') return {}
  return value === 'default' || value === 'flex' || value === 'priority'
    ? { becomes: { serviceTier: { type: value } } }
    : lost
}

const KEY = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/
const VALUE = /^[a-zA-Z0-9\s:_@$#=/+,.-]{0,256}$/

/** Both sides keep pairs beside the call to find it again; those with other letters cannot be said. */
function metadata(value: Json): Outcome {
  const pairs = Object.entries(asObject(value))
  const fitting = pairs.filter(([key, text]) => KEY.test(key) && typeof text === 'string' && VALUE.test(text))
  const loses = fitting.length < pairs.length || !isObject(value)
  return fitting.length === 0
    ? { loses }
    : { becomes: { requestMetadata: Object.fromEntries(fitting) }, loses }
}
