// Converse stream events → chunks of a chat completion. The counts follow the stop event, so the finish is sent when
// both were received, or when the body ends after the stop. Unknown events are ignored.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep, VendorError } from '../../values/adapter.ts'
import { blockDeltaFields } from '../../wire/block-fields.ts'
import { chatChunk, toolCallDelta, toolCallStart, usageChunk } from '../../wire/chat.ts'
import { streamTruncatedError } from '../../wire/error.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import {
  closeCall,
  createStreamState,
  deltaStep,
  type StreamState,
  startReply,
  textStep,
} from '../../wire/stream-state.ts'
import { JSON_TEXT, matchText } from '../../wire/text-chunk.ts'
import { mergeUsage } from '../../wire/usage.ts'
import { convertUsage } from './convert-reply.ts'
import { blockOf, isClientCall } from './native-blocks.ts'
import { frameError, isExceptionEvent } from './read-error.ts'

/** A text delta as the provider writes it, with its padding; in any other form it is parsed. */
const TEXT_DELTA = new RegExp(
  String.raw`^\{"contentBlockIndex":\d+,"delta":\{"text":${JSON_TEXT}\}(?:,"p":"[a-zA-Z0-9]*")?\}$`,
)

interface ConverseStreamState {
  readonly reply: StreamState
  readonly blocks: BlockAccumulator
  stopped: boolean
  counted: boolean
  serviceTier: Json | undefined
}

export function mapStream(context: AdapterContext): StreamMapper {
  const reply = createStreamState(context, `chatcmpl-${context.identifier}`)
  const state: ConverseStreamState = {
    reply,
    blocks: createBlockAccumulator(),
    stopped: false,
    counted: false,
    serviceTier: undefined,
  }
  return {
    event: ({ event = '', data: payload }) => {
      if (reply.ended) return []
      if (isExceptionEvent(event)) return failStream(frameError(event, payload), reply)
      const written =
        context.strict && event === 'contentBlockDelta' ? matchText(TEXT_DELTA, payload) : undefined
      if (written !== undefined) return textStep(written, reply)
      const map = eventMaps.get(event)
      if (map === undefined) return []
      const body = parseJson(payload)
      return isObject(body) ? map(body, state) : []
    },
    end: () => {
      if (reply.ended) return []
      return state.stopped ? finishStream(state) : failStream(streamTruncatedError, reply)
    },
  }
}

function failStream(error: VendorError, reply: StreamState): readonly StreamStep[] {
  reply.ended = true
  return [{ error }]
}

type EventMap = (body: JsonObject, state: ConverseStreamState) => readonly StreamStep[]

const eventMaps: ReadonlyMap<string, EventMap> = new Map<string, EventMap>([
  ['messageStart', (_, { reply }) => startReply(reply)],
  ['contentBlockStart', openBlock],
  ['contentBlockDelta', convertDelta],
  ['contentBlockStop', (body, { reply }) => closeCall(body['contentBlockIndex'], reply)],
  ['messageStop', onStop],
  ['metadata', onMetadata],
])

function openBlock(body: JsonObject, { reply, blocks }: ConverseStreamState): readonly StreamStep[] {
  const blockIndex = body['contentBlockIndex'] ?? null
  const start = asObject(body['start'])
  const { toolUse } = start
  if (!isClientCall(toolUse))
    return deltaStep(blockField(startBlock(blockIndex, start, blocks), reply), reply)
  const before = closeCall(blockIndex, reply)
  const index = reply.callCount
  reply.callCount += 1
  reply.openCalls.set(blockIndex, { index, input: {}, fed: false })
  const id = asText(toolUse['toolUseId']) ?? `call_${reply.context.identifier}_${index}`
  const name = asText(toolUse['name']) ?? ''
  const startWithId = { toolUse: { ...toolUse, toolUseId: id, name } }
  const started = toolCallStart(index, { id, name, arguments: '' })
  return [
    ...before,
    ...deltaStep({ ...started, ...blockField(startBlock(blockIndex, startWithId, blocks), reply) }, reply),
  ]
}

function convertDelta(body: JsonObject, { reply, blocks }: ConverseStreamState): readonly StreamStep[] {
  const blockIndex = body['contentBlockIndex'] ?? null
  const delta = asObject(body['delta'])
  const block = blockField(feedBlock(blockIndex, delta, blocks), reply)
  const call = reply.openCalls.get(blockIndex)
  const piece = asText(asObject(delta['toolUse'])['input'])
  if (call === undefined || !piece) return deltaStep({ ...textDelta(delta['text']), ...block }, reply)
  call.fed = true
  return deltaStep({ ...toolCallDelta(call.index, piece), ...block }, reply)
}

