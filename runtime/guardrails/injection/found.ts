// A signal of the heuristics: its position in the normalized or original text, and its weight.

export type Family = 'override' | 'persona' | 'leak' | 'indirect' | 'marker' | 'hidden'

export interface Found {
  readonly at: number
  /** Identifies the signal: it counts once per stretch. */
  readonly signal: string
  readonly family: Family
  /** From 0 to 1. */
  readonly weight: number
}
