// An OpenAI chat → the body of Converse: its parameters. Messages are in convert-to-messages.ts, tools in
// prepare-tools.ts; the model and whether to stream are in the path.
import {
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  between,
  copyTo,
  type FieldWriter,
  outputLimit,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
import { EFFORTS } from '../../wire/efforts.ts'
import { inlineMedia } from '../../wire/linked-media.ts'
import {
  type Conversion,
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  joinFields,
  type ParameterTable,
  parameterConverter,
  refuse,
} from '../../wire/parameters.ts'
import { fitToModelOfConverse } from './claude.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { amazonModel, factsOfModel, foundationModel, makerOf, modelPath } from './model.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(request: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { chat: body, dropped: unfit } = fitToModelOfConverse(request, context, report)
  const path = modelPath(context, context.stream ? 'converse-stream' : 'converse', report)
  const { system, messages } = convertToMessages(inlineMedia(body, context.media)['messages'], report)
  const tools = prepareTools(body, messages, context, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    messages,
    system,
    toolConfig: tools.toolConfig,
    ...joinFields(tools.modelFields, parameters),
  })
  const cached = fitCachePoints(converted, context)
  const all = [...dropped, ...unfit, ...tools.dropped, ...cached.dropped]
  return failure() ?? { body: cached.body, dropped: all.sort(), path }
}

const CACHED = ['system', 'messages', 'tools', 'ttl'] as const

/** The body with cache points where the model takes them; those that are left out are named, as the client writes them. */
function fitCachePoints(body: JsonObject, context: AdapterContext): ProviderBody {
  const maker = makerOf(foundationModel(context))
  // An ARN without its model may be Claude.
  const takes =
    maker === 'anthropic' || maker === undefined ? CACHED : (factsOfModel(context)?.cachePoints ?? [])
  const dropped = new Set<string>()
  const fitValue = (value: Json | undefined, position: (typeof CACHED)[number]): Json | undefined => {
    if (isList(value)) return value.flatMap(block => fitValue(block, position) ?? [])
    if (!isObject(value)) return value
    const { cachePoint, content } = value
    if (isObject(cachePoint)) {
      const { ttl, ...point } = cachePoint
      if (!takes.includes(position)) dropped.add('cache_control')
      else if (ttl !== undefined && !takes.includes('ttl')) dropped.add('cache_control.ttl')
      return takes.includes(position) ? { cachePoint: takes.includes('ttl') ? cachePoint : point } : undefined
    }
    return isList(content) ? { ...value, content: fitValue(content, position) ?? [] } : value
  }
  const { system, messages, toolConfig } = body
  const tools = asObject(toolConfig)['tools']
  const fitted = present({
    ...body,
    system: fitValue(system, 'system'),
    messages: fitValue(messages, 'messages'),
    toolConfig:
      tools === undefined ? toolConfig : { ...asObject(toolConfig), tools: fitValue(tools, 'tools') ?? [] },
  })
  return { body: dropped.size === 0 ? body : fitted, dropped: [...dropped] }
}

/** A native property of the body, unchanged. */
const nativeField = (name: string): Conversion => copyTo(toField(name))

const inference =
  (name: string): FieldWriter =>
  value => ({ inferenceConfig: { [name]: value } })

/**
 * Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others).
 * What Converse does not support, some models take in `additionalModelRequestFields`.
 */
const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice parallel_tool_calls', handledElsewhere],
  ...outputLimit(inference('maxTokens')),
  ['temperature', between(0, 1, inference('temperature'))],
  ['top_p', between(0, 1, inference('topP'))],
  ['n', singleChoice],
  ['stop', stopSequences(inference('stopSequences'))],
  ['response_format', responseFormat],
  ['service_tier', serviceTier],
  ['metadata', metadata],
  ...vendorOnlyParameters,
  ['frequency_penalty presence_penalty', ignoredWhen(0)],
  ['top_k', topK],
  ['reasoning_effort', convertEffort],
  // Last, so that native parameters take precedence over converted ones.
  ['thinking anthropic_beta output_config', (value, _, name) => additionalFields({ [name]: value })],
  [
    'additional_model_request_fields additionalModelRequestFields',
    nativeField('additionalModelRequestFields'),
  ],
  ['additionalModelResponseFieldPaths', nativeField('additionalModelResponseFieldPaths')],
  ['guardrail_config guardrailConfig', nativeField('guardrailConfig')],
  ['performance_config performanceConfig', nativeField('performanceConfig')],
  ['request_metadata requestMetadata', nativeField('requestMetadata')],
  ['inferenceConfig', nativeField('inferenceConfig')],
  ['outputConfig', nativeField('outputConfig')],
]

