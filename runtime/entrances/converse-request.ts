// The body of Converse as that of a message. Both have turns of blocks, so most of it is a renaming; what a message cannot express is
// refused where the answer would depend on it, and named as dropped where not.
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  present,
  writeJson,
} from '../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import { fromRedacted } from './converse-reply.ts'

export interface ConvertedConversation {
  readonly message: JsonObject
  readonly betas: readonly Json[]
  readonly dropped: readonly string[]
}

/** Collects what is refused and what is dropped. */
interface Notes {
  readonly refuse: (param: string, message: string) => void
  readonly drop: (name: string) => void
}

/** Messages require a limit. It is that of a chat without one at Anthropic, and above the budget of thinking. */
const DEFAULT_LIMIT = 4096

export function convertConverse(
  body: JsonObject,
  model: string,
  isStreamed: boolean,
): ConvertedConversation | Failure {
  let refusal: Failure | undefined
  const dropped = new Set<string>()
  const notes: Notes = {
    refuse: (param, message) => {
      refusal ??= failure('invalid_request', message, { param })
    },
    drop: name => dropped.add(name),
  }
  const { system, messages, inferenceConfig, toolConfig, additionalModelRequestFields, ...others } = body
  const { anthropic_beta: betas, ...fields } = modelFields(additionalModelRequestFields, notes)
  const budget = asCount(asObject(fields['thinking'])['budget_tokens']) ?? 0
  const { maxTokens, temperature, topP, stopSequences, ...otherConfig } = asObject(inferenceConfig)
  for (const name of Object.keys(otherConfig)) notes.drop(`inferenceConfig.${name}`)
  const instructions = convertBlocks(system, 'system', notes)
  const message = present({
    model,
    max_tokens: maxTokens ?? budget + DEFAULT_LIMIT,
    temperature,
    top_p: topP,
    stop_sequences: stopSequences,
    system: instructions.length === 0 ? undefined : instructions,
    messages: asList(messages).map((turn, index) => {
      const { role, content } = asObject(turn)
      return present({ role, content: convertBlocks(content, `messages[${index}].content`, notes) })
    }),
    ...convertTools(asObject(toolConfig), notes),
    ...otherFields(others, notes),
    ...fields,
    stream: isStreamed ? true : undefined,
  })
  return refusal ?? { message, betas: asList(betas), dropped: [...dropped].sort() }
}

/** Fields of a message that clients of Converse send as fields of Claude. */
const CLAUDE_FIELDS = new Set([
  'anthropic_beta',
  'thinking',
  'output_config',
  'top_k',
  'top_p',
  'temperature',
])

/** What a model takes besides Converse's own fields: those of Claude, and the efforts of Nova and of gpt-oss. */
function modelFields(value: Json | undefined, { drop }: Notes): JsonObject {
  const fields: { [name: string]: Json | undefined } = {}
  for (const [name, field] of Object.entries(asObject(value))) {
    const { type = null, maxReasoningEffort: effort } = asObject(field)
    if (CLAUDE_FIELDS.has(name)) fields[name] = field
    else if (name === 'reasoning_config') fields['thinking'] = field
    else if (name === 'reasoning_effort') fields['output_config'] = { effort: field }
    else if (name === 'reasoningConfig' && type === 'disabled') fields['thinking'] = { type }
    else if (name === 'reasoningConfig' && effort !== undefined) fields['output_config'] = { effort }
    else if (name === 'inferenceConfig' && isObject(field) && Object.keys(field).join() === 'topK')
      fields['top_k'] = field['topK']
    else drop(`additionalModelRequestFields.${name}`)
  }
  return present(fields)
}

/** Fields of Converse besides the conversation. */
function otherFields(others: JsonObject, { refuse, drop }: Notes): JsonObject {
  const { outputConfig, guardrailConfig, promptVariables, ...unknown } = others
  if (guardrailConfig !== undefined)
    refuse(
      'guardrailConfig',
      'A guardrail of Bedrock is not applied here: set guardrails in the config, or in the manifest for every call.',
    )
  if (promptVariables !== undefined)
    refuse('promptVariables', "Prompts of Bedrock are not known here: use the gateway's prompts.")
  for (const [name, value] of Object.entries(unknown)) if (!isDefault(name, asObject(value))) drop(name)
  if (outputConfig === undefined) return {}
  const { schema } = asObject(
    asObject(asObject(asObject(outputConfig)['textFormat'])['structure'])['jsonSchema'],
  )
  const parsed = parseJson(asText(schema) ?? '')
  if (!isObject(parsed)) {
    refuse('outputConfig', 'outputConfig.textFormat.structure.jsonSchema.schema must be a JSON object.')
    return {}
  }
  return { output_config: { format: { type: 'json_schema', schema: parsed } } }
}

const isDefault = (name: string, { latency, type }: JsonObject): boolean =>
  (name === 'performanceConfig' && latency === 'standard') || (name === 'serviceTier' && type === 'default')

const CACHED = 'cache_control'

/** A cache point caches what precedes it, as the marker of the block before it does. */
function markCached(blocks: JsonObject[], point: Json, { drop }: Notes): void {
  const last = blocks.pop()
  if (last === undefined) return drop('cachePoint')
  const { ttl } = asObject(point)
  blocks.push({ ...last, [CACHED]: present({ type: 'ephemeral', ttl }) })
}

