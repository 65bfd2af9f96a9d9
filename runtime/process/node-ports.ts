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
    nextTurn: createTurns(),
    turn: () => performance.nodeTiming.uvMetricsInfo.loopCount,
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

/** The event loop of this thread. */
export const nodeEventLoop: EventLoop = {
  precise: () => performance.now(),
  idle: () => performance.nodeTiming.idleTime,
  endOfTurn: action => void setImmediate(action),
}

/** One action in each turn of the event loop, however many wait, so that their steps do not add up. */
export function createTurns(): (action: () => void) => void {
  const waiting: (() => void)[] = []
  const runFirst = (): void => {
    const action = waiting.shift()
    if (waiting.length > 0) setImmediate(runFirst)
    action?.()
  }
  return action => {
    waiting.push(action)
    if (waiting.length === 1) setImmediate(runFirst)
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
