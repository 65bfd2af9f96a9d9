// The body of a Messages request → a chat: its parameters and tools. Messages are in convert-to-messages.ts. All
// errors are reported at once, each with its path.
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import { type Failure, quoted } from '../../values/failures.ts'
import { functionOfClaudeTool, isClaudeTool, isOptionalTool } from '../../wire/claude-tools.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'
import type { ChatRequest } from '../inbound-api.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { createDroppedFields, type DroppedFields } from './dropped-fields.ts'

export function convertRequest(body: JsonObject, servesClaude = false): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const droppedFields = createDroppedFields(servesClaude)
  if ((body['max_tokens'] ?? null) === null) report('max_tokens is missing.', 'max_tokens')
  const messages = convertToMessages(body['system'], body['messages'], report, droppedFields)
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages,
    ...convertTools(body, servesClaude, report, droppedFields),
    ...parameters,
    stream_options: body['stream'] === true ? { include_usage: true } : undefined,
  })
  return failure() ?? { body: chat, dropped: [...new Set([...dropped, ...droppedFields.names])].sort() }
}

/** The parameters besides messages and tools, one row each (wire/parameters.ts handles unknown ones). */
const PARAMETERS: ParameterTable<undefined> = [
  ['model messages system tools tool_choice', handledElsewhere],
  // The last two are chat extensions that native dialects may support.
  ['stream temperature top_p top_k cache_control', unchanged],
  ['max_tokens', outputLimit],
  ['stop_sequences', stopSequences],
  ['metadata', metadata],
  ['service_tier', serviceTier],
  ['thinking', thinking],
  // After thinking: an explicit effort takes precedence over one inferred from a budget.
  ['output_format', outputFormat],
  ['output_config', outputConfig],
  ['mcp_servers', mcpServers],
]

const convertParameters = parameterConverter(PARAMETERS)

function outputLimit(value: Json, report: ReportConversionError): ConversionResult {
  return Number.isInteger(value) && Number(value) >= 1
    ? { fields: { max_completion_tokens: value } }
    : refuse(report, 'max_tokens', 'max_tokens must be a positive integer.')
}

function stopSequences(value: Json): ConversionResult {
  return asList(value).length === 0 ? {} : { fields: { stop: value } }
}

/** Longest `user` that the vendor accepts. */
const MAX_USER_LENGTH = 64

function metadata(value: Json): ConversionResult {
  const { user_id: user = null, ...others } = asObject(value)
  const fits = typeof user === 'string' && user.length <= MAX_USER_LENGTH
  const isLossy = Object.keys(others).length > 0 || (user !== null && !fits)
  return fits ? { fields: { user }, isLossy } : { isLossy }
}

/** `standard_only` is the vendor's default tier. */
function serviceTier(value: Json): ConversionResult {
  if (value === 'auto') return { fields: { service_tier: value } }
  return value === 'standard_only' ? { fields: { service_tier: 'default' } } : DROPPED
}

/** Passed on unchanged: it is converted to an effort once the target is known. */
function thinking(value: Json, report: ReportConversionError): ConversionResult {
  const { type, budget_tokens: budget } = asObject(value)
  const hasBudget = type === 'enabled' && asCount(budget) !== undefined
  if (!hasBudget && type !== 'disabled' && type !== 'adaptive')
    return refuse(report, 'thinking', 'thinking must be disabled, adaptive, or enabled with budget_tokens.')
  return { fields: { thinking: value } }
}

function outputConfig(value: Json, report: ReportConversionError): ConversionResult {
  const { effort, format = null, ...others } = asObject(value)
  const { fields } = format === null ? {} : outputFormat(format, report, 'output_config.format')
  return {
    fields: present({ reasoning_effort: effort ?? undefined, ...fields }),
    droppedParts: Object.keys(others),
  }
}

/** A chat requires a name for the schema. */
function outputFormat(value: Json, report: ReportConversionError, name: string): ConversionResult {
  const { type, schema } = asObject(value)
  if (type !== 'json_schema' || !isObject(schema))
    return refuse(report, name, `${name} must be a json_schema with a schema.`)
  return {
    fields: { response_format: { type, json_schema: { name: 'output', schema, strict: true } } },
  }
}

function mcpServers(value: Json, report: ReportConversionError): ConversionResult {
  const names = asList(value).map(server => asText(asObject(server)['name']) ?? '')
  if (names.length === 0) return {}
  return refuse(
    report,
    'mcp_servers',
    'mcp_servers are called by the vendor of this dialect and are not supported in chats.',
  )
}

/**
 * Tools, tool choice and parallel tool calls. Of the tools that the vendor of the dialect defines, those that the client
 * runs become functions, or pass unchanged if Claude serves the chat. Of those that the vendor runs, a search for tools and
 * an advisor are left out and named, since deferred tools are sent in full; others have no equivalent in a chat. Chats
 * accept a tool choice only together with tools.
 */
function convertTools(
  body: JsonObject,
  servesClaude: boolean,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): JsonObject {
  const left = new Set<Json | undefined>()
  const tools = asList(body['tools']).flatMap((tool, index) => {
    const declared = asObject(tool)
    const type = asText(declared['type']) ?? ''
    if (servesClaude && isClaudeTool(declared)) return [declared]
    if (!isOptionalTool(type)) return [convertTool(tool, `tools[${index}]`, report, droppedFields)]
    left.add(declared['name'])
    droppedFields.names.add(`tools.${type}`)
    return []
  })
  const choice = body['tool_choice'] ?? null
  const { type, name, disable_parallel_tool_use: isSequential } = asObject(choice)
  const isLost =
    (type === 'tool' && left.has(name)) || (tools.length === 0 && left.size > 0 && type === 'any')
  if (isLost) droppedFields.names.add('tool_choice')
  if (tools.length === 0) return {}
  return present({
    tools,
    tool_choice: choice === null || isLost ? undefined : convertChoice(choice, report),
    parallel_tool_calls: isSequential === true ? false : undefined,
  })
}

function convertTool(
  tool: Json,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): JsonObject {
  const {
    type = 'custom',
    name,
    description,
    input_schema: schema,
    strict,
    cache_control: cacheControl,
    ...others
  } = asObject(tool)
  const defined = functionOfClaudeTool({ type })
  if (defined === undefined && type !== null && type !== 'custom') {
    report(
      `${path} is of type ${quoted(asText(type) ?? '')}, which is defined by the vendor of this dialect and not supported in chats.`,
      path,
    )
    return {}
  }
  if (typeof name !== 'string') {
    report(`${path} has no name.`, path)
    return {}
  }
  for (const other of Object.keys(others)) droppedFields.names.add(other)
  return present({
    type: 'function',
    function: present({
      name,
      description: description ?? undefined,
      parameters: schema ?? undefined,
      strict: defined === undefined && strict === true ? true : undefined,
      ...defined,
    }),
    cache_control: cacheControl ?? undefined,
  })
}

const CHOICE_MODES: ReadonlyMap<Json | undefined, string> = new Map([
  ['auto', 'auto'],
  ['any', 'required'],
  ['none', 'none'],
])

function convertChoice(choice: Json, report: ReportConversionError): Json | undefined {
  const { type, name } = asObject(choice)
  if (type === 'tool' && typeof name === 'string') return { type: 'function', function: { name } }
  const mode = CHOICE_MODES.get(type)
  if (mode === undefined) report('tool_choice must be auto, any, none, or a tool with a name.', 'tool_choice')
  return mode
}
