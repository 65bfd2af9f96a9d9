// Token counts → OpenAI's. Thoughts are not part of the candidates' tokens, and input of provider-run tools is not
// part of the prompt's: including both, the sum is the dialect's own total.
import {
  asCount,
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { unlistedFields } from '../../values/prices/read-usage.ts'
import { type MediaCounts, usageShape } from '../../wire/usage.ts'

/**
 * Not strict, cached tokens are included under the name that other providers use. `searches` are the queries of grounding, which the
 * usage does not count.
 */
export function convertUsage(usage: Json | undefined, strict: boolean, searches = 0): JsonObject {
  const counts = asObject(usage)
  const count = (name: string): number => asCount(counts[name]) ?? 0
  const thoughts = count('thoughtsTokenCount')
  const cached = count('cachedContentTokenCount')
  const sent = count('promptTokenCount')
  const shape = usageShape({
    // The prompt has the cached tokens, where it is not smaller.
    prompt: sent + (cached > sent ? cached : 0) + count('toolUsePromptTokenCount'),
    completion: count('candidatesTokenCount') + thoughts,
    cached,
    reasoning: thoughts,
    inputMedia: mediaOf(counts['promptTokensDetails']),
    cachedMedia: mediaOf(counts['cacheTokensDetails']),
    outputMedia: mediaOf(counts['candidatesTokensDetails']),
    tier: tierOf(asText(counts['trafficType']) ?? asText(counts['serviceTier'])),
    besides: {
      tool_calls: searches > 0 ? { web_search: searches } : undefined,
      unlisted: unlistedFields('gemini', counts),
    },
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: cached }
}

/** The searches of the web that a candidate is grounded in. */
export const searchesOf = (candidate: JsonObject): number =>
  asList(asObject(candidate['groundingMetadata'])['webSearchQueries']).filter(
    query => asText(query) !== undefined && query !== '',
  ).length

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