const textDelta = (text: Json | undefined): JsonObject =>
  typeof text === 'string' && text !== '' ? { content: text } : {}

/** Non-strict replies include the blocks as they come. */
const blockField = (block: JsonObject | undefined, { context }: StreamState): JsonObject =>
  context.strict || block === undefined ? {} : blockDeltaFields([block])

function onStop(body: JsonObject, state: ConverseStreamState): readonly StreamStep[] {
  // An end without anything before it, or without a reason, ends nothing.
  if (!state.reply.roleSent || !asText(body['stopReason']))
    return failStream(streamTruncatedError, state.reply)
  state.stopped = true
  state.reply.finalFields = body
  return state.counted ? finishStream(state) : []
}

function onMetadata(body: JsonObject, state: ConverseStreamState): readonly StreamStep[] {
  state.counted = true
  state.reply.usage = mergeUsage(state.reply.usage, asObject(body['usage']))
  state.serviceTier = body['serviceTier'] ?? state.serviceTier
  return state.stopped ? finishStream(state) : []
}

/** Usage is sent when it was requested and is known. */
function finishStream({ reply, counted, serviceTier }: ConverseStreamState): readonly StreamStep[] {
  const { context, head } = reply
  const closed = [...reply.openCalls.keys()].flatMap(index => closeCall(index, reply))
  const native = asText(reply.finalFields['stopReason'])
  const chunk = chatChunk(head, {}, finishReason(native, reply.callCount > 0))
  const last = { chunk: context.strict ? chunk : withReason(chunk, native ?? null) }
  const usage = { chunk: usageChunk(head, convertUsage(reply.usage, context.strict, serviceTier)) }
  reply.ended = true
  return [...closed, ...startReply(reply), last, ...(context.includeUsage && counted ? [usage] : []), 'done']
}

const withReason = (chunk: JsonObject, native: string | null): JsonObject => ({
  ...chunk,
  choices: asList(chunk['choices']).map(choice => ({ ...asObject(choice), native_finish_reason: native })),
})

/**
 * The indexes of the open blocks. `content_blocks` of a stream get each block, then its deltas. Converse
 * opens only tool call blocks, so a block of text or reasoning starts with its first delta.
 */
type BlockAccumulator = Set<Json>

const createBlockAccumulator = (): BlockAccumulator => new Set()

/**
 * The entry of a block that the stream opens explicitly. Blocks other than calls come in parts, and cannot go back
 * unchanged.
 */
function startBlock(index: Json, start: JsonObject, started: BlockAccumulator): JsonObject {
  started.add(index)
  const { toolUse } = start
  const block = isClientCall(toolUse)
    ? blockOf({ toolUse: { ...toolUse, input: {} } })
    : { type: 'converse_start', start }
  return { index, content_block: block }
}

/** The entry of a delta; undefined for an empty one. */
function feedBlock(index: Json, delta: JsonObject, started: BlockAccumulator): JsonObject | undefined {
  if (Object.keys(delta).length === 0) return undefined
  if (started.has(index)) return { index, delta: deltaOf(delta) }
  started.add(index)
  return { index, content_block: firstBlock(delta) }
}

function deltaOf(delta: JsonObject): JsonObject {
  const { text, toolUse, citation } = delta
  const { text: thought, signature, redactedContent } = asObject(delta['reasoningContent'])
  const { input } = asObject(toolUse)
  if (typeof text === 'string') return { type: 'text_delta', text }
  if (typeof thought === 'string') return { type: 'thinking_delta', thinking: thought }
  if (typeof signature === 'string') return { type: 'signature_delta', signature }
  if (typeof redactedContent === 'string') return { type: 'redacted_thinking_delta', data: redactedContent }
  if (typeof input === 'string') return { type: 'input_json_delta', partial_json: input }
  return citation === undefined ? { type: 'converse_delta', delta } : { type: 'citations_delta', citation }
}

function firstBlock(delta: JsonObject): JsonObject {
  const reasoning = asObject(delta['reasoningContent'])
  const { text, signature, redactedContent } = reasoning
  if (typeof text === 'string' || typeof signature === 'string')
    return blockOf({ reasoningContent: { reasoningText: reasoning } })
  if (typeof delta['text'] === 'string' || typeof redactedContent === 'string') return blockOf(delta)
  if (delta['citation'] === undefined) return { type: 'converse_start', start: delta }
  return { type: 'text', text: '', citations: [delta['citation']] }
}
