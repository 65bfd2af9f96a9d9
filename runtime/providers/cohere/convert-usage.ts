// Token counts of the dialect → the vendor's. It counts twice: what the model read and wrote (`tokens`, with the
// template around the prompt), which is what the vendor counts, and what is paid for (`billed_units`).
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asCount, asObject, isObject } from '../wire/json.ts'
import { usageShape } from '../wire/usage.ts'

/** Not strict, what is paid for comes along. */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const { tokens, billed_units: billed, cached_tokens: cached } = asObject(usage)
  const counts = asObject(tokens)
  const paid = asObject(billed)
  // Tokens of images are counted apart from those of the text before them.
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
