// One circuit as a state machine over a few words of memory, which threads may share: a ring of the times of the last
// failures, and whether the circuit is closed, open, or has a probe under way (semantics, section 7).
import type { Clock } from '../ports.ts'
import type { Circuit, CircuitRule } from './circuits.ts'

export type CircuitChange = 'open' | 'half-open' | 'closed'

const CLOSED = 0
const OPEN = 1
const PROBING = 2

/** Words before the ring: the state, how many failures were noted, when it opened, when the probe began, when it closed. */
const STATE = 0
const NOTED = 1
const OPENED = 2
const PROBED = 3
const SHUT = 4
const RING = 5

/** Times that are kept at most. A larger threshold keeps each n-th, so that nobody's config takes memory by its number. */
const MOST_KEPT = 1024

const strideOf = ({ threshold }: CircuitRule): number => Math.ceil(threshold / MOST_KEPT)
const keptOf = (rule: CircuitRule): number => Math.ceil(rule.threshold / strideOf(rule))

/** Bytes that a circuit of this rule needs. */
export const circuitBytes = (rule: CircuitRule): number => (RING + keptOf(rule)) * 8

/** A circuit that can be told what others found out. */
export interface LocalCircuit extends Circuit {
  /** Others opened it at this time, in milliseconds since the epoch. */
  readonly opened: (at: number) => void
  /** A probe of others succeeded at this time. */
  readonly closed: (at: number) => void
}

/** `changed` hears of each change that this side made. */
export function createCircuit(
  rule: CircuitRule,
  memory: ArrayBufferLike,
  { now }: Pick<Clock, 'now'>,
  changed: (to: CircuitChange) => void,
): LocalCircuit {
  const words = new BigInt64Array(memory)
  const stride = strideOf(rule)
  const kept = keptOf(rule)
  const read = (at: number): number => Number(Atomics.load(words, at))
  const write = (at: number, value: number): void => void Atomics.store(words, at, BigInt(value))
  /** True for the one side that makes the step. */
  const step = (from: number, to: number): boolean =>
    Atomics.compareExchange(words, STATE, BigInt(from), BigInt(to)) === BigInt(from)

  /**
   * Milliseconds until the state that is not closed lets a probe through: after the cooldown, or when a probe never came
   * back. Where the clock was set back by more than a cooldown nobody waits for it to catch up.
   */
  const leftOf = (state: number, time: number): number => {
    const left = read(state === OPEN ? OPENED : PROBED) + rule.cooldown - time
    return left > 2 * rule.cooldown ? 0 : Math.max(0, left)
  }

  const open = (from: number, at: number): void => {
    write(OPENED, at)
    if (step(from, OPEN)) changed('open')
  }

  const note = (at: number): void => {
    const count = Number(Atomics.add(words, NOTED, 1n)) + 1
    if (count % stride !== 0) return
    const place = (count / stride - 1) % kept
    write(RING + place, at)
    // The place after the newest holds the oldest that counts; zero stands for none.
    const oldest = read(RING + ((place + 1) % kept))
    if (oldest > 0 && at - oldest < rule.cooldown) open(CLOSED, at)
  }

  const close = (from: number): void => {
    for (let place = 0; place < kept; place += 1) write(RING + place, 0)
    write(NOTED, 0)
    write(SHUT, now())
    if (step(from, CLOSED)) changed('closed')
  }

  return {
    admit: () => {
      const state = read(STATE)
      if (state === CLOSED) return 'closed'
      const time = now()
      if (leftOf(state, time) > 0) return 'open'
      // A probe that never came back is taken over by whoever writes its time first.
      const began = Atomics.load(words, PROBED)
      if (Atomics.compareExchange(words, PROBED, began, BigInt(time)) !== began) return 'open'
      if (state === OPEN && !step(OPEN, PROBING)) return 'open'
      changed('half-open')
      return 'probe'
    },
    isOpen: () => {
      const state = read(STATE)
      return state !== CLOSED && leftOf(state, now()) > 0
    },
    opensFor: () => {
      const state = read(STATE)
      return state === CLOSED ? 0 : leftOf(state, now())
    },
    succeed: admission => {
      if (admission === 'probe') close(PROBING)
    },
    fail: admission => {
      if (admission === 'probe') open(PROBING, now())
      else if (admission === 'closed' && read(STATE) === CLOSED) note(now())
    },
    release: admission => {
      // Nothing was learnt: the circuit is as it was before the probe, and the next call may probe at once.
      if (admission === 'probe') step(PROBING, OPEN)
    },
    // News may be older than what has happened here since.
    opened: at => {
      if (at > read(OPENED) && at >= read(SHUT)) open(read(STATE), at)
    },
    closed: at => {
      const state = read(STATE)
      if (state !== CLOSED && at > read(OPENED)) close(state)
    },
  }
}
