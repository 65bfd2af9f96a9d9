// An OpenAI chat → the body of a chat in the dialect, which streams by default: its parameters and tools. Messages are
// in convert-to-messages.ts.
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
  type FieldWriter,
  numeric,
  outputLimit,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
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
import { readToolChoice } from '../../wire/tool-choice.ts'
import { convertToMessages } from './convert-to-messages.ts'

export function convertRequest(chat: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { body, dropped: unfit } = fitToFamily(chat, context.facts)
  const messages = convertToMessages(body['messages'], context.media ?? new Map(), report)
  const { tools, dropped: droppedTools } = prepareTools(body, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const { model, stream } = context
  const converted = present({ model, messages, tools, ...parameters, stream })
  return failure() ?? { body: converted, dropped: [...dropped, ...droppedTools, ...unfit].sort() }
}

const option =
  (name: string): FieldWriter =>
  value => ({ options: { [name]: value } })

/**
 * Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others).
 * Model parameters are in `options`; a client may send each option at the top level too.
 */
const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', handledElsewhere],
  ...outputLimit(option('num_predict')),
  ['temperature', between(0, 2, option('temperature'))],
  ['top_p', between(0, 1, option('top_p'))],
  ['seed', numeric(option('seed'))],
  ['stop', stopSequences(option('stop'))],
  ['frequency_penalty', between(-2, 2, option('frequency_penalty'))],
  ['presence_penalty', between(-2, 2, option('presence_penalty'))],
  ...[
    ...[
      'top_k',
      'min_p',
      'typical_p',
      'repeat_penalty',
      'repeat_last_n',
      'num_predict',
      'num_ctx',
      'num_keep',
    ],
    ...[
      'num_batch',
      'num_gpu',
      'main_gpu',
      'num_thread',
      'use_mmap',
      'mirostat',
      'mirostat_eta',
      'mirostat_tau',
    ],
  ].map(name => [name, copyTo(option(name))] as const),
  ['n', singleChoice],
  ['response_format', responseFormat],
  ['reasoning_effort', effort],
  ...vendorOnlyParameters,
  ['parallel_tool_calls', ignoredWhen(true)],
  ['service_tier', ignoredWhen('auto')],
  // Last, so that native parameters take precedence over converted ones.
  ['options format keep_alive think truncate shift', unchanged],
]

/** A schema replaces a schema as a whole. */
const convertParameters = parameterConverter(table, new Set(['format']))

/** The name and description of a schema have no equivalent. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return { fields: toField('format')('json') }
  const { schema } = asObject(described)
  return type === 'json_schema' && isObject(schema) ? { fields: toField('format')(schema) } : DROPPED
}

const efforts: ReadonlyMap<Json, Json> = new Map<Json, Json>([
  ['none', false],
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'max'],
  ['max', 'max'],
])

function effort(value: Json, report: ReportConversionError, name: string): ConversionResult {
  const think = efforts.get(value)
  return think === undefined
    ? refuse(report, name, `${name} must be one of ${[...efforts.keys()].join(', ')}.`)
    : { fields: { think } }
}

interface PreparedTools {
  readonly tools: readonly JsonObject[] | undefined
  readonly dropped: readonly string[]
}

/**
 * Tools and tool choice. The dialect has no tool choice: `none` omits the tools, allowed tools are the only
 * ones sent, and a forced call is not supported.
 */
function prepareTools(body: JsonObject, report: ReportConversionError): PreparedTools {
  const offered = asList(body['tools'])
  if (offered.length === 0) return { tools: undefined, dropped: [] }
  const { mode, name, allowed } = readToolChoice(body['tool_choice'], report)
  const allowedNames = name === undefined ? allowed : new Set([name])
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(tool => allowedNames?.has(tool.name) ?? true)
  if (tools.length === 0 && allowedNames !== undefined)
    report('tool_choice does not name any of the tools.', 'tool_choice')
  if (mode === 'none') return { tools: undefined, dropped: [] }
  const isForced = mode === 'required' || name !== undefined
  return { tools: tools.map(({ shape }) => shape), dropped: isForced ? ['tool_choice'] : [] }
}

interface NamedTool {
  readonly name: string
  readonly shape: JsonObject
}

function convertTool(tool: Json, path: string, report: ReportConversionError): readonly NamedTool[] {
  const { name, description, parameters } = asObject(isObject(tool) ? tool['function'] : undefined)
  if (typeof name !== 'string') {
    report(`${path} must be a function with a name.`, path)
    return []
  }
  const offered = present({ name, description: asText(description), parameters: inputSchema(parameters) })
  return [{ name, shape: { type: 'function', function: offered } }]
}
