// The parameters of a Responses request besides input and tools, one row each (unknown ones are handled by
// wire/parameters.ts).
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  type Conversion,
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'

const PARAMETERS: ParameterTable<undefined> = [
  ['model input instructions tools tool_choice parallel_tool_calls', handledElsewhere],
  ['stream temperature top_p metadata user safety_identifier service_tier', unchanged],
  ['prompt_cache_key prompt_cache_retention', unchanged],
  ['max_output_tokens', value => ({ fields: { max_completion_tokens: value } })],
  ['text', textSettings],
  ['reasoning', reasoning],
  ['top_logprobs', topLogprobs],
  ['include', includes],
  ['stream_options', streamOptions],
  ['store', ignoredWhen(false)],
  ['truncation', ignoredWhen('disabled')],
  ['background', background],
  [
    'previous_response_id conversation',
    unsupported(
      'is not supported: this provider is called with a chat, and no state is stored. Send the whole conversation as input.',
    ),
  ],
  [
    'prompt',
    unsupported('names a prompt that is stored at the vendor and is not available to this provider.'),
  ],
]

export const convertParameters = parameterConverter(PARAMETERS)

/** Text is the default format, and medium the default verbosity. */
function textSettings(value: Json, report: ReportConversionError): ConversionResult {
  const { format = null, verbosity = null, ...others } = asObject(value)
  const fields = present({
    response_format: format === null ? undefined : responseFormat(format, report),
    verbosity: verbosity === null || verbosity === 'medium' ? undefined : verbosity,
  })
  return { fields, isLossy: Object.keys(others).length > 0 }
}

function responseFormat(format: Json, report: ReportConversionError): JsonObject | undefined {
  const { type, name, schema, description, strict } = asObject(format)
  if (type === 'text') return undefined
  if (type === 'json_object') return { type }
  if (type === 'json_schema' && typeof name === 'string' && isObject(schema))
    return { type, json_schema: present({ name, description, schema, strict: strict ?? undefined }) }
  refuse(
    report,
    'text.format',
    'text.format must be text, json_object, or a json_schema with a name and a schema.',
  )
  return undefined
}

/** Replies contain all reasoning that the provider returns; the kind of summary cannot be selected. */
function reasoning(value: Json): ConversionResult {
  const { effort = null, ...others } = asObject(value)
  const droppedParts = Object.keys(others).filter(name => others[name] !== null)
  return effort === null ? { droppedParts } : { fields: { reasoning_effort: effort }, droppedParts }
}

function topLogprobs(value: Json): ConversionResult {
  return value === 0 ? {} : { fields: { logprobs: true, top_logprobs: value } }
}

/** Encrypted reasoning is always included; the other values are for tools that a chat does not have. */
function includes(value: Json): ConversionResult {
  const requested = asList(value).map(each => asText(each) ?? '')
  const isLossy = requested.some(each => each !== LOGPROBS && each !== 'reasoning.encrypted_content')
  return requested.includes(LOGPROBS) ? { fields: { logprobs: true }, isLossy } : { isLossy }
}

const LOGPROBS = 'message.output_text.logprobs'

/** The gateway does not pad its events. */
function streamOptions(value: Json): ConversionResult {
  return Object.entries(asObject(value)).every(
    ([name, each]) => name === 'include_obfuscation' && each === false,
  )
    ? {}
    : DROPPED
}

/** Rejects any value. A function declaration, because the table above uses it before its definition. */
function unsupported(reason: string): Conversion<undefined> {
  return (_, report, name) => refuse(report, name, `${name} ${reason}`)
}

function background(value: Json, report: ReportConversionError): ConversionResult {
  if (value !== true) return {}
  return refuse(
    report,
    'background',
    'background is not supported: this provider is called with a chat while the client waits.',
  )
}
