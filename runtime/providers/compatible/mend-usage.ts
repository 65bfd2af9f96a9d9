// Token counts in the OpenAI schema: completion tokens include reasoning tokens. Some providers leave them out
// there and count them in the total only.
import type { JsonObject } from '../../../compiler/source.ts'
import { asCount, asObject } from '../wire/json.ts'

export function mendUsage(usage: JsonObject): JsonObject {
  const prompt = asCount(usage['prompt_tokens']) ?? 0
  const completion = asCount(usage['completion_tokens']) ?? 0
  const reasoning = asCount(asObject(usage['completion_tokens_details'])['reasoning_tokens']) ?? 0
  const leftOut = reasoning > 0 && usage['total_tokens'] === prompt + completion + reasoning
  return leftOut ? { ...usage, completion_tokens: completion + reasoning } : usage
}
