// Token counts in the OpenAI schema. Prompt tokens include cached ones and completion tokens include reasoning,
// even where a provider counts them separately.
import { asObject, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { isStandardTier } from '../values/prices/usage-units.ts'

export interface UsageCounts {
  readonly prompt: number
  readonly completion: number
  /** Prompt tokens that were read from a cache. */
  readonly cached?: number | undefined
  /** Completion tokens that were reasoning. */
  readonly reasoning?: number | undefined
  /** Prompt tokens that were written to a cache, and those of them that stay for an hour. */
  readonly written?: number | undefined
  readonly writtenForHour?: number | undefined
  /** Prompt tokens of sound, images and video, with those from a cache; these again apart. */
  readonly inputMedia?: MediaCounts | undefined
  readonly cachedMedia?: MediaCounts | undefined
  readonly outputMedia?: MediaCounts | undefined
  /** The tier by which the provider charges. */
  readonly tier?: string | undefined
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
    ...mediaTokens(counts.outputMedia),
  },
  ...(counts.tier !== undefined && !isStandardTier(counts.tier) && { [TIER]: counts.tier }),
})

const some = (name: string, count = 0): JsonObject => (count > 0 ? { [name]: count } : {})

const mediaTokens = ({ audio, image, video }: MediaCounts = {}): JsonObject => ({
  ...some('audio_tokens', audio),
  ...some('image_tokens', image),
  ...some(VIDEO, video),
})

const hasMedia = ({ audio = 0, image = 0, video = 0 }: MediaCounts = {}): boolean => audio + image + video > 0

/** What prices need and the OpenAI schema has not: it is recorded, and not sent to clients. */
const HOURLY = 'cache_write_1h_tokens'
const CACHED_MEDIA = 'cached_tokens_details'
const VIDEO = 'video_tokens'
const TIER = 'service_tier'

/** The usage of a translated reply as clients get it; the same object where it has nothing that they do not get. */
export function usageForClient(usage: JsonObject): JsonObject {
  const details = asObject(usage['prompt_tokens_details'])
  const produced = asObject(usage['completion_tokens_details'])
  if (![usage[TIER], details[HOURLY], details[CACHED_MEDIA], details[VIDEO], produced[VIDEO]].some(isPresent))
    return usage
  const { [TIER]: _tier, ...counts } = usage
  const { [HOURLY]: _hourly, [CACHED_MEDIA]: _cached, [VIDEO]: _video, ...kept } = details
  const { [VIDEO]: _made, ...keptProduced } = produced
  return { ...counts, prompt_tokens_details: kept, completion_tokens_details: keptProduced }
}

const isPresent = (value: Json | undefined): boolean => value !== undefined

/** A usage with the service tier that its reply names beside it, where that is not the usual one. */
export const withServiceTier = (usage: JsonObject, tier: Json | undefined): JsonObject =>
  typeof tier !== 'string' || isStandardTier(tier) ? usage : { [TIER]: tier, ...usage }

/** A reply that was limited to some fields, with those of the usage that are recorded and not sent. */
export function withRecordedUsage(limited: JsonObject, original: JsonObject): JsonObject {
  const { usage } = original
  const kept = limited['usage']
  if (!isObject(usage) || !isObject(kept) || usageForClient(usage) === usage) return limited
  const { [TIER]: tier, prompt_tokens_details: details } = usage
  const names = [HOURLY, CACHED_MEDIA].filter(name => asObject(details)[name] !== undefined)
  const recorded = Object.fromEntries(names.map(name => [name, asObject(details)[name] ?? null]))
  return {
    ...limited,
    usage: {
      ...(tier !== undefined && { [TIER]: tier }),
      ...kept,
      prompt_tokens_details: { ...asObject(kept['prompt_tokens_details']), ...recorded },
    },
  }
}

/**
 * Usage that a stream reports in parts: later fields replace earlier ones, absent fields and nulls leave them as they are, and
 * nothing is added up.
 */
export function mergeUsage(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  const changes = Object.entries(later).flatMap(([name, value]) => {
    if (value === null) return []
    const before = earlier !== undefined && Object.hasOwn(earlier, name) ? earlier[name] : undefined
    return [[name, isObject(value) && isObject(before) ? mergeUsage(before, value) : value] as const]
  })
  return { ...earlier, ...Object.fromEntries(changes) }
}
