// What the model of a store remembers, and loses when it is restarted without its memory.

interface StoredMember {
  sequence: number
  seen: number
  reported: number
  part: number
}

export interface CounterRecord {
  width: number
  reached: number
  isNew: boolean
  /** By process and field. */
  readonly amounts: Map<string, number>
}

/** The process of what a counter starts from. */
export const SEED = ''

export interface Memory {
  generation: number
  /** That in which it began to remember. */
  begun: number
  run: string
  isGathering: boolean
  last: number
  gap: { readonly from: number; readonly to: number }
  readonly members: Map<string, StoredMember>
  readonly counters: Map<string, CounterRecord>
}

export const emptyMemory = (): Memory => ({
  generation: 0,
  begun: 0,
  run: '',
  isGathering: false,
  last: Number.NEGATIVE_INFINITY,
  gap: { from: 0, to: 0 },
  members: new Map(),
  counters: new Map(),
})

export const raise = (amounts: Map<string, number>, key: string, delta: number): void => {
  const amount = (amounts.get(key) ?? 0) + delta
  if (amount === 0) amounts.delete(key)
  else amounts.set(key, amount)
}
