// Token counts in the OpenAI schema. Prompt tokens include cached ones and completion tokens include reasoning,
// even where a provider counts them separately.
import { asObject, isObject, type Json, type JsonObject, present } from '../../schemas/values/json.ts'
import { hasFieldsOfItsOwn, isStandardTier, readUsage } from '../values/prices/read-usage.ts'

export interface UsageCounts {
  readonly prompt: number
  readonly completion: number
  /** Prompt tokens that were read from a cache. */
  readonly cached?: number | undefined
  /** Completion tokens that were reasoning. */
  readonly reasoning?: number | undefined
  /** Prompt tokens that were written to a cache, and those of them that are cached for an hour. */
  readonly written?: number | undefined
  readonly writtenForHour?: number | undefined
  /** Prompt tokens of sound, images and video, and the cached ones of each. */
  readonly inputMedia?: MediaCounts | undefined
  readonly cachedMedia?: MediaCounts | undefined
  readonly outputMedia?: MediaCounts | undefined
  /** The tier by which the provider charges. */
  readonly tier?: string | undefined
  /** Other facts that change the price, under the names of `schemas/usage/openai.json`. */
  readonly besides?: { readonly [name: string]: Json | undefined } | undefined
}

export interface MediaCounts {
  readonly audio?: number | undefined
  readonly image?: number | undefined
  readonly video?: number | undefined
}

/** The `usage` object of a reply or of the last chunk. */
export const usageShape = (counts: UsageCounts): JsonObject => ({
  prompt_tokens: counts.prompt,
  completion_tokens: counts.completion,
  total_tokens: counts.prompt + counts.completion,
  prompt_tokens_details: {
    cached_tokens: counts.cached ?? 0,
    ...some('cache_write_tokens', counts.written),
    ...some(HOURLY, counts.writtenForHour),
    ...mediaTokens(counts.inputMedia),
    ...(hasMedia(counts.cachedMedia) && { [CACHED_MEDIA]: mediaTokens(counts.cachedMedia) }),
  },
  completion_tokens_details: {
    reasoning_tokens: counts.reasoning ?? 0,
    // Only the vendor's models take a predicted output, so none of it was accepted or rejected.
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
    ...mediaTokens(counts.outputMedia),
  },
  ...(counts.tier !== undefined && !isStandardTier(counts.tier) && { [TIER]: counts.tier }),
  ...(counts.besides && recordedBesides(counts.besides)),
})

/** The field with facts of a translated usage that are recorded, and not sent to clients. */
export function recordedBesides(besides: { readonly [name: string]: Json | undefined }): JsonObject {
  const recorded = present(besides)
  return Object.keys(recorded).length === 0 ? {} : { [RECORDED]: recorded }
}

/** A translated usage as it is recorded. */
export function usageForRecord(usage: JsonObject): JsonObject {
  const { [RECORDED]: recorded, ...counts } = usage
  return isObject(recorded) ? { ...counts, ...recorded } : usage
}

const some = (name: string, count = 0): JsonObject => (count > 0 ? { [name]: count } : {})

const mediaTokens = ({ audio, image, video }: MediaCounts = {}): JsonObject => ({
  ...some('audio_tokens', audio),
  ...some('image_tokens', image),
  ...some(VIDEO, video),
})

const hasMedia = ({ audio = 0, image = 0, video = 0 }: MediaCounts = {}): boolean => audio + image + video > 0

/** Facts that prices need and the OpenAI schema lacks: recorded, and not sent to clients. */
const HOURLY = 'cache_write_1h_tokens'
const CACHED_MEDIA = 'cached_tokens_details'
const VIDEO = 'video_tokens'
const TIER = 'service_tier'
const RECORDED = 'recorded'

/** The usage of a translated reply as clients receive it; the same object if nothing is removed. */
export function usageForClient(usage: JsonObject): JsonObject {
  const details = asObject(usage['prompt_tokens_details'])
  const produced = asObject(usage['completion_tokens_details'])
  if (
    ![
      usage[TIER],
      usage[RECORDED],
      details[HOURLY],
      details[CACHED_MEDIA],
      details[VIDEO],
      produced[VIDEO],
    ].some(isPresent)
  )
    return usage
  const { [TIER]: _tier, [RECORDED]: _recorded, ...counts } = usage
  const { [HOURLY]: _hourly, [CACHED_MEDIA]: _cached, [VIDEO]: _video, ...kept } = details
  const { [VIDEO]: _made, ...keptProduced } = produced
  return {
    ...counts,
    ...(usage['prompt_tokens_details'] !== undefined && { prompt_tokens_details: kept }),
    ...(usage['completion_tokens_details'] !== undefined && { completion_tokens_details: keptProduced }),
  }
}

const isPresent = (value: Json | undefined): boolean => value !== undefined

/**
 * A usage of the provider with its cached tokens where clients read them, if it reports them in a separate field
 * (`usage` of the provider specs); the same object if it reports none.
 */
export function withNestedCache(usage: JsonObject, provider: string): JsonObject {
  const details = asObject(usage['prompt_tokens_details'])
  if (!hasFieldsOfItsOwn(provider) || details['cached_tokens'] !== undefined) return usage
  const { cached = 0 } = readUsage(usage, provider) ?? {}
  return cached === 0 ? usage : { ...usage, prompt_tokens_details: { ...details, cached_tokens: cached } }
}

/** A usage with the service tier that its reply names outside of it, unless it is the default. */
export const withServiceTier = (usage: JsonObject, tier: Json | undefined): JsonObject =>
  typeof tier !== 'string' || isStandardTier(tier) ? usage : { [TIER]: tier, ...usage }

/** A reply that was limited to some fields, with those of the usage that are recorded and not sent. */
export function withRecordedUsage(limited: JsonObject, original: JsonObject): JsonObject {
  const { usage } = original
  const kept = limited['usage']
  if (!isObject(usage) || !isObject(kept)) return limited
  return { ...limited, usage: { ...kept, [RECORDED]: usageForRecord(usage) } }
}

/**
 * Usage that a stream reports in parts: later fields replace earlier ones, absent fields and nulls leave them as they
 * are, and nothing is added up.
 */
export function mergeUsage(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  const changes = Object.entries(later).flatMap(([name, value]) => {
    if (value === null) return []
    const before = earlier !== undefined && Object.hasOwn(earlier, name) ? earlier[name] : undefined
    return [[name, isObject(value) && isObject(before) ? mergeUsage(before, value) : value] as const]
  })
  return { ...earlier, ...Object.fromEntries(changes) }
}
