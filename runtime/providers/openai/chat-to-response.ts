// A chat → a request for a response at OpenAI: for models whose chats take no tools while they reason, and for counting tokens.
// Nothing is stored, so reasoning comes back encrypted; in a history it is a native block of the provider that wrote it.
// https://developers.openai.com/api/docs/guides/migrate-to-responses and npm openai 6, resources/responses, 2026-11.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import { budgetToEffort, stripIsError, withoutIncomplete } from '../../inbound/vendor-chat.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { isUnlimited } from '../../wire/conversions.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { withToolCalls } from '../../wire/history.ts'
import {
  type ConversionResult,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  unchanged,
} from '../../wire/parameters.ts'
import { boundCallId } from '../../wire/tool-call-ids.ts'

/** The native block of reasoning: an item of a response, and the provider that can read it. */
export const RESPONSE_ITEM = 'response_item'

/** The facts of the model count, but for what is true of chats only. */
export function chatToResponse(chat: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { facts, model, provider } = context
  const { thinking, reasoning_summary: summary = null } = chat
  const isSummarized = summary !== null || asObject(thinking)['display'] === 'summarized'
  const plain = withoutIncomplete(stripIsError(budgetToEffort(chat)))
  const ownFacts = facts && { ...facts, lacks: facts.lacks.filter(lack => lack !== 'tools-while-thinking') }
  const fitted = fitToFamily(plain.body, ownFacts)
  const { report, failure } = collectConversionErrors()
  const { parameters, dropped } = convertParameters(fitted.body, report, undefined)
  const { reasoning, ...others } = parameters
  const body = present({
    model,
    input: itemsOfMessages(fitted.body['messages'], provider),
    include: ['reasoning.encrypted_content'],
    store: false,
    ...toolFields(fitted.body),
    ...others,
    // Summaries have to be requested, and only organizations that the vendor has verified get them.
    reasoning: isSummarized ? { ...asObject(reasoning), summary: 'auto' } : reasoning,
  })
  const all = [...plain.dropped, ...fitted.dropped, ...dropped]
  const lost = isSummarized ? all.filter(name => name !== 'thinking') : all
  return failure() ?? { body, dropped: [...new Set(lost)].sort() }
}

const field =
  (outer: string, name: string) =>
  (value: Json): ConversionResult => ({ fields: { [outer]: { [name]: value } } })

const PARAMETERS: ParameterTable<undefined> = [
  ['model messages tools tool_choice parallel_tool_calls cache_control reasoning_summary', handledElsewhere],
  [
    'stream metadata user safety_identifier prompt_cache_key prompt_cache_retention service_tier store',
    unchanged,
  ],
  ['temperature top_p', unchanged],
  ['max_tokens max_completion_tokens', outputLimit],
  ['verbosity', field('text', 'verbosity')],
  ['response_format', value => ({ fields: { text: { format: formatOf(asObject(value)) } } })],
  ['reasoning_effort', field('reasoning', 'effort')],
  ['stream_options', streamOptions],
  ['n', ignoredWhen(1)],
  ['logprobs', ignoredWhen(false)],
  ['top_logprobs frequency_penalty presence_penalty', ignoredWhen(0)],
  ['logit_bias', ignoredWhen({})],
  ['modalities', ignoredWhen(['text'])],
]

const convertParameters = parameterConverter(PARAMETERS, new Set(['metadata']))

/** The smallest limit that a response takes. */
const SMALLEST_LIMIT = 16

function outputLimit(value: Json): ConversionResult {
  if (isUnlimited(value)) return {}
  const isTooSmall = typeof value === 'number' && value < SMALLEST_LIMIT
  return { fields: { max_output_tokens: isTooSmall ? SMALLEST_LIMIT : value }, isLossy: isTooSmall }
}

/** Usage is always reported. */
function streamOptions(value: Json): ConversionResult {
  const { include_usage: _, ...others } = asObject(value)
  return Object.keys(others).length === 0 ? {} : { fields: { stream_options: others } }
}

/** Tools, their choice and parallel calls. */
export const toolFields = ({ tools, tool_choice: choice, parallel_tool_calls }: JsonObject): JsonObject =>
  present({
    tools: isList(tools) ? tools.map(tool => toolOf(asObject(tool))) : undefined,
    tool_choice: choiceOf(choice),
    parallel_tool_calls: parallel_tool_calls ?? undefined,
  })

/** A response is strict by default, and requires parameters. */
function toolOf(tool: JsonObject): JsonObject {
  const { type, custom } = tool
  if (type !== 'custom') {
    const { strict, parameters = null, ...named } = asObject(tool['function'])
    const schema = parameters ?? { type: 'object', properties: {} }
    return { type: 'function', ...named, parameters: schema, strict: strict === true }
  }
  const { format, ...named } = asObject(custom)
  const { grammar, ...kind } = asObject(format)
  return present({ type, ...named, format: isObject(format) ? { ...kind, ...asObject(grammar) } : undefined })
}

function choiceOf(choice: Json | undefined): Json | undefined {
  if (!isObject(choice)) return choice ?? undefined
  const { type = null, allowed_tools: allowed } = choice
  if (type !== 'allowed_tools') return { type, ...asObject(choice[String(type)]) }
  const { tools, ...mode } = asObject(allowed)
  return { type, ...mode, tools: asList(tools).map(tool => choiceOf(tool) ?? null) }
}

