// Token counts → OpenAI's. `input_tokens` excludes tokens that were read from or written to the cache; OpenAI's
// prompt tokens include all three.
import { asCount, asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { isNeutral, unlistedFields } from '../../values/prices/read-usage.ts'
import { usageShape } from '../../wire/usage.ts'

/** What is charged at the price itself is not recorded. */
const charged = (value: Json | undefined): Json | undefined =>
  typeof value !== 'string' || isNeutral(value) ? undefined : value

/** Not strict, the two cache counts are included under their own names. */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const counts = asObject(usage)
  const read = asCount(counts['cache_read_input_tokens']) ?? 0
  const written = asCount(counts['cache_creation_input_tokens']) ?? 0
  const shape = usageShape({
    prompt: (asCount(counts['input_tokens']) ?? 0) + read + written,
    completion: asCount(counts['output_tokens']) ?? 0,
    cached: read,
    written,
    writtenForHour: asCount(asObject(counts['cache_creation'])['ephemeral_1h_input_tokens']),
    tier: asText(counts['service_tier']),
    reasoning: asCount(asObject(counts['output_tokens_details'])['thinking_tokens']),
    besides: {
      inference_geo: charged(counts['inference_geo']),
      speed: charged(counts['speed']),
      iterations: counts['iterations'] ?? undefined,
      server_tool_use: counts['server_tool_use'] ?? undefined,
      unlisted: unlistedFields('openai', counts),
    },
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: read, cache_creation_input_tokens: written }
}
