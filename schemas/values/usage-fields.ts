// What the fields of a provider's usage mean: each is counted in a unit, changes the price, states the charge, or is informative. A
// field that no table has is unknown.
import type { PriceUnit } from './price-table.ts'

/** Roles besides the units of prices. */
export const OTHER_ROLES = [
  /** Tokens of the request, with those from a cache and written to it. */
  'prompt',
  /** Tokens from a cache and written to it, which the tokens of the request do not have if there is no `prompt`. */
  'cached_apart',
  'cache_writes_apart',
  /** Of the tokens of the request and the reply. */
  'total',
  /** Tokens of reasoning that those of the reply have. */
  'thinking',
  /** Tokens that are billed, where they are others than the model has read and written. */
  'billed_input',
  'billed_output',
  /** The service tier, which selects the prices. */
  'tier',
  /** A value by which prices are multiplied. */
  'multiplier',
  /** The inferences of which the call consists, each with a usage and perhaps a model of its own. */
  'iterations',
  /** What the provider charges: in US dollars, and in ten-billionths of one. */
  'charge',
  'charge_ticks',
  /** What a provider upstream of it charges the same customer, where `own_key` is true. */
  'upstream_charge',
  'own_key',
  /** Names of fields that the adapter of the provider does not know. */
  'unlisted',
  /** A part of what is counted elsewhere, a time, or a name. */
  'informative',
] as const

export type UsageRole = PriceUnit | (typeof OTHER_ROLES)[number]

/** The fields of a usage, as deep as they are; lists are written as one of their items. */
export interface UsageFields {
  readonly [name: string]: UsageRole | UsageFields
}
