// What a usage counts besides plain text, in any dialect of the client: writes to a cache, sound and pictures, searches, seconds; and
// the tier that the reply names.
import { asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { PriceUnit } from '../../../schemas/values/price-table.ts'
import type { UsageUnits } from './cost.ts'

/** Undefined where there is nothing but text, which most replies are. */
export function unitsOf(usage: JsonObject): UsageUnits | undefined {
  const sent = usage['prompt_tokens_details'] ?? usage['input_tokens_details'] ?? usage['input_token_details']
  const produced =
    usage['completion_tokens_details'] ?? usage['output_tokens_details'] ?? usage['output_token_details']
  if (!hasCounts(usage) && !isMedia(sent) && !isMedia(produced)) return undefined
  return readUnits(usage, sent, produced)
}

/** Written out, since it is asked of every reply. */
const hasCounts = (usage: JsonObject): boolean =>
  isCounted(usage['cache_creation_input_tokens']) ||
  isCounted(usage['server_tool_use']) ||
  isCounted(usage['num_search_queries']) ||
  isCounted(usage['reasoning_tokens']) ||
  isCounted(usage['citation_tokens']) ||
  isCounted(usage['seconds']) ||
  isCounted(usage['pages_processed']) ||
  isCounted(usage['characters']) ||
  isCounted(usage['images'])

const isCounted = (value: Json | undefined): boolean =>
  typeof value === 'number' ? value > 0 : typeof value === 'object' && value !== null

function isMedia(details: Json | undefined): boolean {
  if (typeof details !== 'object' || details === null) return false
  const counts = details as JsonObject
  return (
    isCounted(counts['cache_write_tokens']) ||
    isCounted(counts['audio_tokens']) ||
    isCounted(counts['image_tokens']) ||
    isCounted(counts['video_tokens'])
  )
}

function readUnits(
  usage: JsonObject,
  sent: Json | undefined,
  produced: Json | undefined,
): UsageUnits | undefined {
  let units: { [unit in PriceUnit]?: number } | undefined
  const add = (unit: PriceUnit, count: number | undefined): void => {
    if (count === undefined || count <= 0) return
    units ??= {}
    units[unit] = count
  }
  const input = asObject(sent)
  const inHour =
    asCount(asObject(usage['cache_creation'])['ephemeral_1h_input_tokens']) ??
    asCount(input['cache_write_1h_tokens']) ??
    0
  const written = asCount(usage['cache_creation_input_tokens']) ?? asCount(input['cache_write_tokens']) ?? 0
  add('cache_writes', written - inHour)
  add('cache_writes_1h', inHour)
  if (sent !== undefined) {
    const cached = asObject(input['cached_tokens_details'])
    const [sound, pictures] = [asCount(cached['audio_tokens']) ?? 0, asCount(cached['image_tokens']) ?? 0]
    add('cached_audio_input', sound)
    add('cached_image_input', pictures)
    add('audio_input', (asCount(input['audio_tokens']) ?? 0) - sound)
    add('image_input', (asCount(input['image_tokens']) ?? 0) - pictures)
    add('video_input', asCount(input['video_tokens']))
  }
  if (produced !== undefined) {
    const output = asObject(produced)
    add('audio_output', asCount(output['audio_tokens']))
    add('image_output', asCount(output['image_tokens']))
  }
  add(
    'per_search',
    asCount(asObject(usage['server_tool_use'])['web_search_requests']) ??
      asCount(usage['num_search_queries']),
  )
  add('reasoning', asCount(usage['reasoning_tokens']))
  add('citations', asCount(usage['citation_tokens']))
  add('per_second', numberOf(usage['seconds']))
  add('per_page', asCount(usage['pages_processed']))
  add('per_character', asCount(usage['characters']))
  add('per_image', asCount(usage['images']))
  return units
}

/** Whole, since tokens are. */
const asCount = (value: Json | undefined): number | undefined => {
  const count = numberOf(value)
  return count === undefined || count < 0 ? undefined : Math.ceil(count)
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER ? value : undefined

/** Undefined for the standard one, and where the reply names none. */
export function tierOf(usage: JsonObject): string | undefined {
  const tier = usage['service_tier']
  return typeof tier !== 'string' || tier === '' || isStandardTier(tier) ? undefined : tier.slice(0, MAX_NAME)
}

const MAX_NAME = 32

/** Names that a reply has for what is charged at the standard price. */
const STANDARD: ReadonlySet<string> = new Set(['standard', 'default', 'auto', 'on_demand', 'standard_only'])

/** Whether a reply names a tier with prices of its own. */
export const isStandardTier = (name: string): boolean => STANDARD.has(name)
