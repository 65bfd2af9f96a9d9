// Events → chunks of a chat completion. The finish is sent once, at `message_stop`, because usage and stop reason
// may occur several times before and the last one counts. Unknown events are ignored.
import type { JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../adapter.ts'
import { chatChunk, toolCallMore, toolCallStart, usageChunk } from '../wire/chat.ts'
import { cutStream, vendorError } from '../wire/error.ts'
import { finishReason } from '../wire/finish-reason.ts'
import { asList, asObject, asText, isObject, parseJson } from '../wire/json.ts'
import { beginProgress, closeCall, deltaStep, openReply, type Progress } from '../wire/stream-progress.ts'
import { convertUsage } from './convert-usage.ts'
import { nativeEnding, refusalText } from './ending.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const progress = beginProgress(context, `msg_${context.identifier}`)
  return {
    event: event => {
      if (progress.over) return []
      const body = parseJson(event.data)
      if (!isObject(body)) return []
      return maps.get(asText(body['type']) ?? event.event ?? '')?.(body, progress) ?? []
    },
    end: () => {
      if (progress.over) return []
      progress.over = true
      return [{ error: cutStream }]
    },
  }
}

type EventMap = (body: JsonObject, progress: Progress) => readonly StreamStep[]

const maps: ReadonlyMap<string, EventMap> = new Map<string, EventMap>([
  ['message_start', startMessage],
  ['content_block_start', openBlock],
  ['content_block_delta', feedBlock],
  ['content_block_stop', (body, progress) => closeCall(body['index'], progress)],
  ['message_delta', heedTotals],
  ['message_stop', finishReply],
  ['error', failReply],
])

function startMessage(body: JsonObject, progress: Progress): readonly StreamStep[] {
  if (progress.opened) return []
  const message = asObject(body['message'])
  const { id, created, model } = progress.head
  progress.head = { id: asText(message['id']) ?? id, created, model: asText(message['model']) ?? model }
  progress.usage = asObject(message['usage'])
  return openReply(progress)
}

function openBlock(body: JsonObject, progress: Progress): readonly StreamStep[] {
  const block = asObject(body['content_block'])
  const kept = keptBlock({ index: body['index'] ?? null, content_block: block }, progress)
  if (block['type'] !== 'tool_use') return deltaStep({ ...textDelta(block), ...kept }, progress)
  const before = closeCall(body['index'], progress)
  const index = progress.calls
  progress.calls += 1
  progress.open.set(body['index'], { index, input: block['input'] ?? {}, fed: false })
  const id = asText(block['id']) ?? `call_${progress.context.identifier}_${index}`
  const started = toolCallStart(index, { id, name: asText(block['name']) ?? '', arguments: '' })
  return [...before, ...deltaStep({ ...started, ...kept }, progress)]
}

function feedBlock(body: JsonObject, progress: Progress): readonly StreamStep[] {
  const delta = asObject(body['delta'])
  const kept = keptBlock({ index: body['index'] ?? null, delta }, progress)
  const call = progress.open.get(body['index'])
  const piece = delta['type'] === 'input_json_delta' ? asText(delta['partial_json']) : undefined
  if (call === undefined || !piece) return deltaStep({ ...textDelta(delta), ...kept }, progress)
  call.fed = true
  return deltaStep({ ...toolCallMore(call.index, piece), ...kept }, progress)
}

/** Non-strict replies include the native blocks as they come. */
const keptBlock = (block: JsonObject, progress: Progress): JsonObject =>
  progress.context.strict ? {} : { content_blocks: [block] }

/** The text of a text block or of a text delta. */
function textDelta(part: JsonObject): JsonObject {
  const text = part['type'] === 'text' || part['type'] === 'text_delta' ? asText(part['text']) : undefined
  return text ? { content: text } : {}
}

/** Counts are running totals: later ones replace earlier ones and are never added. */
function heedTotals(body: JsonObject, progress: Progress): readonly StreamStep[] {
  const usage = Object.entries(asObject(body['usage'])).filter(([, value]) => value !== null)
  progress.usage = { ...progress.usage, ...Object.fromEntries(usage) }
  progress.ending = { ...progress.ending, ...asObject(body['delta']) }
  return []
}

function finishReply(_: JsonObject, progress: Progress): readonly StreamStep[] {
  const { context, head, ending } = progress
  const closed = [...progress.open.keys()].flatMap(index => closeCall(index, progress))
  const refusal = refusalText(ending)
  const reason = finishReason(asText(ending['stop_reason']), progress.calls > 0)
  const chunk = chatChunk(head, refusal === null ? {} : { refusal }, reason)
  const last = { chunk: context.strict ? chunk : withEnding(chunk, ending) }
  const usage = { chunk: usageChunk(head, convertUsage(progress.usage, context.strict)) }
  progress.over = true
  return [...closed, ...openReply(progress), last, ...(context.includeUsage ? [usage] : []), 'done']
}

const withEnding = (chunk: JsonObject, ending: JsonObject): JsonObject => ({
  ...chunk,
  choices: asList(chunk['choices']).map(choice => ({ ...asObject(choice), ...nativeEnding(ending) })),
})

/** The HTTP status of each error type outside of streams; it is sent as the code. */
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

function failReply(body: JsonObject, progress: Progress): readonly StreamStep[] {
  progress.over = true
  const error = vendorError(body, 500)
  const code = statuses.get(error.type ?? '')
  return [{ error: code === undefined ? error : { ...error, code } }]
}
