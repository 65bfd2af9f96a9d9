// How streams of single-choice dialects end: complete, with everything that is due before the end, or with an
// error. A stream without a finish reason was cut: none is made up.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject } from '../../schemas/values/json.ts'
import type { StreamStep, VendorError } from '../values/adapter.ts'
import { chatChunk, usageChunk } from './chat.ts'
import { streamTruncatedError } from './error.ts'
import { finishReason } from './finish-reason.ts'
import { closeCall, type StreamState, startReply } from './stream-state.ts'

/** `nativeReason` is the provider's finish reason; without one the stream was truncated. Usage is sent when it was requested and is known. */
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
