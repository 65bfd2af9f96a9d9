// Ports of the Node process: clock, random numbers, identifiers and hashing.
import { createHmac, createSign, hash, randomFillSync } from 'node:crypto'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { EventLoop, Ports } from '../values/ports.ts'
import type { ProcessMemory } from './process-limits.ts'

/** Random bytes are generated for many identifiers at a time, since each call is expensive. */
const RANDOM_POOL = 16 * 256

export function nodePorts(): Omit<Ports, 'upstream' | 'connect'> {
  const pool = Buffer.alloc(RANDOM_POOL)
  let used = RANDOM_POOL
  return {
    clock: {
      now: () => Date.now(),
      monotonic: () => Math.floor(performance.now()),
      after: (milliseconds, action) => {
        const timer = setTimeout(action, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    ...createTurns(turn),
    turn,
    endOfTurn: action => void setImmediate(action),
    random: () => Math.random(),
    randomId: () => {
      if (used === RANDOM_POOL) {
        randomFillSync(pool)
        used = 0
      }
      used += 16
      return pool.toString('hex', used - 16, used)
    },
    hash: text => hash('sha256', text, 'hex'),
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    signRsa: (privateKey, text) => {
      try {
        return createSign('RSA-SHA256').update(text).sign(privateKey)
      } catch {
        return undefined
      }
    },
  }
}

const turn = (): number => performance.nodeTiming.uvMetricsInfo.loopCount

/** The event loop of this thread. */
export const nodeEventLoop: EventLoop = {
  precise: () => performance.now(),
  idle: () => performance.nodeTiming.idleTime,
  endOfTurn: action => void setImmediate(action),
}

/** Bytes that are worked on in one turn of the event loop: some milliseconds, where each is checked. */
const BYTES_IN_TURN = 16 * 1024

/** Shares each turn of the event loop among what waits for one, however much that is, so that its steps do not add up. */
export function createTurns(turn: Ports['turn']): Pick<Ports, 'nextTurn' | 'fitsTurn'> {
  interface Waiting {
    readonly action: () => void
    readonly bytes: number
  }
  const queues = new Map<string, Waiting[]>()
  const takeFirst = (): Waiting | undefined => {
    for (const [owner, waiting] of queues) {
      queues.delete(owner)
      const first = waiting.shift()
      if (waiting.length > 0) queues.set(owner, waiting)
      return first
    }
    return undefined
  }
  const runFirst = (): void => {
    const actions: (() => void)[] = []
    for (let left = BYTES_IN_TURN; left > 0; ) {
      const first = takeFirst()
      if (first === undefined) break
      left -= first.bytes
      actions.push(first.action)
    }
    if (queues.size > 0) setImmediate(runFirst)
    for (const action of actions) action()
  }
  let current = -1
  let used = 0
  return {
    nextTurn: (action, owner = '', bytes = BYTES_IN_TURN) => {
      const waiting = queues.get(owner)
      if (waiting !== undefined) return void waiting.push({ action, bytes })
      queues.set(owner, [{ action, bytes }])
      if (queues.size === 1) setImmediate(runFirst)
    },
    fitsTurn: bytes => {
      if (queues.size > 0) return false
      const now = turn()
      if (now !== current) {
        current = now
        used = 0
      }
      const fits = used < BYTES_IN_TURN
      used += bytes
      return fits
    },
  }
}

/** The memory of the machine, or of the container where its limit is lower, in bytes. */
export function hostMemory(): ProcessMemory {
  const machine = totalmem()
  // Without a constraint Node returns zero, or more than the machine has.
  const constrained = process.constrainedMemory()
  return {
    total: constrained > 0 ? Math.min(constrained, machine) : machine,
    heap: getHeapStatistics().heap_size_limit,
  }
}
