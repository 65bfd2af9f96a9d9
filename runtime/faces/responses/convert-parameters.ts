// The parameters of a Responses request besides input and tools, one row each (unknown ones are handled by
// providers/wire/parameters.ts).
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isObject, present } from '../../providers/wire/json.ts'
import {
  type Conversion,
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  refuse,
  silentWhen,
  unchanged,
} from '../../providers/wire/parameters.ts'
import type { Report } from '../../providers/wire/report.ts'

const table: ParameterTable<undefined> = [
  ['model input instructions tools tool_choice parallel_tool_calls', elsewhere],
  ['stream temperature top_p metadata user safety_identifier service_tier', unchanged],
  ['prompt_cache_key prompt_cache_retention', unchanged],
  ['max_output_tokens', value => ({ becomes: { max_completion_tokens: value } })],
  ['text', textSettings],
  ['reasoning', reasoning],
  ['top_logprobs', topLogprobs],
  ['include', included],
  ['stream_options', streamOptions],
  ['store', silentWhen(false)],
  ['truncation', silentWhen('disabled')],
  ['background', background],
  [
    'previous_response_id conversation',
    refused(
      'is not supported: this provider is called with a chat, and no state is stored. Send the whole conversation as input.',
    ),
  ],
  ['prompt', refused('names a prompt that is stored at the vendor and is not available to this provider.')],
]

export const convertParameters = parameterConverter(table)

/** Text is the default format, and medium the default verbosity. */
function textSettings(value: Json, report: Report): Outcome {
  const { format = null, verbosity = null, ...others } = asObject(value)
  const becomes = present({
    response_format: format === null ? undefined : responseFormat(format, report),
    verbosity: verbosity === null || verbosity === 'medium' ? undefined : verbosity,
  })
  return { becomes, loses: Object.keys(others).length > 0 }
}

function responseFormat(format: Json, report: Report): JsonObject | undefined {
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
function reasoning(value: Json): Outcome {
  const { effort = null, ...others } = asObject(value)
  const loses = Object.values(others).some(other => other !== null)
  return effort === null ? { loses } : { becomes: { reasoning_effort: effort }, loses }
}

function topLogprobs(value: Json): Outcome {
  return value === 0 ? {} : { becomes: { logprobs: true, top_logprobs: value } }
}

/** Encrypted reasoning is always included; the other values are for tools that a chat does not have. */
function included(value: Json): Outcome {
  const asked = asList(value).map(each => asText(each) ?? '')
  const loses = asked.some(each => each !== LOGPROBS && each !== 'reasoning.encrypted_content')
  return asked.includes(LOGPROBS) ? { becomes: { logprobs: true }, loses } : { loses }
}

const LOGPROBS = 'message.output_text.logprobs'

/** The gateway does not pad its events. */
function streamOptions(value: Json): Outcome {
  return Object.entries(asObject(value)).every(
    ([name, each]) => name === 'include_obfuscation' && each === false,
  )
    ? {}
    : lost
}

/** Rejects any value. A function declaration, because the table above uses it before its definition. */
function refused(sentence: string): Conversion<undefined> {
  return (_, report, name) => refuse(report, name, `${name} ${sentence}`)
}

function background(value: Json, report: Report): Outcome {
  if (value !== true) return {}
  return refuse(
    report,
    'background',
    'background is not supported: this provider is called with a chat while the client waits.',
  )
}
