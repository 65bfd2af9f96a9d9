// What a heuristic found: where, in the plain words or in the text, and how much it says.

export type Family = 'override' | 'persona' | 'leak' | 'indirect' | 'marker' | 'hidden'

export interface Found {
  readonly at: number
  /** Tells signals apart: one counts once among its neighbours. */
  readonly signal: string
  readonly family: Family
  /** From 0 to 1. */
  readonly weight: number
}