function convertTools({ tools, toolChoice }: JsonObject, notes: Notes): JsonObject {
  const converted: JsonObject[] = []
  for (const [index, tool] of asList(tools).entries()) {
    const { toolSpec, cachePoint, ...others } = asObject(tool)
    const { name, description, inputSchema, strict } = asObject(toolSpec)
    const [kind = 'tool'] = Object.keys(others)
    if (cachePoint !== undefined) markCached(converted, cachePoint, notes)
    else if (isObject(toolSpec))
      converted.push(present({ name, description, input_schema: asObject(inputSchema)['json'], strict }))
    else
      notes.refuse('toolConfig.tools', `toolConfig.tools[${index}] is a ${kind}, which is not served here.`)
  }
  const { any, tool } = asObject(toolChoice)
  const choice = isObject(tool) ? { type: 'tool', ...tool } : { type: any === undefined ? 'auto' : 'any' }
  return converted.length === 0
    ? {}
    : present({ tools: converted, tool_choice: toolChoice === undefined ? undefined : choice })
}

function convertBlocks(content: Json | undefined, path: string, notes: Notes): readonly JsonObject[] {
  const blocks: JsonObject[] = []
  for (const [index, block] of asList(content).entries()) {
    const [kind = '', value = null] = Object.entries(asObject(block))[0] ?? []
    const converted =
      kind === 'cachePoint' ? undefined : convertBlock(kind, value, `${path}[${index}]`, notes)
    if (kind === 'cachePoint') markCached(blocks, value, notes)
    else if (converted !== undefined) blocks.push(converted)
  }
  return blocks
}

function convertBlock(kind: string, value: Json, path: string, notes: Notes): JsonObject | undefined {
  const fields = asObject(value)
  switch (kind) {
    case 'text':
      return { type: 'text', text: value }
    case 'image':
      return convertImage(fields, path, notes)
    case 'document':
      return convertDocument(fields, path, notes)
    case 'toolUse':
      return present({
        type: 'tool_use',
        id: fields['toolUseId'],
        name: fields['name'],
        input: fields['input'] ?? {},
      })
    case 'toolResult':
      return present({
        type: 'tool_result',
        tool_use_id: fields['toolUseId'],
        content: convertBlocks(fields['content'], `${path}.toolResult.content`, notes),
        is_error: fields['status'] === 'error' ? true : undefined,
      })
    case 'json':
      return { type: 'text', text: writeJson(value) }
    case 'guardContent': {
      // Marks content for a guardrail of Bedrock, which no call here has.
      const { text } = asObject(fields['text'])
      notes.drop('guardContent')
      return typeof text === 'string' ? { type: 'text', text } : undefined
    }
    case 'reasoningContent':
      return convertReasoning(fields)
    default:
      notes.refuse(path, `${path} is ${quoted(kind)}, which is not served here.`)
      return undefined
  }
}

function convertReasoning({ reasoningText, redactedContent }: JsonObject): JsonObject | undefined {
  if (typeof redactedContent === 'string')
    return { type: 'redacted_thinking', data: fromRedacted(redactedContent) }
  const { text = '', signature = '' } = asObject(reasoningText)
  return { type: 'thinking', thinking: text, signature }
}

/** Bytes; objects of S3 are out of reach. */
function bytesOf({ source }: JsonObject, path: string, { refuse }: Notes): Json {
  const { bytes } = asObject(source)
  if (typeof bytes === 'string') return bytes
  refuse(path, `${path} has no bytes: objects of S3 are not read here.`)
  return ''
}

function convertImage(image: JsonObject, path: string, notes: Notes): JsonObject {
  const format = asText(image['format']) ?? ''
  const bytes = bytesOf(image, path, notes)
  return { type: 'image', source: { type: 'base64', media_type: `image/${format}`, data: bytes } }
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** The formats that are text, and the media types of the others. */
const TEXTS = new Set(['txt', 'md', 'csv', 'html'])
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', `${OFFICE}.wordprocessingml.document`],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', `${OFFICE}.spreadsheetml.sheet`],
])

function convertDocument(document: JsonObject, path: string, notes: Notes): JsonObject {
  const { format, name, context, citations, source } = document
  const { text, content } = asObject(source)
  const media = MEDIA_TYPES.get(asText(format) ?? '')
  const about = present({ title: name, context, citations })
  if (content !== undefined) {
    const parts = asList(content).map(part => ({ type: 'text', text: asObject(part)['text'] ?? '' }))
    return { type: 'document', ...about, source: { type: 'content', content: parts } }
  }
  if (typeof text === 'string')
    return { type: 'document', ...about, source: { type: 'text', media_type: 'text/plain', data: text } }
  const bytes = bytesOf(document, path, notes)
  if (media !== undefined)
    return { type: 'document', ...about, source: { type: 'base64', media_type: media, data: bytes } }
  if (!TEXTS.has(asText(format) ?? ''))
    notes.refuse(
      path,
      `${path} is a document of the format ${quoted(asText(format) ?? '')}, which is not served here.`,
    )
  const decoded = new TextDecoder().decode(Buffer.from(String(bytes), 'base64'))
  return { type: 'document', ...about, source: { type: 'text', media_type: 'text/plain', data: decoded } }
}
