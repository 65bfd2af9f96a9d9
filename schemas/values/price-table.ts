// The form of a price, in the manifest and in the generated list: a small table by unit. A unit that it lacks has no price.

/** What is counted in tokens, in the order in which prices are shown; prices are in US dollars per million. */
export const TOKEN_UNITS = [
  'input',
  'cached',
  'cache_writes',
  'cache_writes_1h',
  'output',
  'reasoning',
  'citations',
  'audio_input',
  'cached_audio_input',
  'audio_output',
  'image_input',
  'cached_image_input',
  'image_output',
  'video_input',
  'video_output',
] as const
export type TokenUnit = (typeof TOKEN_UNITS)[number]

/** What is not; prices are in US dollars for one. */
export const OTHER_UNITS = [
  'per_request',
  'per_search',
  'per_search_preview',
  'per_grounded_prompt',
  'per_source',
  'per_file_search',
  'per_container',
  'per_second',
  'per_page',
  'per_character',
  'per_image',
] as const
export type OtherUnit = (typeof OTHER_UNITS)[number]

export type PriceUnit = TokenUnit | OtherUnit
export const PRICE_UNITS: readonly PriceUnit[] = [...TOKEN_UNITS, ...OTHER_UNITS]

export type Rates = { readonly [unit in PriceUnit]?: number }

/** A table of rates: those that hold above a number of input tokens are of the whole call. */
export interface RateTable extends Rates {
  readonly above?: readonly (Rates & { readonly tokens: number })[]
}

export interface PriceTable extends RateTable {
  /** By the tier that a reply names. */
  readonly service_tiers?: { readonly [tier: string]: RateTable }
  readonly batch?: RateTable
}

/** A table in effect from a day on, UTC; always, where it has none. */
export interface DatedTable extends PriceTable {
  readonly from?: string
}

/** A model of the list: its names, its context window in tokens, and its prices on the day of the list. */
export interface ModelFacts extends PriceTable {
  readonly id: string
  /** Other names of it. */
  readonly also?: readonly string[]
  /** Priced, and not shown in lists: what its vendor has deprecated, and what is fine-tuned. */
  readonly hidden?: true
  /** Its price is that of every region of its host but the global one. */
  readonly regional?: true
  /** The day on which the source of the price was read; that of the list where it has none. */
  readonly read?: string
  readonly context?: number
  /** All its tables where they have changed or will, the newest first. */
  readonly dated?: readonly DatedTable[]
}

/** What a vendor charges by service tier and in batches, as a factor of its prices, or by model where that differs. */
export interface PriceRules {
  /** What a table lacks, by what the vendor charges for it. */
  readonly inherits?: { readonly [unit in PriceUnit]?: PriceUnit }
  readonly batch?: number
  readonly service_tiers?: { readonly [tier: string]: number }
  /** Factors of all prices of tokens, by the field of the usage and its value. */
  readonly multipliers?: Multipliers
  /** What tools cost besides tokens, where the list has no price of it. */
  readonly fees?: Rates
  /** Why a name that the list lacks has no price, where the vendor documents how it is billed: a clause. */
  readonly unlisted?: string
  /** Names without a date, or their beginnings before `*`, that the vendor documents as names of dated models of one price. */
  readonly aliases?: readonly string[]
  /** Prices of names that the list lacks or has wrong. */
  readonly corrections?: {
    readonly [model: string]: Omit<ModelFacts, 'id' | 'also'> & { readonly read: string }
  }
  /** By the name of the list, or by its beginning before `*`: the longest beginning holds. */
  readonly models?: { readonly [model: string]: ModelRules }
}

export interface Multipliers {
  readonly [field: string]: { readonly [value: string]: number }
}

/** What differs at a model. */
export interface ModelRules {
  readonly service_tiers?: { readonly [tier: string]: RateTable }
  /** Tiers that are a factor of its other prices; those of the vendor hold where it has none of its own. */
  readonly tier_factors?: { readonly [tier: string]: number }
  /** Its prices in batches, where they are not the factor of the vendor. */
  readonly batch?: RateTable
  readonly multipliers?: Multipliers
  readonly fees?: Rates
}
