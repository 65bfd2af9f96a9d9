// A whole reply of a dialect with a single choice, as a chat completion; and the error of an unreadable one.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { chatChoice, chatMessage, chatReply, type ToolCall } from './chat.ts'
import { finishReason } from './finish-reason.ts'

export interface Answer {
  readonly id: string
  readonly model: string
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** In the shapes shared by all dialects; included when the reply is not strict. */
  readonly blocks: readonly JsonObject[]
  /** Further properties of the message in a non-strict reply. */
  readonly extra?: JsonObject
  /** The provider's own finish reason. */
  readonly ending: string | undefined
  readonly usage: JsonObject
}

export function answerReply(answer: Answer, { now, strict }: AdapterContext): JsonObject {
  const { id, model, text, calls, blocks, ending } = answer
  const message = chatMessage({
    content: text === '' && calls.length > 0 ? null : text,
    toolCalls: calls,
    extra: strict ? {} : { content_blocks: blocks, ...answer.extra },
  })
  const choice = chatChoice(0, message, finishReason(ending, calls.length > 0))
  const ended = strict ? choice : { ...choice, native_finish_reason: ending ?? null }
  return chatReply({ id, created: now, model }, [ended], answer.usage)
}

/** A reply that cannot be parsed, or one that contains an error in spite of its status. */
export const misunderstood = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })
