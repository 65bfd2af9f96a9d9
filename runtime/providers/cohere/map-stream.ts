// Events → chunks of a chat completion. Contents and tool calls are numbered separately, and the plan that precedes
// tool calls is text. Unknown events are ignored.
import {
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamMapper, StreamStep } from '../../values/adapter.ts'
import {
  type BlockIndexes,
  blockDeltaFields,
  blockEntry,
  textEntry,
  thinkingEntry,
} from '../../wire/block-fields.ts'
import { toolCallDelta, toolCallStart } from '../../wire/chat.ts'
import { streamTruncatedError, vendorError } from '../../wire/error.ts'
import {
  closeCall,
  createStreamState,
  deltaStep,
  failStream,
  finishStream,
  type StreamState,
  startReply,
  textStep,
} from '../../wire/stream-state.ts'
import { convertUsage, generationError } from './convert-reply.ts'

interface CohereStreamState {
  readonly reply: StreamState
  readonly blocks: BlockIndexes
  /** Buffered arguments that may turn out to be none, by call index. */
  readonly pendingArguments: Map<Json | undefined, string>
}

const createCohereStreamState = (context: AdapterContext): CohereStreamState => ({
  reply: createStreamState(context, `chatcmpl-${context.identifier}`),
  blocks: new Map(),
  pendingArguments: new Map(),
})

/** The block delta of a non-strict stream. */
const blockField = (
  { reply, blocks }: CohereStreamState,
  piece: (indexes: BlockIndexes) => JsonObject,
): JsonObject => (reply.context.strict ? {} : blockDeltaFields([piece(blocks)]))

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

/** A prefix of `null`, or all of it. */
const MAYBE_NULL = /^\s*(n(u(ll?)?)?)?\s*$/

/**
 * A tool without arguments gets none, an empty string or the text `null`: arguments are buffered as long as
 * they may become that, and a call without arguments gets the empty object.
 */
function startCall(
  index: Json | undefined,
  call: JsonObject,
  state: CohereStreamState,
): readonly StreamStep[] {
  const { reply } = state
  const before = endCall(index, state)
  const callIndex = reply.callCount
  reply.callCount += 1
  reply.openCalls.set(index, { index: callIndex, input: {}, fed: false })
  const id = asText(call['id']) ?? `call_${reply.context.identifier}_${callIndex}`
  const name = asText(asObject(call['function'])['name']) ?? ''
  const use = { type: 'tool_use', id, name, input: {} }
  const block = blockField(state, indexes => blockEntry(`call ${callIndex}`, use, {}, indexes))
  const started = { ...toolCallStart(callIndex, { id, name, arguments: '' }), ...block }
  return [...before, ...deltaStep(started, reply), ...feedCall(index, call, state)]
}

function feedCall(
  index: Json | undefined,
  call: JsonObject,
  state: CohereStreamState,
): readonly StreamStep[] {
  const { reply, pendingArguments } = state
  const open = reply.openCalls.get(index)
  const written = asObject(call['function'])['arguments']
  const piece = isObject(written) ? writeJson(written) : asText(written)
  if (open === undefined || !piece) return []
  const text = (pendingArguments.get(index) ?? '') + piece
  if (!open.fed && MAYBE_NULL.test(text)) {
    pendingArguments.set(index, text)
    return []
  }
  pendingArguments.delete(index)
  open.fed = true
  const delta = { type: 'input_json_delta', partial_json: text }
  const block = blockField(state, indexes => blockEntry(`call ${open.index}`, {}, delta, indexes))
  return deltaStep({ ...toolCallDelta(open.index, text), ...block }, reply)
}

function endCall(
  index: Json | undefined,
  { reply, pendingArguments }: CohereStreamState,
): readonly StreamStep[] {
  pendingArguments.delete(index)
  return closeCall(index, reply)
}
