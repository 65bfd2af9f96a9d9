// One circuit breaker as a state machine over a small block of memory that threads may share: a ring buffer of the times
// of the last failures, and the state: closed, open or half-open with a probe in flight (semantics, section 7).
import type { Clock } from '../values/ports.ts'
import type { Circuit, CircuitChange, CircuitRule } from './circuits.ts'

const CLOSED = 0
const OPEN = 1
const PROBING = 2

/** Cells before the ring buffer: state, number of failures, times of opening, of the probe's start and of closing. */
const STATE = 0
const FAILURE_COUNT = 1
const OPENED_AT = 2
const PROBED_AT = 3
const CLOSED_AT = 4
const RING_START = 5

/** Added to the monotonic time: zero means empty, and others may have changed the circuit before this process began. */
const FIRST_TIME = 2 ** 41

/** Size limit of the ring buffer. A larger threshold stores every n-th failure, so that memory stays bounded. */
const MAX_RING_SIZE = 1024

const strideOf = ({ threshold }: CircuitRule): number => Math.ceil(threshold / MAX_RING_SIZE)
const ringSizeOf = (rule: CircuitRule): number => Math.ceil(rule.threshold / strideOf(rule))

/** Bytes that a circuit with this rule needs. */
export const circuitBytes = (rule: CircuitRule): number => (RING_START + ringSizeOf(rule)) * 8

/** A circuit that also accepts state changes from other instances. */
export interface LocalCircuit extends Circuit {
  /** Another instance opened it so many milliseconds ago; false when what happened here is newer. */
  readonly markOpened: (age: number) => boolean
  /** A probe of another instance succeeded so many milliseconds ago. */
  readonly markClosed: (age: number) => void
}

/** `onChange` is called for each state change made by this side. */
export function createCircuit(
  rule: CircuitRule,
  memory: ArrayBufferLike,
  { monotonic }: Pick<Clock, 'monotonic'>,
  onChange: (to: CircuitChange) => void,
): LocalCircuit {
  const cells = new BigInt64Array(memory)
  const stride = strideOf(rule)
  const ringSize = ringSizeOf(rule)
  const now = (): number => FIRST_TIME + monotonic()
  const read = (cell: number): number => Number(Atomics.load(cells, cell))
  const write = (cell: number, value: number): void => void Atomics.store(cells, cell, BigInt(value))
  /** True for the one thread that makes the transition. */
  const transition = (from: number, to: number): boolean =>
    Atomics.compareExchange(cells, STATE, BigInt(from), BigInt(to)) === BigInt(from)

  /** Milliseconds until a circuit that is not closed admits a probe: after the cooldown, or when a probe never returned. */
  const remainingMs = (state: number, time: number): number =>
    Math.max(0, read(state === OPEN ? OPENED_AT : PROBED_AT) + rule.cooldown - time)

  const open = (from: number, time: number): void => {
    write(OPENED_AT, time)
    if (transition(from, OPEN) && from !== OPEN) onChange('open')
  }

  const recordFailure = (time: number): void => {
    const count = Number(Atomics.add(cells, FAILURE_COUNT, 1n)) + 1
    if (count % stride !== 0) return
    const slot = (count / stride - 1) % ringSize
    write(RING_START + slot, time)
    // The slot after the newest holds the oldest failure that counts; zero means empty.
    const oldest = read(RING_START + ((slot + 1) % ringSize))
    if (oldest > 0 && time - oldest < rule.cooldown) open(CLOSED, time)
  }

  /** Those of the ring buffer that are within the window. */
  const countFailures = (time: number): number => {
    let count = 0
    for (let slot = 0; slot < ringSize; slot += 1) {
      const failedAt = read(RING_START + slot)
      if (failedAt > 0 && time - failedAt < rule.cooldown) count += stride
    }
    return count
  }

  const close = (from: number): void => {
    for (let slot = 0; slot < ringSize; slot += 1) write(RING_START + slot, 0)
    write(FAILURE_COUNT, 0)
    write(CLOSED_AT, now())
    if (transition(from, CLOSED)) onChange('closed')
  }

  return {
    admit: () => {
      const state = read(STATE)
      if (state === CLOSED) return 'closed'
      const time = now()
      if (remainingMs(state, time) > 0) return 'open'
      // A probe that never returned is taken over by the first thread to write its time.
      const probedAt = Atomics.load(cells, PROBED_AT)
      if (Atomics.compareExchange(cells, PROBED_AT, probedAt, BigInt(time)) !== probedAt) return 'open'
      if (state === OPEN && !transition(OPEN, PROBING)) return 'open'
      onChange('half-open')
      return 'probe'
    },
    isOpen: () => {
      const state = read(STATE)
      return state !== CLOSED && remainingMs(state, now()) > 0
    },
    retryAfterMs: () => {
      const state = read(STATE)
      return state === CLOSED ? 0 : remainingMs(state, now())
    },
    status: () => {
      const [state, time] = [read(STATE), now()]
      if (state === CLOSED) return { state: 'closed', failures: countFailures(time) }
      const retryAfter = remainingMs(state, time)
      return {
        state: state === OPEN && retryAfter > 0 ? 'open' : 'half-open',
        failures: countFailures(time),
        openFor: Math.max(0, time - read(OPENED_AT)),
        retryAfter,
      }
    },
    succeed: admission => {
      if (admission === 'probe') close(PROBING)
    },
    fail: admission => {
      if (admission === 'probe') open(PROBING, now())
      else if (admission === 'closed' && read(STATE) === CLOSED) recordFailure(now())
    },
    release: admission => {
      // The probe was inconclusive: the circuit is open again, and the next call may probe at once.
      if (admission === 'probe') transition(PROBING, OPEN)
    },
    // A remote change may be older than local ones.
    markOpened: age => {
      const time = now() - age
      if (time <= read(OPENED_AT) || time < read(CLOSED_AT)) return false
      open(read(STATE), time)
      return true
    },
    markClosed: age => {
      const state = read(STATE)
      if (state !== CLOSED && now() - age > read(OPENED_AT)) close(state)
    },
  }
}
