// Token counts → OpenAI's. `inputTokens` excludes tokens that were read from or written to the cache; OpenAI's
// prompt tokens include all three. Older replies have longer names for the two.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject } from '../../../schemas/values/json.ts'
import { usageShape } from '../../wire/usage.ts'

/** Not strict, the two cache counts are included, under the names that other providers use. */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const counts = asObject(usage)
  const count = (...names: readonly string[]): number =>
    names.map(name => asCount(counts[name])).find(each => each !== undefined) ?? 0
  const read = count('cacheReadInputTokens', 'cacheReadInputTokenCount')
  const written = count('cacheWriteInputTokens', 'cacheWriteInputTokenCount')
  const shape = usageShape({
    prompt: count('inputTokens') + read + written,
    completion: count('outputTokens'),
    cached: read,
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: read, cache_creation_input_tokens: written }
}