const convertParameters = parameterConverter(table)

/** The schema is sent as text. JSON without a schema has no equivalent in the dialect. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  const { schema, name, description } = asObject(described)
  if (type !== 'json_schema' || !isObject(schema)) return DROPPED
  const jsonSchema = present({
    schema: writeJson(closeSchema(schema)),
    name: asText(name),
    description: asText(description),
  })
  return { fields: { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } } }
}

/** `auto` leaves the choice to the provider, which is the default. */
function serviceTier(value: Json): ConversionResult {
  if (value === 'auto') return {}
  return value === 'default' || value === 'flex' || value === 'priority'
    ? { fields: { serviceTier: { type: value } } }
    : DROPPED
}

const KEY = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/
const VALUE = /^[a-zA-Z0-9\s:_@$#=/+,.-]{0,256}$/

/** Both have key-value pairs to find a call again; those with other characters are dropped. */
function metadata(value: Json): ConversionResult {
  const pairs = Object.entries(asObject(value))
  const fitting = pairs.filter(([key, text]) => KEY.test(key) && typeof text === 'string' && VALUE.test(text))
  const isLossy = fitting.length < pairs.length || !isObject(value)
  return fitting.length === 0
    ? { isLossy }
    : { fields: { requestMetadata: Object.fromEntries(fitting) }, isLossy }
}

/**
 * `additionalModelRequestFields`, which Converse passes to the model unchanged, with names that differ by
 * maker.
 */
const additionalFields = (fields: JsonObject): ConversionResult => ({
  fields: { additionalModelRequestFields: fields },
})

/** OpenAI does not have it; clients of other dialects do. */
function topK(value: Json, _: ReportConversionError, __: string, context: AdapterContext): ConversionResult {
  const model = foundationModel(context)
  if (amazonModel(model).startsWith('nova')) return additionalFields({ inferenceConfig: { topK: value } })
  return additionalFields(makerOf(model) === 'cohere' ? { k: value } : { top_k: value })
}

/** An effort that the model does not support is dropped; an unknown one is rejected. Claude's is converted already. */
function convertEffort(
  value: Json,
  report: ReportConversionError,
  name: string,
  context: AdapterContext,
): ConversionResult {
  if (typeof value !== 'string' || !EFFORTS.includes(value))
    return refuse(report, name, `${name} must be one of ${EFFORTS.join(', ')}.`)
  const { form, parameter } = factsOfModel(context)?.thinking ?? {}
  if (form !== 'effort') return DROPPED
  if (parameter !== 'reasoningConfig') return additionalFields({ reasoning_effort: value })
  const config = value === 'none' ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: value }
  return additionalFields({ reasoningConfig: config })
}

/** Keywords whose value is a map of schemas, not a schema. */
const schemaMaps = new Set(['properties', '$defs', 'definitions'])

/**
 * The schema of a structured output with every object closed (`additionalProperties: false`), as Converse
 * requires. What matches the closed schema matches the open one too, so the client gets what it requested.
 * Returns a copy; below `depth` the schema is unchanged.
 */
function closeSchema(schema: Json, depth = 64): Json {
  if (depth === 0) return schema
  if (isList(schema)) return schema.map(item => closeSchema(item, depth - 1))
  if (!isObject(schema)) return schema
  const copy: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeKeyword(key, value, depth - 1)]),
  )
  const open = schema['type'] === 'object' && schema['additionalProperties'] === undefined
  return open ? { ...copy, additionalProperties: false } : copy
}

function closeKeyword(key: string, value: Json, depth: number): Json {
  if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') return value
  if (!schemaMaps.has(key) || !isObject(value)) return closeSchema(value, depth)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeSchema(inner, depth)]))
}
