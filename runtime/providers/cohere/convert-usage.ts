// Token counts → OpenAI's. The dialect counts twice: what the model read and wrote (`tokens`, including the prompt
// template), which is what OpenAI counts, and what is billed (`billed_units`), by which it is priced.
import { asCount, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { unlistedFields } from '../../values/prices/read-usage.ts'
import { usageShape } from '../../wire/usage.ts'

/** Images are sold as tokens of the input. */
function billedTokens(paid: JsonObject): JsonObject | undefined {
  const input = asCount(paid['input_tokens'])
  const images = asCount(paid['image_tokens']) ?? 0
  return input === undefined
    ? undefined
    : { input_tokens: input + images, output_tokens: asCount(paid['output_tokens']) ?? 0 }
}

/** Not strict, billed units are included. */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const whole = asObject(usage)
  const { tokens, billed_units: billed, cached_tokens: cached } = whole
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
    besides: {
      billed: billedTokens(paid),
      search_units: asCount(paid['search_units']),
      images: asCount(paid['images']),
      unlisted: unlistedFields('cohere', whole),
    },
  })
  return strict || !isObject(billed) ? shape : { ...shape, billed_units: billed }
}
