// Token counts in the OpenAI schema. Prompt tokens include cached ones and completion tokens include reasoning,
// even where a provider counts them separately.
import { isObject, type JsonObject } from '../../schemas/values/json.ts'

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

/** The usage of a translated reply whose provider reported none; `usage` is its JSON. */
export const isEmptyUsage = (usage: string): boolean => /"total_tokens":0[,}]/.test(usage)

/**
 * Usage that a stream reports in parts: later fields replace earlier ones, absent fields and nulls leave them as they are, and
 * nothing is added up.
 */
export function mergeUsage(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  const changes = Object.entries(later).flatMap(([name, value]) => {
    if (value === null) return []
    const before = earlier !== undefined && Object.hasOwn(earlier, name) ? earlier[name] : undefined
    return [[name, isObject(value) && isObject(before) ? mergeUsage(before, value) : value] as const]
  })
  return { ...earlier, ...Object.fromEntries(changes) }
}
