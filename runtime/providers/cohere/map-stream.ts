// Events → chunks of a chat completion. Contents and tool calls are numbered separately, and the plan before tool
// calls is text. Unknown events are ignored.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../adapter.ts'
import { cutStream, vendorError } from '../wire/error.ts'
import { asObject, asText, isList, isObject, parseJson, writeJson } from '../wire/json.ts'
import { textPiece, thinkingPiece } from '../wire/stream-blocks.ts'
import { endReply, failReply } from '../wire/stream-ending.ts'
import { deltaStep, openReply } from '../wire/stream-progress.ts'
import { convertUsage } from './convert-usage.ts'
import { brokenOff } from './ending.ts'
import { endCall, feedCall, openCall } from './streamed-calls.ts'
import { beginStream, kept, type StreamedReply } from './streamed-reply.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const streamed = beginStream(context)
  const { reply } = streamed
  return {
    event: ({ event, data: text }) => {
      const body = reply.over ? undefined : parseJson(text)
      if (!isObject(body)) return []
      const type = asText(body['type']) ?? event
      // Errors in mid-stream have the same shape as outside of streams: an object with a message and no type.
      if (type === undefined && typeof body['message'] === 'string')
        return failReply(vendorError(body, 500), reply)
      return maps.get(type ?? '')?.(body, streamed) ?? []
    },
    end: () => (reply.over ? [] : failReply(cutStream, reply)),
  }
}

type EventMap = (body: JsonObject, streamed: StreamedReply) => readonly StreamStep[]

const maps: ReadonlyMap<string, EventMap> = new Map<string, EventMap>([
  ['message-start', startMessage],
  ['content-start', takeContent],
  ['content-delta', takeContent],
  ['tool-plan-delta', takePlan],
  ['tool-call-start', (body, streamed) => openCall(body['index'], pieceOf(body, 'tool_calls'), streamed)],
  ['tool-call-delta', (body, streamed) => feedCall(body['index'], pieceOf(body, 'tool_calls'), streamed)],
  ['tool-call-end', (body, streamed) => endCall(body['index'], streamed)],
  ['citation-start', takeCitation],
  ['message-end', endMessage],
])

const messageOf = (body: JsonObject): JsonObject => asObject(asObject(body['delta'])['message'])

/** The delta under a name; the first one, where it is a list. */
function pieceOf(body: JsonObject, name: string): JsonObject {
  const piece: Json = messageOf(body)[name] ?? null
  return asObject(isList(piece) ? piece[0] : piece)
}

function startMessage(body: JsonObject, { reply }: StreamedReply): readonly StreamStep[] {
  if (reply.opened) return []
  reply.head = { ...reply.head, id: asText(body['id']) ?? reply.head.id }
  return openReply(reply)
}

function takeContent(body: JsonObject, streamed: StreamedReply): readonly StreamStep[] {
  const { text, thinking } = pieceOf(body, 'content')
  const key = `content ${writeJson(body['index'] ?? null)}`
  if (typeof thinking === 'string')
    return deltaStep(
      kept(streamed, indexes => thinkingPiece(key, thinking, indexes)),
      streamed.reply,
    )
  return typeof text === 'string' ? takeText(key, text, streamed) : []
}

function takePlan(body: JsonObject, streamed: StreamedReply): readonly StreamStep[] {
  const plan = messageOf(body)['tool_plan']
  return typeof plan === 'string' ? takeText('plan', plan, streamed) : []
}

function takeText(key: string, text: string, streamed: StreamedReply): readonly StreamStep[] {
  const content = text === '' ? {} : { content: text }
  const blocks = kept(streamed, indexes => textPiece(key, text, indexes))
  return deltaStep({ ...content, ...blocks }, streamed.reply)
}

/** Citations have no equivalent in the OpenAI schema. */
function takeCitation(body: JsonObject, { reply }: StreamedReply): readonly StreamStep[] {
  const given = messageOf(body)['citations'] ?? null
  const citations = isList(given) ? given : [given]
  return reply.context.strict || !citations.every(isObject) ? [] : deltaStep({ citations }, reply)
}

function endMessage(body: JsonObject, streamed: StreamedReply): readonly StreamStep[] {
  const { reply } = streamed
  const ending = asObject(body['delta'])
  const error = brokenOff(ending)
  if (error !== undefined) return failReply(error, reply)
  const { usage } = ending
  const counts = isObject(usage) ? convertUsage(usage, reply.context.strict) : undefined
  return endReply(reply, asText(ending['finish_reason']), counts)
}
