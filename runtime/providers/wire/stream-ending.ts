// How streams of single-choice dialects end: complete, with everything that is due before the end, or with an
// error.
import type { JsonObject } from '../../../compiler/source.ts'
import type { StreamStep, VendorError } from '../adapter.ts'
import { chatChunk, usageChunk } from './chat.ts'
import { finishReason } from './finish-reason.ts'
import { asList, asObject } from './json.ts'
import { closeCall, openReply, type Progress } from './stream-progress.ts'

/** `nativeReason` is the provider's finish reason. Usage is sent when it was requested and is known. */
export function endReply(
  progress: Progress,
  ending: string | undefined,
  usage: JsonObject | undefined,
): readonly StreamStep[] {
  const { context, head } = progress
  const closed = [...progress.open.keys()].flatMap(index => closeCall(index, progress))
  const chunk = chatChunk(head, {}, finishReason(ending, progress.calls > 0))
  const last = { chunk: context.strict ? chunk : withEnding(chunk, ending) }
  const counted = context.includeUsage && usage !== undefined ? [{ chunk: usageChunk(head, usage) }] : []
  progress.over = true
  return [...closed, ...openReply(progress), last, ...counted, 'done']
}

const withEnding = (chunk: JsonObject, ending: string | undefined): JsonObject => ({
  ...chunk,
  choices: asList(chunk['choices']).map(choice => ({
    ...asObject(choice),
    native_finish_reason: ending ?? null,
  })),
})

export function failReply(error: VendorError, progress: Progress): readonly StreamStep[] {
  progress.over = true
  return [{ error }]
}
