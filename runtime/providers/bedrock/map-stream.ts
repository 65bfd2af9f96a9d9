// Converse stream events → chunks of a chat completion. The counts follow the stop event, so the finish is sent
// when both were received, or when the body ends after the stop. Unknown events are ignored.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamMapper, StreamStep, VendorError } from '../adapter.ts'
import { chatChunk, toolCallMore, toolCallStart, usageChunk } from '../wire/chat.ts'
import { cutStream } from '../wire/error.ts'
import { finishReason } from '../wire/finish-reason.ts'
import { asList, asObject, asText, isObject, parseJson } from '../wire/json.ts'
import { beginProgress, closeCall, deltaStep, openReply, type Progress } from '../wire/stream-progress.ts'
import { type BlockProgress, beginBlocks, feedBlock, startBlock } from './block-progress.ts'
import { convertUsage } from './convert-usage.ts'
import { isCall } from './own-blocks.ts'
import { frameError, isException } from './read-error.ts'

interface ConverseProgress {
  readonly reply: Progress
  readonly blocks: BlockProgress
  stopped: boolean
  counted: boolean
}

export function mapStream(context: AdapterContext): StreamMapper {
  const reply = beginProgress(context, `chatcmpl-${context.identifier}`)
  const progress: ConverseProgress = { reply, blocks: beginBlocks(), stopped: false, counted: false }
  return {
    event: ({ event = '', data: payload }) => {
      if (reply.over) return []
      if (isException(event)) return fail(frameError(event, payload), reply)
      const body = parseJson(payload)
      return isObject(body) ? (maps.get(event)?.(body, progress) ?? []) : []
    },
    end: () => {
      if (reply.over) return []
      return progress.stopped ? finishReply(progress) : fail(cutStream, reply)
    },
  }
}

function fail(error: VendorError, reply: Progress): readonly StreamStep[] {
  reply.over = true
  return [{ error }]
}

type EventMap = (body: JsonObject, progress: ConverseProgress) => readonly StreamStep[]

const maps: ReadonlyMap<string, EventMap> = new Map<string, EventMap>([
  ['messageStart', (_, { reply }) => openReply(reply)],
  ['contentBlockStart', openBlock],
  ['contentBlockDelta', takeDelta],
  ['contentBlockStop', (body, { reply }) => closeCall(body['contentBlockIndex'], reply)],
  ['messageStop', heedStop],
  ['metadata', heedCounts],
])

function openBlock(body: JsonObject, { reply, blocks }: ConverseProgress): readonly StreamStep[] {
  const at = body['contentBlockIndex'] ?? null
  const start = asObject(body['start'])
  const { toolUse } = start
  if (!isCall(toolUse)) return deltaStep(kept(startBlock(at, start, blocks), reply), reply)
  const before = closeCall(at, reply)
  const index = reply.calls
  reply.calls += 1
  reply.open.set(at, { index, input: {}, fed: false })
  const id = asText(toolUse['toolUseId']) ?? `call_${reply.context.identifier}_${index}`
  const name = asText(toolUse['name']) ?? ''
  const named = { toolUse: { ...toolUse, toolUseId: id, name } }
  const started = toolCallStart(index, { id, name, arguments: '' })
  return [...before, ...deltaStep({ ...started, ...kept(startBlock(at, named, blocks), reply) }, reply)]
}

function takeDelta(body: JsonObject, { reply, blocks }: ConverseProgress): readonly StreamStep[] {
  const at = body['contentBlockIndex'] ?? null
  const delta = asObject(body['delta'])
  const block = kept(feedBlock(at, delta, blocks), reply)
  const call = reply.open.get(at)
  const piece = asText(asObject(delta['toolUse'])['input'])
  if (call === undefined || !piece) return deltaStep({ ...textDelta(delta['text']), ...block }, reply)
  call.fed = true
  return deltaStep({ ...toolCallMore(call.index, piece), ...block }, reply)
}

const textDelta = (text: Json | undefined): JsonObject =>
  typeof text === 'string' && text !== '' ? { content: text } : {}

/** Non-strict replies include the blocks as they come. */
const kept = (block: JsonObject | undefined, { context }: Progress): JsonObject =>
  context.strict || block === undefined ? {} : { content_blocks: [block] }

function heedStop(body: JsonObject, progress: ConverseProgress): readonly StreamStep[] {
  progress.stopped = true
  progress.reply.ending = body
  return progress.counted ? finishReply(progress) : []
}

function heedCounts(body: JsonObject, progress: ConverseProgress): readonly StreamStep[] {
  progress.counted = true
  progress.reply.usage = asObject(body['usage'])
  return progress.stopped ? finishReply(progress) : []
}

/** Usage is sent when it was requested and is known. */
function finishReply({ reply, counted }: ConverseProgress): readonly StreamStep[] {
  const { context, head } = reply
  const closed = [...reply.open.keys()].flatMap(index => closeCall(index, reply))
  const native = asText(reply.ending['stopReason'])
  const chunk = chatChunk(head, {}, finishReason(native, reply.calls > 0))
  const last = { chunk: context.strict ? chunk : withReason(chunk, native ?? null) }
  const usage = { chunk: usageChunk(head, convertUsage(reply.usage, context.strict)) }
  reply.over = true
  return [...closed, ...openReply(reply), last, ...(context.includeUsage && counted ? [usage] : []), 'done']
}

const withReason = (chunk: JsonObject, native: string | null): JsonObject => ({
  ...chunk,
  choices: asList(chunk['choices']).map(choice => ({ ...asObject(choice), native_finish_reason: native })),
})
