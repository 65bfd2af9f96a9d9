// A whole reply of a dialect with a single choice, as a chat completion; and the error of an unreadable one.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'
import { type Failure, failure } from '../values/failures.ts'
import { blockFields } from './block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, type ToolCall } from './chat.ts'
import { finishReason } from './finish-reason.ts'

export interface NormalizedReply {
  readonly id: string
  readonly model: string
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** In the shapes shared by all dialects; included when the reply is not strict. */
  readonly blocks: readonly JsonObject[]
  /** Further properties of the message in a non-strict reply. */
  readonly extra?: JsonObject
  /** The provider's own finish reason. */
  readonly nativeReason: string | undefined
  readonly usage: JsonObject
}

export function toChatCompletion(answer: NormalizedReply, { now, strict }: AdapterContext): JsonObject {
  const { id, model, text, calls, blocks, nativeReason } = answer
  const message = chatMessage({
    content: text === '' && calls.length > 0 ? null : text,
    toolCalls: calls,
    extra: strict ? {} : { ...blockFields(blocks), ...answer.extra },
  })
  const choice = chatChoice(0, message, finishReason(nativeReason, calls.length > 0))
  const ended = strict ? choice : { ...choice, native_finish_reason: nativeReason ?? null }
  return chatCompletion({ id, created: now, model }, [ended], answer.usage)
}

/** A reply that cannot be parsed, or one that contains an error in spite of its status. */
export const unreadableReply = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })
