// An OpenAI chat → the body of a message: its parameters and tools. Messages are in convert-to-messages.ts.
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
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  between,
  isUnlimited,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import {
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  unchanged,
} from '../../wire/parameters.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { fitToModel } from './fit-to-model.ts'

export function convertRequest(request: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { chat: body, dropped: unfit } = fitToModel(request, context, report)
  const { system, messages } = convertToMessages(body['messages'], report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    model: context.model,
    max_tokens: maxTokens(body, context.defaults, report),
    system,
    messages,
    ...prepareTools(body, report),
    ...parameters,
    stream: context.stream ? true : undefined,
  })
  return failure() ?? { body: converted, dropped: [...dropped, ...unfit].sort() }
}

/** The dialect requires a limit. The default applies to the answer only, so a thinking budget is added to it. */
function maxTokens(body: JsonObject, defaults: JsonObject, report: ReportConversionError): Json | undefined {
  const name = (body['max_completion_tokens'] ?? null) === null ? 'max_tokens' : 'max_completion_tokens'
  const limit = body[name] ?? null
  if (limit !== null && !isUnlimited(limit)) {
    if (Number.isInteger(limit) && Number(limit) >= 1) return limit
    report(`${name} must be a positive integer.`, name)
    return undefined
  }
  const fallback = asCount(defaults['max_tokens'])
  const budget = asCount(asObject(body['thinking'])['budget_tokens']) ?? 0
  return fallback === undefined ? undefined : fallback + budget
}

/**
 * Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others), of
 * a chat that fits the model (fit-to-model.ts).
 */
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
const convertParameters = parameterConverter(table)

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

/**
 * The dialect's `tools` and `tool_choice`, as far as the request has them. Tools defined by the dialect
 * itself (with a type of their own and no function) pass unchanged.
 */
function prepareTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(tool => choice.allowed?.has(asText(tool['name']) ?? '') ?? true)
  return present({ tools, tool_choice: withParallel(toToolChoice(choice), body['parallel_tool_calls']) })
}

function convertTool(tool: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const offered = isObject(tool) ? tool['function'] : undefined
  if (isObject(tool) && isObject(offered) && typeof offered['name'] === 'string')
    return [
      present({
        name: offered['name'],
        description: asText(offered['description']),
        input_schema: inputSchema(offered['parameters']),
        strict: offered['strict'] === true ? true : undefined,
        cache_control: tool['cache_control'] ?? offered['cache_control'] ?? undefined,
      }),
    ]
  const isNative =
    isObject(tool) && typeof tool['name'] === 'string' && /_\d{8}$/.test(asText(tool['type']) ?? '')
  if (isNative) return [tool]
  report(`${path} must be a function with a name.`, path)
  return []
}

const choiceModes = { auto: 'auto', required: 'any', none: 'none' } as const

function toToolChoice({ mode, name }: ToolChoice): JsonObject | undefined {
  return name === undefined ? mode && { type: choiceModes[mode] } : { type: 'tool', name }
}

/** Calls are parallel unless forbidden; forbidding them requires a tool choice. */
function withParallel(choice: JsonObject | undefined, parallel: Json | undefined): JsonObject | undefined {
  if (parallel !== false || choice?.['type'] === 'none') return choice
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true }
}
