// A response of OpenAI → a chat completion, whole and streamed. Reasoning is a native block of replies that are not strict.
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
} from '../../../schemas/values/json.ts'
import type {
  AdapterContext,
  EndpointAdapter,
  StreamMapper,
  StreamStep,
  VendorError,
} from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { type BlockIndexes, blockDeltaFields, blockFields, thinkingEntry } from '../../wire/block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, toolCallDelta } from '../../wire/chat.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import {
  createStreamState,
  deltaStep,
  failStream,
  finishStream,
  type StreamState,
  textStep,
} from '../../wire/stream-state.ts'
import { usageShape } from '../../wire/usage.ts'
import { chatToResponse, RESPONSE_ITEM } from './chat-to-response.ts'

/** Chats at `/responses`. */
export const chatAsResponse: EndpointAdapter = {
  request: chatToResponse,
  reply: (body, context) => toChat(asObject(body as Json), context),
  stream: mapStream,
}

function toChat(response: JsonObject, context: AdapterContext): JsonObject | Failure {
  if (!Array.isArray(response['output'])) return unreadableReply("The provider's reply is not a response.")
  const { status } = response
  if (status === 'failed' || status === 'cancelled') return failedReply(response)
  const items = asList(response['output']).map(asObject)
  const calls = items.flatMap(callOf)
  const text = items.flatMap(item => partsOf(item, 'output_text', 'text')).join('')
  const refusal = items.flatMap(item => partsOf(item, 'refusal', 'refusal')).join('')
  const blocks = items.flatMap(item => blocksOf(item, context))
  const message = chatMessage({
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    toolCalls: [],
    extra: {
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(context.strict || blocks.length === 0 ? {} : blockFields(blocks)),
    },
  })
  const { model, created, id } = headOf(response, context)
  const choice = chatChoice(0, message, finishReason(nativeReason(response), calls.length > 0))
  const chat = chatCompletion({ id, created, model }, [choice], usageOf(response) ?? {})
  const { service_tier: tier = null } = response
  return tier === null ? chat : { ...chat, service_tier: tier }
}

const failedReply = (response: JsonObject): Failure =>
  failure('invalid_upstream_reply', errorOf(response).message)

const headOf = (
  { id, created_at: created, model }: JsonObject,
  context: AdapterContext,
): { readonly id: string; readonly created: number; readonly model: string } => ({
  id: asText(id) ?? `chatcmpl-${context.identifier}`,
  created: asCount(created) ?? context.now,
  model: asText(model) ?? context.model,
})

/** The reason in the words of the vendor, which `finishReason` knows. */
function nativeReason({ status, incomplete_details: details }: JsonObject): string {
  return status === 'incomplete' ? (asText(asObject(details)['reason']) ?? 'max_output_tokens') : 'stop'
}

const errorOf = (response: JsonObject): VendorError =>
  response['error'] === null || response['error'] === undefined
    ? { message: `The response is ${asText(response['status']) ?? 'unknown'}.`, type: 'server_error' }
    : vendorError(response, 502)

function usageOf({ usage = null }: JsonObject): JsonObject | undefined {
  if (!isObject(usage)) return undefined
  const read = asObject(usage['input_tokens_details'])
  return usageShape({
    prompt: asCount(usage['input_tokens']) ?? 0,
    completion: asCount(usage['output_tokens']) ?? 0,
    cached: asCount(read['cached_tokens']),
    written: asCount(read['cache_write_tokens']),
    reasoning: asCount(asObject(usage['output_tokens_details'])['reasoning_tokens']),
  })
}

const partsOf = (item: JsonObject, type: string, name: string): readonly string[] =>
  asList(item['content'])
    .map(asObject)
    .flatMap(part => (part['type'] === type ? (asText(part[name]) ?? []) : []))

function callOf({ type, call_id: id, name, arguments: args, input }: JsonObject): readonly JsonObject[] {
  if (type === 'function_call')
    return [{ id: id ?? '', type: 'function', function: { name: name ?? '', arguments: args ?? '' } }]
  if (type !== 'custom_tool_call') return []
  return [{ id: id ?? '', type: 'custom', custom: { name: name ?? '', input: input ?? '' } }]
}

/** The block of an item, in the order of the output: calls and text have theirs, so that reasoning stays where it was. */
function blocksOf(item: JsonObject, context: AdapterContext): readonly JsonObject[] {
  const { type, call_id: id = null, name = null, arguments: args } = item
  if (type === 'reasoning') {
    const thinking = summaryOf(item)
    return [...(thinking === '' ? [] : [{ type: 'thinking', thinking }]), reasoningBlock(item, context)]
  }
  if (type === 'message') {
    const text = partsOf(item, 'output_text', 'text').join('')
    return text === '' ? [] : [{ type: 'text', text }]
  }
  return type === 'function_call'
    ? [{ type: 'tool_use', id, name, input: asObject(parseJson(asText(args) ?? '')) }]
    : []
}

