// A page of published prices, with calls that were computed by hand from it; and usages as they are reported.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { PriceTable } from '../../../../schemas/values/price-table.ts'

export interface PricePage {
  readonly address: string
  /** The day on which it was read, in a stored copy. */
  readonly read: string
  /** What it says, by model; a name of the catalog (`host/model`) where it only has a factor of prices. */
  readonly prices: { readonly [model: string]: PriceTable }
  readonly cases: readonly PricedCase[]
}

type PricedCase = readonly [model: string, usage: JsonObject, nanoDollars: number]

export const read = '2026-11-27'

/** Usage of a chat: with cached tokens, and of sound and images where there are such. */
export const chat = (prompt: number, completion: number, cached = 0, more: JsonObject = {}): JsonObject => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  prompt_tokens_details: { cached_tokens: cached, ...(more['prompt'] as JsonObject | undefined) },
  completion_tokens_details: { reasoning_tokens: 0, ...(more['completion'] as JsonObject | undefined) },
})

export const tier = (name: string, usage: JsonObject): JsonObject => ({ ...usage, service_tier: name })

/** Usage of a message: Claude counts the cache apart. */
export const message = (
  input: number,
  fiveMinutes: number,
  hour: number,
  cached: number,
  output: number,
): JsonObject => ({
  input_tokens: input,
  cache_creation_input_tokens: fiveMinutes + hour,
  cache_read_input_tokens: cached,
  cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: hour },
  output_tokens: output,
  service_tier: 'standard',
})

export const claude = (
  input: number,
  write: number,
  hour: number,
  cached: number,
  output: number,
): PriceTable => ({
  input,
  cache_writes: write,
  cache_writes_1h: hour,
  cached,
  output,
})

export const priority = (input: number, output: number, cached?: number): PriceTable => ({
  service_tiers: { priority: { input, output, ...(cached !== undefined && { cached }) } },
})
