// Completions of a text in the vendor's shape: whole replies, and the chunks of a stream, which have the same shape.
import type { JsonObject } from '../../../compiler/source.ts'
import type { ChatHead } from './chat.ts'

export interface CompletedText {
  readonly text: string
  /** Null in a stream until the text has ended. */
  readonly finish: string | null
}

/** `usage` is left out of chunks but for the last. */
export const textCompletion = (
  head: ChatHead,
  texts: readonly CompletedText[],
  usage?: JsonObject,
): JsonObject => ({
  id: head.id,
  object: 'text_completion',
  created: head.created,
  model: head.model,
  choices: texts.map(({ text, finish }, index) => ({ text, index, logprobs: null, finish_reason: finish })),
  ...(usage === undefined ? {} : { usage }),
})

export const completionUsage = (prompt: number, completion: number): JsonObject => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
})
