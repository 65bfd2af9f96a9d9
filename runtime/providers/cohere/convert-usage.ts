// Token counts → OpenAI's. The dialect counts twice: what the model read and wrote (`tokens`, including the prompt
// template), which is what OpenAI counts, and what is billed (`billed_units`).
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, isObject } from '../../../schemas/values/json.ts'
import { usageShape } from '../../wire/usage.ts'

/** Not strict, billed units are included. */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const { tokens, billed_units: billed, cached_tokens: cached } = asObject(usage)
  const counts = asObject(tokens)
  const paid = asObject(billed)
  // Image tokens are counted separately from those of the text.
  const read = asCount(counts['input_tokens'])
  const shape = usageShape({
    prompt:
      read === undefined
        ? (asCount(paid['input_tokens']) ?? 0)
        : read + (asCount(counts['image_tokens']) ?? 0),
    completion: asCount(counts['output_tokens']) ?? asCount(paid['output_tokens']) ?? 0,
    cached: asCount(cached),
    reasoning: asCount(counts['reasoning_tokens']),
  })
  return strict || !isObject(billed) ? shape : { ...shape, billed_units: billed }
}
