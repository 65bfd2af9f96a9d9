// Text completions in the OpenAI schema: whole replies and stream chunks, which have the same shape.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { ChatHead } from './chat.ts'

export interface CompletedText {
  readonly text: string
  /** Null in a stream until the text is complete. */
  readonly finish: string | null
}

/** `usage` is left out of all chunks but the last. */
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
