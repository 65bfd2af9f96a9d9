// Events → chunks of a chat completion. The finish is sent once, at `message_stop`, because usage and stop reason
// may occur several times before and the last one counts. Unknown events are ignored.
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../../values/adapter.ts'
import { blockDeltaFields } from '../../wire/block-fields.ts'
import { chatChunk, toolCallDelta, toolCallStart, usageChunk } from '../../wire/chat.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import { chatError } from '../../wire/error-kind.ts'
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
import { convertUsage, nativeFinish, refusalText } from './convert-reply.ts'

/** A text delta as the provider writes it, with its padding; in any other form it is parsed. */
const TEXT_DELTA = new RegExp(
  String.raw`^\{"type": ?"content_block_delta", ?"index": ?\d+, ?"delta": ?\{"type": ?"text_delta", ?"text": ?${JSON_TEXT} *\} *\}$`,
)

export function mapStream(context: AdapterContext): StreamMapper {
  const state = createStreamState(context, `msg_${context.identifier}`)
  return {
    event: event => {
      if (state.ended) return []
      const written = context.strict ? matchText(TEXT_DELTA, event.data) : undefined
      if (written !== undefined) return textStep(written, state)
      const body = parseJson(event.data)
      if (!isObject(body)) return []
      return eventMaps.get(asText(body['type']) ?? event.event ?? '')?.(body, state) ?? []
    },
    end: () => (state.ended ? [] : truncated(state)),
    reported: () =>
      Object.keys(state.usage).length === 0 ? undefined : convertUsage(state.usage, context.strict),
  }
}

type EventMap = (body: JsonObject, state: StreamState) => readonly StreamStep[]

const eventMaps: ReadonlyMap<string, EventMap> = new Map<string, EventMap>([
  ['message_start', startMessage],
  ['content_block_start', startBlock],
  ['content_block_delta', appendToBlock],
  ['content_block_stop', (body, state) => closeCall(body['index'], state)],
  ['message_delta', updateTotals],
  ['message_stop', finishStream],
  ['error', failStream],
])

function startMessage(body: JsonObject, state: StreamState): readonly StreamStep[] {
  if (state.roleSent) return []
  const message = asObject(body['message'])
  const { id, created, model } = state.head
  state.head = { id: asText(message['id']) ?? id, created, model: asText(message['model']) ?? model }
  state.usage = asObject(message['usage'])
  return startReply(state)
}

function startBlock(body: JsonObject, state: StreamState): readonly StreamStep[] {
  const block = asObject(body['content_block'])
  const nativeBlockField = nativeBlock({ index: body['index'] ?? null, content_block: block }, state)
  if (block['type'] !== 'tool_use') return deltaStep({ ...textDelta(block), ...nativeBlockField }, state)
  const before = closeCall(body['index'], state)
  const index = state.callCount
  state.callCount += 1
  state.openCalls.set(body['index'], { index, input: block['input'] ?? {}, fed: false })
  const id = asText(block['id']) ?? `call_${state.context.identifier}_${index}`
  const started = toolCallStart(index, { id, name: asText(block['name']) ?? '', arguments: '' })
  return [...before, ...deltaStep({ ...started, ...nativeBlockField }, state)]
}

function appendToBlock(body: JsonObject, state: StreamState): readonly StreamStep[] {
  const delta = asObject(body['delta'])
  const nativeBlockField = nativeBlock({ index: body['index'] ?? null, delta }, state)
  const call = state.openCalls.get(body['index'])
  const piece = delta['type'] === 'input_json_delta' ? asText(delta['partial_json']) : undefined
  if (call === undefined || !piece) return deltaStep({ ...textDelta(delta), ...nativeBlockField }, state)
  call.fed = true
  return deltaStep({ ...toolCallDelta(call.index, piece), ...nativeBlockField }, state)
}

/** Non-strict replies include the native blocks as they come. */
const nativeBlock = (block: JsonObject, state: StreamState): JsonObject =>
  state.context.strict ? {} : blockDeltaFields([block])

/** The text of a text block or of a text delta. */
function textDelta(part: JsonObject): JsonObject {
  const text = part['type'] === 'text' || part['type'] === 'text_delta' ? asText(part['text']) : undefined
  return text ? { content: text } : {}
}

/** Counts are running totals: later ones replace earlier ones and are never added. */
function updateTotals(body: JsonObject, state: StreamState): readonly StreamStep[] {
  state.usage = mergeUsage(state.usage, asObject(body['usage']))
  state.finalFields = { ...state.finalFields, ...asObject(body['delta']) }
  return []
}

function truncated(state: StreamState): readonly StreamStep[] {
  state.ended = true
  return [{ error: streamTruncatedError }]
}

/** A message without a stop reason is not whole. */
function finishStream(_: JsonObject, state: StreamState): readonly StreamStep[] {
  const { context, head, finalFields } = state
  const native = asText(finalFields['stop_reason'])
  if (!native) return truncated(state)
  const closed = [...state.openCalls.keys()].flatMap(index => closeCall(index, state))
  const refusal = refusalText(finalFields)
  const reason = finishReason(native, state.callCount > 0)
  const chunk = chatChunk(head, refusal === null ? {} : { refusal }, reason)
  const last = { chunk: context.strict ? chunk : withNativeFinish(chunk, finalFields) }
  const usage = { chunk: usageChunk(head, convertUsage(state.usage, context.strict)) }
  state.ended = true
  return [...closed, ...startReply(state), last, ...(context.includeUsage ? [usage] : []), 'done']
}

const withNativeFinish = (chunk: JsonObject, finalFields: JsonObject): JsonObject => ({
  ...chunk,
  choices: asList(chunk['choices']).map(choice => ({ ...asObject(choice), ...nativeFinish(finalFields) })),
})

/** The HTTP status of each error type outside of streams. */
const statuses: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
])

function failStream(body: JsonObject, state: StreamState): readonly StreamStep[] {
  state.ended = true
  const error = vendorError(body, 500)
  return [{ error: chatError(error, statuses.get(error.type ?? '')) }]
}
