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
import { type ClientTool, isOfClient, type OfferedTools, offeredTools, SEARCH } from './offered-tools.ts'

export function convertRequest(body: JsonObject): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const lost = new Set<string>()
  const offered = offeredTools(body)
  const messages = convertInput(body, offered.offeredName, report, lost)
  const tools = convertTools(body, offered, report, lost)
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

/**
 * Replies contain all reasoning that the provider returns; the kind of summary cannot be selected. The wish for one is an
 * extension of the chat.
 */
function reasoning(value: Json): ConversionResult {
  const { effort = null, summary = null, ...others } = asObject(value)
  const droppedParts = Object.keys(others).filter(name => others[name] !== null)
  const fields = present({
    reasoning_effort: effort ?? undefined,
    reasoning_summary: summary ?? undefined,
  })
  return { fields, droppedParts }
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
 * Tools, tool choice and parallel tool calls. Custom tools, those of namespaces and the client's search for tools become
 * functions; deferred ones are sent in full. Tools of the vendor (search, shell, files, code, ...) have no equivalent in a
 * chat: they are left out and named. Chats accept a tool choice only together with tools. `dropped` gets the names of
 * what is left out.
 */
function convertTools(
  body: JsonObject,
  { tools: offered, offeredName }: OfferedTools,
  report: ReportConversionError,
  dropped: Set<string>,
): JsonObject {
  for (const [index, tool] of asList(body['tools']).entries())
    reportTool(asObject(tool), `tools[${index}]`, report, dropped)
  const tools = offered.map(toFunction)
  const choice = convertChoice(body['tool_choice'] ?? null, { offered, offeredName }, report)
  if (choice === 'lost' || (tools.length === 0 && dropped.size > 0 && isForced(choice)))
    dropped.add('tool_choice')
  if (tools.length === 0) return {}
  return present({
    tools,
    tool_choice: choice === 'lost' ? undefined : choice,
    parallel_tool_calls: body['parallel_tool_calls'] ?? undefined,
  })
}

/** Reports a tool that is malformed; one of the vendor is left out, and named in `dropped`. */
function reportTool(
  tool: JsonObject,
  path: string,
  report: ReportConversionError,
  dropped: Set<string>,
): void {
  const { type, name } = tool
  if (typeof type !== 'string') report(`${path} has no type.`, path)
  else if (CLIENT_TOOLS.includes(type)) {
    if (typeof name !== 'string') report(`${path} has no name.`, path)
    for (const [index, inner] of type === 'namespace' ? asList(tool['tools']).entries() : [])
      reportTool(asObject(inner), `${path}.tools[${index}]`, report, dropped)
  } else if (type !== SEARCH || !isOfClient(tool)) {
    reportStores(tool, path, report)
    dropped.add(`tools.${type}`)
  }
}

function toFunction({ declared, kind, offered, introduction }: ClientTool): JsonObject {
  const { description, parameters, strict, format } = declared
  const text = [introduction, asText(description)].filter(each => each !== undefined && each !== '')
  return {
    type: 'function',
    function: present({
      name: offered,
      description: text.length === 0 ? undefined : text.join('\n\n'),
      parameters: kind === 'custom' ? customToolParameters(asObject(format)) : (parameters ?? undefined),
      // Chats are not strict by default.
      strict: strict === true ? true : undefined,
    }),
  }
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
const CLIENT_TOOLS: readonly string[] = ['function', 'custom', 'namespace']

const CHOICE_MODES: readonly Json[] = ['auto', 'none', 'required']

const isForced = (choice: Json | undefined): boolean =>
  choice !== undefined && choice !== 'auto' && choice !== 'none'

interface Choices extends Pick<OfferedTools, 'offeredName'> {
  readonly offered: readonly ClientTool[]
}

/** The choice in a chat; `lost` if it is a tool of the vendor, which is left out. */
function convertChoice(
  choice: Json,
  choices: Choices,
  report: ReportConversionError,
): Json | 'lost' | undefined {
  if (choice === null) return undefined
  if (CHOICE_MODES.includes(choice)) return choice
  const { type, mode, tools } = asObject(choice)
  const named = readNamedTools(choice, choices)
  if (named?.length === 1) return named[0]
  if (named !== undefined) return { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: named } }
  const listed = asList(tools)
  if (
    type === 'allowed_tools' &&
    listed.every(tool => isVendorTool(tool) || readNamedTools(tool, choices) !== undefined)
  ) {
    const allowed = listed.flatMap(tool => readNamedTools(tool, choices) ?? [])
    return allowed.length === 0 ? 'lost' : { type, allowed_tools: { mode: mode ?? 'auto', tools: allowed } }
  }
  if (isVendorTool(choice)) return 'lost'
  report(
    'tool_choice must be auto, required, none, a function, a custom tool, a namespace, or allowed_tools of these.',
    'tool_choice',
  )
  return undefined
}

/** A tool that the vendor defines is referred to by its type. */
function isVendorTool(tool: Json): boolean {
  const { type } = asObject(tool)
  return typeof type === 'string' && type !== 'allowed_tools' && !CLIENT_TOOLS.includes(type)
}

/** The functions of a tool, or of the tools of a namespace, in a tool choice; undefined for anything else. */
function readNamedTools(tool: Json, { offered, offeredName }: Choices): readonly JsonObject[] | undefined {
  const { type, name } = asObject(tool)
  const isSearch = type === SEARCH && offered.some(({ kind }) => kind === 'search')
  if (isSearch) return [functionOf(offeredName(SEARCH))]
  if (typeof name !== 'string' || typeof type !== 'string' || !CLIENT_TOOLS.includes(type)) return undefined
  if (type === 'namespace') {
    const inner = offered.filter(({ namespace }) => namespace === name)
    return inner.length === 0 ? undefined : inner.map(each => functionOf(each.offered))
  }
  const namespace = asText(asObject(tool)['namespace'])
  // The vendor's choice names the function only.
  const found =
    offered.find(each => each.name === name && each.namespace === namespace) ??
    offered.find(each => each.name === name && namespace === undefined)
  return [functionOf(found?.offered ?? offeredName(name, namespace))]
}

const functionOf = (name: string): JsonObject => ({ type: 'function', function: { name } })
