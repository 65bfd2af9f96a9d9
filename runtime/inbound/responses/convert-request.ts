// The body of a Responses request → a chat: its parameters and tools. The input is in convert-input.ts. All errors are
// reported at once, each with its path.

import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
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
import { customToolParameters } from '../custom-tools.ts'
import type { ChatRequest } from '../inbound-api.ts'
import { convertInput } from './convert-input.ts'

export function convertRequest(body: JsonObject): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const lost = new Set<string>()
  const messages = convertInput(body['instructions'], body['input'], report, lost)
  const tools = convertTools(body, report, lost)
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages,
    ...tools,
    ...parameters,
    stream_options: body['stream'] === true ? { include_usage: true } : undefined,
  })
  return failure() ?? { body: chat, dropped: [...new Set([...dropped, ...lost])].sort() }
}

/** The parameters besides input and tools, one row each (wire/parameters.ts handles unknown ones). */
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

const convertParameters = parameterConverter(PARAMETERS)

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

/**
 * Tools, tool choice and parallel tool calls. Custom tools become functions; tools of the vendor (search,
 * shell, files, code, ...) have no equivalent in a chat: they are left out and named. Chats accept a tool
 * choice only together with tools. `dropped` gets the names of what is left out.
 */
function convertTools(body: JsonObject, report: ReportConversionError, dropped: Set<string>): JsonObject {
  const tools = asList(body['tools']).flatMap((tool, index) =>
    convertTool(tool, `tools[${index}]`, report, dropped),
  )
  const choice = convertChoice(body['tool_choice'] ?? null, report)
  if (choice === 'lost' || (tools.length === 0 && dropped.size > 0 && isForced(choice)))
    dropped.add('tool_choice')
  if (tools.length === 0) return {}
  return present({
    tools,
    tool_choice: choice === 'lost' ? undefined : choice,
    parallel_tool_calls: body['parallel_tool_calls'] ?? undefined,
  })
}

function convertTool(
  tool: Json,
  path: string,
  report: ReportConversionError,
  dropped: Set<string>,
): readonly JsonObject[] {
  const { type, name, description, parameters, strict, format } = asObject(tool)
  if (typeof type !== 'string') {
    report(`${path} has no type.`, path)
    return []
  }
  if (!CLIENT_TOOLS.includes(type)) {
    reportStores(tool, path, report)
    dropped.add(`tools.${type}`)
    return []
  }
  if (typeof name !== 'string') {
    report(`${path} has no name.`, path)
    return []
  }
  return [
    {
      type: 'function',
      function: present({
        name,
        description: description ?? undefined,
        parameters: type === 'custom' ? customToolParameters(asObject(format)) : (parameters ?? undefined),
        // Chats are not strict by default.
        strict: strict === true ? true : undefined,
      }),
    },
  ]
}

/**
 * Reports tools that need files or containers stored at the vendor: without them the answer would lack the tool and
 * give no reason.
 */
function reportStores(tool: Json, path: string, report: ReportConversionError): void {
  const { vector_store_ids: stores, container } = asObject(tool)
  if (asList(stores).length > 0)
    report(`${path} names vector stores that this provider does not have.`, `${path}.vector_store_ids`)
  if (typeof container === 'string')
    report(`${path} names a container that this provider does not have.`, `${path}.container`)
}

/** The tools that the client runs itself, whatever they do. */
const CLIENT_TOOLS: readonly string[] = ['function', 'custom']

const CHOICE_MODES: readonly Json[] = ['auto', 'none', 'required']

const isForced = (choice: Json | undefined): boolean =>
  choice !== undefined && choice !== 'auto' && choice !== 'none'

/** The choice in a chat; `lost` if it is a tool of the vendor, which is left out. */
function convertChoice(choice: Json, report: ReportConversionError): Json | 'lost' | undefined {
  if (choice === null) return undefined
  if (CHOICE_MODES.includes(choice)) return choice
  const named = readNamedTool(choice)
  if (named !== undefined) return named
  const { type, mode, tools } = asObject(choice)
  const offered = asList(tools)
  if (type === 'allowed_tools' && offered.every(tool => isVendorTool(tool) || readNamedTool(tool))) {
    const allowed = offered.flatMap(tool => readNamedTool(tool) ?? [])
    return allowed.length === 0 ? 'lost' : { type, allowed_tools: { mode: mode ?? 'auto', tools: allowed } }
  }
  if (isVendorTool(choice)) return 'lost'
  report(
    'tool_choice must be auto, required, none, a function, a custom tool, or allowed_tools of these.',
    'tool_choice',
  )
  return undefined
}

/** A tool that the vendor defines is referred to by its type. */
function isVendorTool(tool: Json): boolean {
  const { type } = asObject(tool)
  return typeof type === 'string' && type !== 'allowed_tools' && !CLIENT_TOOLS.includes(type)
}

/** A tool reference in a tool choice. */
function readNamedTool(tool: Json): JsonObject | undefined {
  const { type, name } = asObject(tool)
  if (typeof name !== 'string' || typeof type !== 'string' || !CLIENT_TOOLS.includes(type)) return undefined
  return { type: 'function', function: { name } }
}
