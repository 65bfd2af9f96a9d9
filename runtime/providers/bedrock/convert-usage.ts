// Token counts → OpenAI's. `inputTokens` excludes tokens that were read from or written to the cache; OpenAI's
// prompt tokens include all three. Older replies have longer names for the two.
import {
  asCount,
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { unlistedFields } from '../../values/prices/read-usage.ts'
import { usageShape } from '../../wire/usage.ts'

/** `tier` is the service tier of the reply. Not strict, the two cache counts are included, under the names that other providers use. */
export function convertUsage(usage: Json | undefined, strict: boolean, tier?: Json): JsonObject {
  const counts = asObject(usage)
  const count = (...names: readonly string[]): number =>
    names.map(name => asCount(counts[name])).find(each => each !== undefined) ?? 0
  const read = count('cacheReadInputTokens', 'cacheReadInputTokenCount')
  const written = count('cacheWriteInputTokens', 'cacheWriteInputTokenCount')
  const shape = usageShape({
    prompt: count('inputTokens') + read + written,
    completion: count('outputTokens'),
    cached: read,
    written,
    writtenForHour: asList(counts['cacheDetails'])
      .map(asObject)
      .filter(({ ttl }) => ttl === '1h')
      .reduce((sum, { inputTokens }) => sum + (asCount(inputTokens) ?? 0), 0),
    tier: asText(asObject(tier)['type']),
    besides: { unlisted: unlistedFields('converse', counts) },
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: read, cache_creation_input_tokens: written }
}
