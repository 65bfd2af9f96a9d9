// The limits of a fleet in the model, and what may happen to it.
import { periodRule, slidingRule } from '../../../../runtime/limits/counter-rule.ts'
import type { CallAmounts, CounterRule, LimitCounter, Measure } from '../../../../runtime/limits/counters.ts'

export interface WorldCounter {
  readonly rule: CounterRule
  readonly measure: Measure
}

/** A rate of requests, one of tokens, and budgets of both. */
export const COUNTERS: readonly WorldCounter[] = [
  { rule: slidingRule({ unit: 'rpm', value: 24 }), measure: 'requests' },
  { rule: slidingRule({ unit: 'rpm', value: 400 }), measure: 'tokens' },
  { rule: periodRule(60, undefined), measure: 'requests' },
  { rule: periodRule(300, undefined), measure: 'cost' },
]

export type Move =
  | {
      readonly kind: 'calls'
      readonly process: number
      readonly counter: number
      readonly count: number
      readonly amount: number
    }
  | { readonly kind: 'settle'; readonly call: number; readonly actual: number }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'freeze' | 'thaw' | 'copy' | 'flush' }
  | { readonly kind: 'restart'; readonly memory: 'kept' | 'lost' | 'copied' }
  | { readonly kind: 'stall' | 'resume'; readonly process: number }
  | { readonly kind: 'step'; readonly milliseconds: number }

export interface WorldFaults {
  readonly processes: number
  /** Numbers in [0, 1) for whatever is not decided by the moves. */
  readonly random: () => number
  readonly losesAnswers: boolean
  readonly doubles: boolean
}

/** The largest that a call of the model reserves. */
export const MAX_AMOUNT = 20

export const keyOf = (counter: number): string => `counter-${counter}`

export const stored = (index: number) => {
  const { length = 0, width = 0 } = COUNTERS[index]?.rule ?? {}
  return { key: keyOf(index), length, width, lives: 1 }
}

export const counterOf = (index: number): LimitCounter => {
  const { rule, measure } = COUNTERS[index] as WorldCounter
  return { key: keyOf(index), rule, measure }
}

export const amountsOf = (amount: number): CallAmounts => ({
  requests: 1,
  tokens: amount,
  cost: amount,
  concurrent: 1,
})