const summaryOf = ({ summary, content }: JsonObject): string =>
  [...asList(summary), ...asList(content)].map(part => asText(asObject(part)['text']) ?? '').join('\n\n')

/** What must come back: the provider is named, because no other can read it. The summary is in the thinking, where guards read it. */
function reasoningBlock({ id, encrypted_content }: JsonObject, { provider }: AdapterContext): JsonObject {
  const item = present({ type: 'reasoning', id, summary: [], encrypted_content })
  return present({ type: RESPONSE_ITEM, origin: provider, item })
}

interface ResponseStream extends StreamState {
  /** The indexes of calls, by the index of their item. */
  readonly calls: Map<Json | undefined, number>
  readonly indexes: BlockIndexes
}

function mapStream(context: AdapterContext): StreamMapper {
  const state: ResponseStream = {
    ...createStreamState(context, `chatcmpl-${context.identifier}`),
    calls: new Map(),
    indexes: new Map(),
  }
  return {
    event: event => {
      if (state.ended) return []
      const body = parseJson(event.data)
      return isObject(body) ? (EVENTS[asText(body['type']) ?? '']?.(body, state) ?? []) : []
    },
    end: () => (state.ended ? [] : failStream(streamTruncatedError, state)),
  }
}

type EventMap = (body: JsonObject, state: ResponseStream) => readonly StreamStep[]

const EVENTS: Readonly<Record<string, EventMap>> = {
  'response.created': start,
  'response.output_item.added': addItem,
  'response.output_item.done': endItem,
  'response.output_text.delta': ({ delta }, state) =>
    asText(delta) ? textStep(JSON.stringify(delta), state) : [],
  'response.refusal.delta': ({ delta }, state) => deltaStep({ refusal: delta ?? '' }, state),
  'response.function_call_arguments.delta': ({ output_index: at, delta }, state) =>
    callDelta(at, text => toolCallDelta(0, text), delta, state),
  'response.custom_tool_call_input.delta': ({ output_index: at, delta }, state) =>
    callDelta(at, input => ({ tool_calls: [{ index: 0, custom: { input } }] }), delta, state),
  'response.reasoning_summary_part.added': ({ output_index: at, summary_index: part }, state) =>
    part === 0 ? [] : thought(at, '\n\n', state),
  'response.reasoning_summary_text.delta': ({ output_index: at, delta }, state) =>
    thought(at, asText(delta) ?? '', state),
  'response.completed': finish,
  'response.incomplete': finish,
  'response.failed': ({ response }, state) => failStream(errorOf(asObject(response)), state),
  error: (body, state) => failStream(vendorError(body, 500), state),
}

function start({ response }: JsonObject, state: ResponseStream): readonly StreamStep[] {
  state.head = headOf(asObject(response), state.context)
  return []
}

function addItem({ item, output_index: at }: JsonObject, state: ResponseStream): readonly StreamStep[] {
  const [call] = callOf(asObject(item))
  if (call === undefined) return []
  const index = state.callCount
  state.callCount += 1
  state.calls.set(at, index)
  return deltaStep({ tool_calls: [{ index, ...call }] }, state)
}

function endItem({ item, output_index: at }: JsonObject, state: ResponseStream): readonly StreamStep[] {
  const ended = asObject(item)
  if (ended['type'] !== 'reasoning' || state.context.strict) return []
  const index = state.indexes.size
  state.indexes.set(`${at}/state`, index)
  const block = reasoningBlock(ended, state.context)
  return deltaStep(blockDeltaFields([{ index, content_block: block }]), state)
}

function callDelta(
  at: Json | undefined,
  write: (text: string) => JsonObject,
  delta: Json | undefined,
  state: ResponseStream,
): readonly StreamStep[] {
  const index = state.calls.get(at)
  const text = asText(delta) ?? ''
  if (index === undefined || text === '') return []
  const entries = asList(write(text)['tool_calls']).map(call => ({ ...asObject(call), index }))
  return deltaStep({ tool_calls: entries }, state)
}

function thought(at: Json | undefined, text: string, state: ResponseStream): readonly StreamStep[] {
  if (state.context.strict || text === '') return []
  return deltaStep(blockDeltaFields([thinkingEntry(String(at), text, state.indexes)]), state)
}

function finish({ response }: JsonObject, state: ResponseStream): readonly StreamStep[] {
  const ended = asObject(response)
  return finishStream(state, nativeReason(ended), usageOf(ended))
}
