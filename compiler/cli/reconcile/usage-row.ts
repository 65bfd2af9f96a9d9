// One line of what a provider reports that it has served or charged, or of the log: counts by day, model and credential.

/** The kinds that OpenAI's usage API distinguishes. */
export type UsageKind =
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'images'
  | 'audio_speeches'
  | 'audio_transcriptions'

/** Counts of one day; absent ones are not in the export. */
export interface ServedCounts {
  readonly requests?: number | undefined
  /** With what was read from a cache or written to it. */
  readonly input?: number | undefined
  /** The part of the input that was read from a cache. */
  readonly cached?: number | undefined
  readonly output?: number | undefined
  /** In billionths of a US dollar. */
  readonly cost?: bigint | undefined
}

export interface UsageRow extends ServedCounts {
  /** In UTC: `2026-10-03`. */
  readonly day: string
  /** As the API names it. Absent if the export is not by model, or not by credential. */
  readonly model?: string | undefined
  readonly credential?: string | undefined
  readonly kind?: UsageKind | undefined
}

export interface BilledRow extends UsageRow {
  /** The words by which a bill names a model and what was counted: `Gemini 2.5 Flash GA Text Input - Predictions`. */
  readonly billedAs?: string | undefined
  /** What is charged without a model, such as `web_search` or a tax. */
  readonly fee?: string | undefined
}

export interface ProviderUsage {
  /** Providers of the catalog; those with more after a hyphen are theirs: `azure` is also `azure-foundry`. */
  readonly providers: readonly string[]
  readonly rows: readonly BilledRow[]
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
}
