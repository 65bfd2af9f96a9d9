// A signal of the heuristics: its position in the normalized or original text, and its weight.

export type SignalFamily = 'override' | 'persona' | 'leak' | 'indirect' | 'marker' | 'hidden'

export interface InjectionSignal {
  readonly start: number
  /** Where the phrase ends; phrases that end together are the same evidence. */
  readonly end?: number
  /** Identifies the signal: it counts once per stretch. */
  readonly signal: string
  readonly family: SignalFamily
  /** From 0 to 1. */
  readonly weight: number
}
