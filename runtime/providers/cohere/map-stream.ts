// Events → chunks of a chat completion. Contents and tool calls are numbered separately, and the plan that precedes tool
// calls is text. Unknown events are ignored.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isList, isObject, parseJson, writeJson } from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../../values/adapter.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import { failStream, finishStream } from '../../wire/finish-stream.ts'
import { textEntry, thinkingEntry } from '../../wire/stream-blocks.ts'
import { deltaStep, startReply, textStep } from '../../wire/stream-state.ts'
import { convertUsage } from './convert-usage.ts'
import { generationError } from './generation-error.ts'
import { endCall, feedCall, startCall } from './stream-calls.ts'
import { blockField, type CohereStreamState, createCohereStreamState } from './stream-state.ts'

export function mapStream(context: AdapterContext): StreamMapper {
  const state = createCohereStreamState(context)
  const { reply } = state
  return {
    event: ({ event, data: text }) => {
      const body = reply.ended ? undefined : parseJson(text)
      if (!isObject(body)) return []
      const type = asText(body['type']) ?? event
      // Errors in mid-stream have the same shape as outside of streams: an object with a message and no type.
      if (type === undefined && typeof body['message'] === 'string')
        return failStream(vendorError(body, 500), reply)
      return eventMaps.get(type ?? '')?.(body, state) ?? []
    },
    end: () => (reply.ended ? [] : failStream(streamTruncatedError, reply)),
  }
}

type EventMap = (body: JsonObject, state: CohereStreamState) => readonly StreamStep[]

const eventMaps: ReadonlyMap<string, EventMap> = new Map<string, EventMap>([
  ['message-start', startMessage],
  ['content-start', convertContentDelta],
  ['content-delta', convertContentDelta],
  ['tool-plan-delta', convertPlanDelta],
  ['tool-call-start', (body, state) => startCall(body['index'], pieceOf(body, 'tool_calls'), state)],
  ['tool-call-delta', (body, state) => feedCall(body['index'], pieceOf(body, 'tool_calls'), state)],
  ['tool-call-end', (body, state) => endCall(body['index'], state)],
  ['citation-start', convertCitation],
  ['message-end', endMessage],
])

const messageOf = (body: JsonObject): JsonObject => asObject(asObject(body['delta'])['message'])

/** The delta under a name; the first one, where it is a list. */
function pieceOf(body: JsonObject, name: string): JsonObject {
  const piece: Json = messageOf(body)[name] ?? null
  return asObject(isList(piece) ? piece[0] : piece)
}

function startMessage(body: JsonObject, { reply }: CohereStreamState): readonly StreamStep[] {
  if (reply.roleSent) return []
  reply.head = { ...reply.head, id: asText(body['id']) ?? reply.head.id }
  return startReply(reply)
}

function convertContentDelta(body: JsonObject, state: CohereStreamState): readonly StreamStep[] {
  const { text, thinking } = pieceOf(body, 'content')
  const key = `content ${writeJson(body['index'] ?? null)}`
  if (typeof thinking === 'string')
    return deltaStep(
      blockField(state, indexes => thinkingEntry(key, thinking, indexes)),
      state.reply,
    )
  return typeof text === 'string' ? convertText(key, text, state) : []
}

function convertPlanDelta(body: JsonObject, state: CohereStreamState): readonly StreamStep[] {
  const plan = messageOf(body)['tool_plan']
  return typeof plan === 'string' ? convertText('plan', plan, state) : []
}

function convertText(key: string, text: string, state: CohereStreamState): readonly StreamStep[] {
  if (state.reply.context.strict && text !== '') return textStep(JSON.stringify(text), state.reply)
  const content = text === '' ? {} : { content: text }
  const blocks = blockField(state, indexes => textEntry(key, text, indexes))
  return deltaStep({ ...content, ...blocks }, state.reply)
}

/** Citations have no equivalent in the OpenAI schema. */
function convertCitation(body: JsonObject, { reply }: CohereStreamState): readonly StreamStep[] {
  const citationValue = messageOf(body)['citations'] ?? null
  const citations = isList(citationValue) ? citationValue : [citationValue]
  return reply.context.strict || !citations.every(isObject) ? [] : deltaStep({ citations }, reply)
}

function endMessage(body: JsonObject, state: CohereStreamState): readonly StreamStep[] {
  const { reply } = state
  const ending = asObject(body['delta'])
  const error = generationError(ending)
  if (error !== undefined) return failStream(error, reply)
  const { usage } = ending
  const counts = isObject(usage) ? convertUsage(usage, reply.context.strict) : undefined
  return finishStream(reply, asText(ending['finish_reason']), counts)
}
