// An OpenAI chat → the body of a chat in the dialect: its parameters and tools. Messages are in
// convert-to-messages.ts.
import {
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
  copyTo,
  outputLimit,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
import { budgetWithin, EFFORTS, outputLimitOf } from '../../wire/efforts.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import {
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'
import { convertToMessages } from './convert-to-messages.ts'

export function convertRequest(chat: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { body, dropped: unfit } = fitToFamily(chat, context.facts)
  const messages = convertToMessages(body['messages'], report)
  const tools = prepareTools(body, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = { model: context.model, messages, ...tools, ...parameters, stream: context.stream }
  return failure() ?? { body: converted, dropped: [...dropped, ...unfit].sort() }
}

/** Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others). */
const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', handledElsewhere],
  ...outputLimit(toField('max_tokens')),
  ['temperature', between(0, 2, toField('temperature'))],
  ['top_p', between(0, 1, toField('p'))],
  ['top_k', copyTo(toField('k'))],
  ['frequency_penalty', between(0, 1, toField('frequency_penalty'))],
  ['presence_penalty', between(0, 1, toField('presence_penalty'))],
  ['seed', unchanged],
  ['n', singleChoice],
  ['stop', stopSequences(toField('stop_sequences'))],
  ['response_format', responseFormat],
  ['reasoning_effort', effort],
  ...vendorOnlyParameters,
  ['parallel_tool_calls', ignoredWhen(true)],
  ['service_tier', ignoredWhen('auto')],
  // Last, so that native parameters take precedence over converted ones.
  ['k p documents citation_options safety_mode priority strict_tools stop_sequences', unchanged],
  ['thinking', thinking],
]

const convertParameters = parameterConverter(table, new Set(['thinking']))

/** A schema is sent with the type `json_object`; its name and description have no equivalent. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return { fields: { response_format: value } }
  const { schema } = asObject(described)
  if (type !== 'json_schema' || !isObject(schema)) return DROPPED
  return { fields: { response_format: { type: 'json_object', json_schema: schema } } }
}

/**
 * An effort is a token budget where the family of the model has one for it; without a budget nothing limits thinking.
 */
function effort(
  value: Json,
  report: ReportConversionError,
  name: string,
  { facts, requestBody }: AdapterContext,
): ConversionResult {
  if (typeof value !== 'string' || !EFFORTS.includes(value))
    return refuse(report, name, `${name} must be one of ${EFFORTS.join(', ')}.`)
  const { form, budgets } = facts?.thinking ?? {}
  if (form === 'none') return value === 'none' ? {} : DROPPED
  if (value === 'none') return { fields: { thinking: { type: 'disabled' } } }
  const budget = budgets?.[value]
  const limit = outputLimitOf(field => requestBody?.[field])
  const fitting = budgetWithin(limit, budget ?? Number.POSITIVE_INFINITY, 1)
  if (fitting === undefined) return { fields: { thinking: { type: 'disabled' } }, isLossy: true }
  const isKept = budget === fitting || (budget === undefined && budgets !== undefined && value === 'high')
  const tokens = Number.isFinite(fitting) ? fitting : undefined
  return { fields: { thinking: present({ type: 'enabled', token_budget: tokens }) }, isLossy: !isKept }
}

/** Other dialects call the limit `budget_tokens`. */
function thinking(
  value: Json,
  _: ReportConversionError,
  __: string,
  { facts }: AdapterContext,
): ConversionResult {
  const { budget_tokens: budget, type, ...others } = asObject(value)
  if (facts?.thinking?.form === 'none') return type === 'disabled' ? {} : DROPPED
  const known = type === 'adaptive' ? 'enabled' : type
  return { fields: { thinking: present({ token_budget: budget, type: known, ...others }) } }
}

/**
 * The dialect's `tools`, `tool_choice` and `strict_tools`, as far as the request has them. It can require
 * some tool or none; a choice of one tool sends only that one. Strictness applies to all tools: what matches
 * a strict schema matches the open one too.
 */
function prepareTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const allowedNames = choice.name === undefined ? choice.allowed : new Set([choice.name])
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(({ name }) => allowedNames?.has(name) ?? true)
  if (tools.length === 0 && allowedNames !== undefined)
    report('tool_choice does not name any of the tools.', 'tool_choice')
  return present({
    tools: tools.map(({ tool }) => tool),
    tool_choice: toToolChoice(choice),
    strict_tools: tools.some(({ strict }) => strict) ? true : undefined,
  })
}

interface PreparedTool {
  readonly name: string
  readonly strict: boolean
  readonly tool: JsonObject
}

function convertTool(tool: Json, path: string, report: ReportConversionError): readonly PreparedTool[] {
  const { name, description, parameters, strict } = asObject(isObject(tool) ? tool['function'] : undefined)
  if (typeof name !== 'string') {
    report(`${path} must be a function with a name.`, path)
    return []
  }
  const offered = present({ name, description: asText(description), parameters: inputSchema(parameters) })
  return [{ name, strict: strict === true, tool: { type: 'function', function: offered } }]
}

const choiceModes = { auto: undefined, required: 'REQUIRED', none: 'NONE' } as const

const toToolChoice = ({ mode, name }: ToolChoice): string | undefined =>
  name === undefined ? mode && choiceModes[mode] : 'REQUIRED'
