// Stream state of single-choice dialects with content blocks, the chunks made from it, and how such streams end.
import { asList, asObject, type Json, type JsonObject, writeJson } from '../../schemas/values/json.ts'
import type { AdapterContext, StreamStep, VendorError } from '../values/adapter.ts'
import { type ChatHead, chatChunk, toolCallDelta, usageChunk } from './chat.ts'
import { streamTruncatedError } from './error.ts'
import { finishReason } from './finish-reason.ts'
import { createTextChunkWriter, type WriteTextChunk } from './text-chunk.ts'

/** A tool call whose block is open. */
export interface OpenCall {
  /** Index among the tool calls of this reply, from 0. */
  readonly index: number
  /** The initial input of the block; sent when no argument delta follows. */
  readonly input: Json
  fed: boolean
}

export interface StreamState {
  readonly context: AdapterContext
  head: ChatHead
  /** Whether the role was sent. */
  roleSent: boolean
  /** Whether the reply ended, complete or not. */
  ended: boolean
  /** Number of tool calls started. */
  callCount: number
  usage: JsonObject
  finalFields: JsonObject
  /** By block index. */
  readonly openCalls: Map<Json | undefined, OpenCall>
  readonly writeText: WriteTextChunk
}

/** `id` is used until the provider sends one. */
export const createStreamState = (context: AdapterContext, id: string): StreamState => ({
  context,
  head: { id, created: context.now, model: context.model },
  roleSent: false,
  ended: false,
  callCount: 0,
  usage: {},
  finalFields: {},
  openCalls: new Map(),
  writeText: createTextChunkWriter(),
})

/** The role is sent before everything else, also when a stream starts in the middle. */
export function startReply(state: StreamState): readonly StreamStep[] {
  if (state.roleSent) return []
  state.roleSent = true
  return [{ chunk: chatChunk(state.head, { role: 'assistant', content: '', refusal: null }) }]
}

/** A chunk with this delta, unless it is empty. */
export function deltaStep(delta: JsonObject, state: StreamState): readonly StreamStep[] {
  if (Object.keys(delta).length === 0) return []
  return [...startReply(state), { chunk: chatChunk(state.head, delta) }]
}

/** A chunk with this text, given as JSON with its quotes. */
export function textStep(content: string, state: StreamState): readonly StreamStep[] {
  const step = { json: state.writeText(state.head, content) }
  return state.roleSent ? [step] : [...startReply(state), step]
}

/** A tool call without argument deltas has the arguments that its block started with: usually none, which is `{}`. */
export function closeCall(index: Json | undefined, state: StreamState): readonly StreamStep[] {
  const call = state.openCalls.get(index)
  state.openCalls.delete(index)
  if (call === undefined || call.fed) return []
  return deltaStep(toolCallDelta(call.index, writeJson(call.input)), state)
}

/**
 * Ends a stream, after everything that is due before. `nativeReason` is the provider's finish reason; a
 * stream without one was truncated, and none is made up. Usage is sent when it was requested and is known.
 */
export function finishStream(
  state: StreamState,
  nativeReason: string | undefined,
  usage: JsonObject | undefined,
): readonly StreamStep[] {
  if (nativeReason === undefined) return failStream(streamTruncatedError, state)
  const { context, head } = state
  const closed = [...state.openCalls.keys()].flatMap(index => closeCall(index, state))
  const chunk = chatChunk(head, {}, finishReason(nativeReason, state.callCount > 0))
  const last = { chunk: context.strict ? chunk : withNativeReason(chunk, nativeReason) }
  const counted = context.includeUsage && usage !== undefined ? [{ chunk: usageChunk(head, usage) }] : []
  state.ended = true
  return [...closed, ...startReply(state), last, ...counted, 'done']
}

const withNativeReason = (chunk: JsonObject, nativeReason: string): JsonObject => ({
  ...chunk,
  choices: asList(chunk['choices']).map(choice => ({
    ...asObject(choice),
    native_finish_reason: nativeReason,
  })),
})

export function failStream(error: VendorError, state: StreamState): readonly StreamStep[] {
  state.ended = true
  return [{ error }]
}
