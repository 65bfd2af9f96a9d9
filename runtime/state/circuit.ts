// One circuit breaker as a state machine over a small block of memory that threads may share: a ring buffer of the times
// of the last failures, and the state: closed, open or half-open with a probe in flight (semantics, section 7).
import type { Clock } from '../ports.ts'
import type { Circuit, CircuitRule } from './circuits.ts'

export type CircuitChange = 'open' | 'half-open' | 'closed'

const CLOSED = 0
const OPEN = 1
const PROBING = 2

/** Cells before the ring buffer: state, number of failures, times of opening, of the probe's start and of closing. */
const STATE = 0
const NOTED = 1
const OPENED = 2
const PROBED = 3
const SHUT = 4
const RING = 5

/** Size limit of the ring buffer. A larger threshold stores every n-th failure, so that memory stays bounded. */
const MOST_KEPT = 1024

const strideOf = ({ threshold }: CircuitRule): number => Math.ceil(threshold / MOST_KEPT)
const keptOf = (rule: CircuitRule): number => Math.ceil(rule.threshold / strideOf(rule))

/** Bytes that a circuit with this rule needs. */
export const circuitBytes = (rule: CircuitRule): number => (RING + keptOf(rule)) * 8

/** A circuit that also accepts state changes from other instances. */
export interface LocalCircuit extends Circuit {
  /** Another instance opened it at this time, in milliseconds since the epoch. */
  readonly opened: (at: number) => void
  /** A probe of another instance succeeded at this time. */
  readonly closed: (at: number) => void
}

/** `onChange` is called for each state change made by this side. */
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
  /** True for the one thread that makes the transition. */
  const step = (from: number, to: number): boolean =>
    Atomics.compareExchange(words, STATE, BigInt(from), BigInt(to)) === BigInt(from)

  /**
   * Milliseconds until a circuit that is not closed admits a probe: after the cooldown, or when a probe never returned.
   * If the clock was set back by more than a cooldown, a probe is admitted at once.
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
    // The slot after the newest holds the oldest failure that counts; zero means empty.
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
      // A probe that never returned is taken over by the first thread to write its time.
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
      // The probe was inconclusive: the circuit is open again, and the next call may probe at once.
      if (admission === 'probe') step(PROBING, OPEN)
    },
    // A remote change may be older than local ones.
    opened: at => {
      if (at > read(OPENED) && at >= read(SHUT)) open(read(STATE), at)
    },
    closed: at => {
      const state = read(STATE)
      if (state !== CLOSED && at > read(OPENED)) close(state)
    },
  }
}