export const formatOf = ({ type, json_schema: described }: JsonObject): JsonObject => ({
  type: type ?? null,
  ...asObject(described),
})

/** The most characters of the id of a call. */
const MAX_ID_LENGTH = 64

const idOf = (value: Json | undefined): string => boundCallId(asText(value) ?? '', MAX_ID_LENGTH)

/** `provider` is the one whose reasoning can be sent back; without it there is none. */
export function itemsOfMessages(
  messages: Json | undefined,
  provider: string | undefined,
): readonly JsonObject[] {
  const turns = withToolCalls(asList(messages)).map(asObject)
  const custom = new Set(
    turns.flatMap(({ tool_calls: calls }) =>
      asList(calls).flatMap(call => (asObject(call)['type'] === 'custom' ? idOf(asObject(call)['id']) : [])),
    ),
  )
  return turns.flatMap(message => {
    if (message['role'] === 'tool') return [resultOf(message, custom)]
    return message['role'] === 'assistant' ? replyItems(message, provider) : [messageItem(message)]
  })
}

function resultOf({ content = null, tool_call_id: id }: JsonObject, custom: ReadonlySet<string>): JsonObject {
  const call_id = idOf(id)
  const parts = isList(content) ? content.map(part => partOf(asObject(part), false)) : undefined
  const texts = parts?.every(({ type }) => type === 'input_text')
    ? parts.map(({ text }) => asText(text) ?? '').join('\n')
    : parts
  const type = custom.has(call_id) ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id, output: texts ?? content ?? '' }
}

function messageItem({ role, content = null }: JsonObject): JsonObject {
  const parts = isList(content) ? content.map(part => partOf(asObject(part), false)) : (content ?? '')
  return { role: role ?? null, content: parts }
}

/**
 * The items of a reply. Its native blocks are in their order, and whatever they lack follows: reasoning of another
 * provider cannot be read.
 */
function replyItems(message: JsonObject, provider: string | undefined): readonly JsonObject[] {
  const { content = null, refusal = null, tool_calls: calls, content_blocks: blocks } = message
  const native = asList(blocks).map(asObject)
  const called = asList(calls).map(call => ({ id: asObject(call)['id'], item: callOf(asObject(call)) }))
  const inBlocks = new Set(native.filter(({ type }) => type === 'tool_use').map(({ id }) => id))
  const own = native.some(({ type, origin }) => type === RESPONSE_ITEM && origin === provider)
  if (!own) return [...textItems(content, refusal), ...called.map(({ item }) => item)]
  const hasText = native.some(({ type }) => type === 'text')
  return [
    ...native.flatMap(block => blockItems(block, provider, called)),
    ...(hasText ? [] : textItems(content, refusal)),
    ...called.flatMap(({ id, item }) => (inBlocks.has(id) ? [] : [item])),
  ]
}

function blockItems(
  { type, item, origin, text, id }: JsonObject,
  provider: string | undefined,
  called: readonly { readonly id: Json | undefined; readonly item: JsonObject }[],
): readonly JsonObject[] {
  if (type === RESPONSE_ITEM) return origin === provider && isObject(item) ? [item] : []
  if (type === 'text') return textItems(text ?? null, null)
  return type === 'tool_use' ? called.flatMap(call => (call.id === id ? [call.item] : [])) : []
}

function textItems(content: Json, refusal: Json): readonly JsonObject[] {
  const parts = isList(content) ? content.map(part => partOf(asObject(part), true)) : content
  const refused = typeof refusal === 'string' && refusal !== '' ? [{ type: 'refusal', refusal }] : []
  if (refused.length > 0) {
    const before = typeof parts === 'string' && parts !== '' ? [{ type: 'output_text', text: parts }] : []
    return [{ role: 'assistant', content: [...(isList(parts) ? parts : before), ...refused] }]
  }
  const isEmpty = parts === null || parts === '' || (isList(parts) && parts.length === 0)
  return isEmpty ? [] : [{ role: 'assistant', content: parts }]
}

function callOf({ id, type, function: called, custom }: JsonObject): JsonObject {
  if (type === 'custom') {
    const { name = null, input = '' } = asObject(custom)
    return { type: 'custom_tool_call', call_id: idOf(id), name, input }
  }
  const { name = null, arguments: args } = asObject(called)
  const text = asText(args) ?? writeJson(args ?? {})
  return { type: 'function_call', call_id: idOf(id), name, arguments: text }
}

function partOf(part: JsonObject, isOwn: boolean): JsonObject {
  const { type, text, refusal, image_url: image, file } = part
  switch (type) {
    case 'image_url': {
      const { url, detail } = asObject(image)
      return present({ type: 'input_image', image_url: url, detail })
    }
    case 'file': {
      const { file_data: data, ...named } = asObject(file)
      const isLink = asText(data)?.startsWith('https://') === true
      return present({ type: 'input_file', ...named, [isLink ? 'file_url' : 'file_data']: data })
    }
    case 'refusal':
      return { type, refusal: refusal ?? '' }
    case 'input_audio':
      return { type, input_audio: part['input_audio'] ?? null }
    default:
      return { type: isOwn ? 'output_text' : 'input_text', text: text ?? '' }
  }
}
