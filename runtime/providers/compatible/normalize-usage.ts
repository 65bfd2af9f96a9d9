// Token counts in the OpenAI schema: completion tokens include reasoning tokens. Some providers leave them out
// there and count them in the total only.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject } from '../../../schemas/values/json.ts'

export function normalizeUsage(usage: JsonObject): JsonObject {
  const prompt = asCount(usage['prompt_tokens']) ?? 0
  const completion = asCount(usage['completion_tokens']) ?? 0
  const reasoning = asCount(asObject(usage['completion_tokens_details'])['reasoning_tokens']) ?? 0
  const omitsReasoning = reasoning > 0 && usage['total_tokens'] === prompt + completion + reasoning
  return omitsReasoning ? { ...usage, completion_tokens: completion + reasoning } : usage
}
