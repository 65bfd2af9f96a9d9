// Token counts of the dialect → the vendor's. Thoughts are not within the candidates' tokens, and what tools of the
// provider read is not within the prompt's: with both, the sum is the dialect's own total.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asCount, asObject } from '../wire/json.ts'
import { usageShape } from '../wire/usage.ts'

/** Not strict, what was read from a cache comes along under the name that other providers give it. */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const counts = asObject(usage)
  const count = (name: string): number => asCount(counts[name]) ?? 0
  const thoughts = count('thoughtsTokenCount')
  const cached = count('cachedContentTokenCount')
  const shape = usageShape({
    prompt: count('promptTokenCount') + count('toolUsePromptTokenCount'),
    completion: count('candidatesTokenCount') + thoughts,
    cached,
    reasoning: thoughts,
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: cached }
}
