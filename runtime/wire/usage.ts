// Token counts in the OpenAI schema. Prompt tokens include cached ones and completion tokens include reasoning,
// even where a provider counts them separately.
import type { JsonObject } from '../../schemas/values/json.ts'

export interface UsageCounts {
  readonly prompt: number
  readonly completion: number
  /** Prompt tokens that were read from a cache. */
  readonly cached?: number | undefined
  /** Completion tokens that were reasoning. */
  readonly reasoning?: number | undefined
}

/** The `usage` object of a reply or of the last chunk. */
export const usageShape = (counts: UsageCounts): JsonObject => ({
  prompt_tokens: counts.prompt,
  completion_tokens: counts.completion,
  total_tokens: counts.prompt + counts.completion,
  prompt_tokens_details: { cached_tokens: counts.cached ?? 0 },
  completion_tokens_details: { reasoning_tokens: counts.reasoning ?? 0 },
})
