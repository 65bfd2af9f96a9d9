// An OpenAI chat → the body of `generateContent`: its parameters and tools. Messages are in convert-to-contents.ts;
// the two adapters add the path.
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
import { copyTo, type FieldWriter, outputLimit, stopSequences, toField } from '../../wire/conversions.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import {
  type Conversion,
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  refuse,
} from '../../wire/parameters.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'
import { adaptSchema } from './adapt-schema.ts'
import { convertToContents } from './convert-to-contents.ts'
import { convertEffort, convertThinking } from './thinking.ts'

export function convertRequest(chat: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { body, dropped: unfit } = fitToFamily(chat, context.facts)
  const { report, failure } = collectConversionErrors()
  const { systemInstruction, contents } = convertToContents(body['messages'], context.model, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    systemInstruction,
    contents,
    ...prepareTools(body, report),
    ...parameters,
  })
  return (
    failure() ?? { body: converted, dropped: unfit.length === 0 ? dropped : [...dropped, ...unfit].sort() }
  )
}

/**
 * The method after the model in the path of a chat. Streams are requested as events; by default they are one JSON
 * list.
 */
export const chatMethod = ({ stream }: AdapterContext): string =>
  stream ? ':streamGenerateContent?alt=sse' : ':generateContent'

const generation = (settings: JsonObject): ConversionResult => ({ fields: { generationConfig: settings } })

/** A native property of the body, unchanged. */
const nativeField = (name: string): Conversion => copyTo(toField(name))

/** A property of `generationConfig`. */
const generationField =
  (name: string): FieldWriter =>
  value => ({ generationConfig: { [name]: value } })

/** A number in an inclusive range, under the dialect's name. */
const boundedNumber =
  (native: string, low: number, high: number, isInteger = false): Conversion =>
  (value, report, name) => {
    const fits = typeof value === 'number' && value >= low && value <= high
    if (fits && (!isInteger || Number.isInteger(value))) return generation({ [native]: value })
    const kind = isInteger ? 'an integer' : 'a number'
    return refuse(report, name, `${name} must be ${kind} between ${low} and ${high} for this provider.`)
  }

const anyStopSequences = stopSequences(generationField('stopSequences'))

const fewStopSequences: Conversion = (value, report, ...others) => {
  const outcome = anyStopSequences(value, report, ...others)
  const sequences = asList(asObject(outcome.fields?.['generationConfig'])['stopSequences'])
  return sequences.length > 5
    ? refuse(report, 'stop', 'stop must not contain more than five sequences for this provider.')
    : outcome
}

const MAX_INT32 = 2 ** 31 - 1

/** Native parameters, in the dialect's spelling and in that of its OpenAI-compatible API. */
const nativeParameters: ParameterTable = [
  ['safety_settings safetySettings', nativeField('safetySettings')],
  ['cached_content cachedContent', nativeField('cachedContent')],
  ['labels', nativeField('labels')],
  ['generation_config generationConfig', nativeField('generationConfig')],
  ['thinking_config thinkingConfig', copyTo(generationField('thinkingConfig'))],
]
const convertNativeParameters = parameterConverter(nativeParameters)

/**
 * Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others).
 * Most of them belong to the dialect's `generationConfig`.
 */
const table: ParameterTable = [
  ['model messages stream stream_options', handledElsewhere],
  ['tools tool_choice', handledElsewhere],
  ...outputLimit(generationField('maxOutputTokens')),
  ['temperature', boundedNumber('temperature', 0, 2)],
  ['top_p', boundedNumber('topP', 0, 1)],
  ['top_k', boundedNumber('topK', 1, MAX_INT32, true)],
  ['n', boundedNumber('candidateCount', 1, 8, true)],
  ['seed', boundedNumber('seed', -MAX_INT32, MAX_INT32, true)],
  ['presence_penalty', boundedNumber('presencePenalty', -2, 2)],
  ['frequency_penalty', boundedNumber('frequencyPenalty', -2, 2)],
  ['logprobs', value => (value === false ? {} : generation({ responseLogprobs: value }))],
  ['top_logprobs', value => (value === 0 ? {} : generation({ logprobs: value }))],
  ['stop', fewStopSequences],
  ['response_format', responseFormat],
  ['modalities', modalities],
  ['parallel_tool_calls', ignoredWhen(true)],
  ['store', ignoredWhen(false)],
  ['logit_bias', ignoredWhen({})],
  ['service_tier', value => (value === 'auto' || value === 'default' ? {} : DROPPED)],
  ['reasoning_effort', convertEffort],
  ['thinking', convertThinking],
  ['extra_body', extraBody],
  // Last, so that native parameters take precedence over converted ones.
  ...nativeParameters,
]

const convertParameters = parameterConverter(table)

const JSON_REPLY = { responseMimeType: 'application/json' }

/** The dialect takes JSON schemas unchanged; name and description of OpenAI's wrapper have no equivalent. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return generation(JSON_REPLY)
  const schema = asObject(described)['schema']
  if (type !== 'json_schema') return DROPPED
  return generation(isObject(schema) ? { ...JSON_REPLY, responseJsonSchema: schema } : JSON_REPLY)
}

function modalities(value: Json): ConversionResult {
  const requested = asList(value)
  if (requested.some(each => each !== 'text' && each !== 'image')) return DROPPED
  if (!requested.includes('image')) return {}
  return generation({ responseModalities: requested.map(each => String(each).toUpperCase()) })
}

/** Where clients of the provider's OpenAI-compatible API put native parameters. */
function extraBody(
  value: Json,
  report: ReportConversionError,
  _: string,
  context: Parameters<Conversion>[3],
): ConversionResult {
  const { google, ...others } = asObject(value)
  const { parameters, dropped } = convertNativeParameters(asObject(google), report, context)
  return { fields: parameters, isLossy: Object.keys(others).length > 0 || dropped.length > 0 }
}

/**
 * The dialect's `tools` and `toolConfig`, as far as the request has them. Provider-run tools
 * (`{"googleSearch": {}}`) have no type, and pass unchanged.
 */
function prepareTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const nativeTools = offered.filter(isNativeTool)
  const functions = offered
    .flatMap((tool, index) => (isNativeTool(tool) ? [] : toDeclaration(tool, `tools[${index}]`, report)))
    .filter(each => choice.allowed?.has(asText(each['name']) ?? '') ?? true)
  const tools = [...(functions.length === 0 ? [] : [{ functionDeclarations: functions }]), ...nativeTools]
  const mode = toCallingMode(choice)
  return present({ tools, toolConfig: mode && { functionCallingConfig: mode } })
}

const isNativeTool = (tool: Json): tool is JsonObject =>
  isObject(tool) && tool['type'] === undefined && tool['function'] === undefined

function toDeclaration(tool: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const offered = asObject(isObject(tool) ? tool['function'] : undefined)
  const name = asText(offered['name'])
  if (name === undefined) {
    report(`${path} must be a function with a name.`, path)
    return []
  }
  const { parameters } = offered
  return [
    present({
      name,
      description: asText(offered['description']),
      parameters:
        isObject(parameters) && Object.keys(parameters).length > 0 ? adaptSchema(parameters) : undefined,
    }),
  ]
}

const callingModes = { auto: 'AUTO', required: 'ANY', none: 'NONE' } as const

function toCallingMode({ mode, name }: ToolChoice): JsonObject | undefined {
  if (name !== undefined) return { mode: 'ANY', allowedFunctionNames: [name] }
  return mode && { mode: callingModes[mode] }
}
