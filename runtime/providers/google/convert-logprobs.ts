// Log probabilities → OpenAI's. The dialect does not include the bytes of a token.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'

/** Null if a candidate has none. */
export function convertLogprobs(result: Json | undefined): JsonObject | null {
  const { chosenCandidates: chosen, topCandidates: top } = asObject(result)
  const tokens = asList(chosen)
  if (tokens.length === 0) return null
  return {
    content: tokens.map((token, index) => ({
      ...entry(token),
      top_logprobs: asList(asObject(asList(top)[index])['candidates']).map(entry),
    })),
    refusal: null,
  }
}

function entry(token: Json): JsonObject {
  const { token: text, logProbability: probability } = asObject(token)
  return {
    token: asText(text) ?? '',
    logprob: typeof probability === 'number' ? probability : 0,
    bytes: null,
  }
}
