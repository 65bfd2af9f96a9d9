// Token counts → OpenAI's. Thoughts are not part of the candidates' tokens, and input of provider-run tools is not
// part of the prompt's: including both, the sum is the dialect's own total.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText } from '../../../schemas/values/json.ts'
import { type MediaCounts, usageShape } from '../../wire/usage.ts'

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
    inputMedia: mediaOf(counts['promptTokensDetails']),
    cachedMedia: mediaOf(counts['cacheTokensDetails']),
    outputMedia: mediaOf(counts['candidatesTokensDetails']),
    tier: tierOf(asText(counts['trafficType']) ?? asText(counts['serviceTier'])),
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: cached }
}

/** The tokens by modality; documents are counted as images. */
function mediaOf(details: Json | undefined): MediaCounts | undefined {
  const parts = asList(details).map(asObject)
  if (parts.length === 0) return undefined
  const count = (...names: readonly string[]): number =>
    parts
      .filter(({ modality }) => names.includes(asText(modality) ?? ''))
      .reduce((sum, { tokenCount }) => sum + (asCount(tokenCount) ?? 0), 0)
  return { audio: count('AUDIO'), image: count('IMAGE', 'DOCUMENT'), video: count('VIDEO') }
}

/** `ON_DEMAND_FLEX` and `flex` are one; what is on demand is standard. */
const tierOf = (traffic: string | undefined): string | undefined =>
  traffic === undefined || /^(?:TRAFFIC_TYPE_UNSPECIFIED|ON_DEMAND)$/.test(traffic)
    ? undefined
    : traffic.replace(/^ON_DEMAND_/, '').toLowerCase()
