// Token counts → OpenAI's. Thoughts are not part of the candidates' tokens, and input of provider-run tools is not
// part of the prompt's: including both, the sum is the dialect's own total.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject } from '../../../schemas/values/json.ts'
import { usageShape } from '../../wire/usage.ts'

/** Not strict, cached tokens are included under the name that other providers use. */
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
