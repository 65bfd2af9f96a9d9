// One draw over a prepared weight table; the unused part of the random number goes to the child (plan schema).
import type { LoadbalanceNode } from '../../../schemas/generated/types.ts'
import { type Call, NO_DRAW } from '../../values/call.ts'
import type { Clock } from '../../values/ports.ts'
import { linkField } from './field.ts'
import { type IsOpen, ignoringCircuits, type LinkedNode, recordSkipped, recordStep } from './linked-node.ts'

interface LoadbalancePorts {
  readonly random: () => number
  readonly clock: Pick<Clock, 'now'>
}

/**
 * The same, with a number that follows from the values of fields where a request has any: a session remains at its target as long as neither
 * the targets nor their weights change, whichever process serves it.
 */
function linkSticky(
  draw: LoadbalanceNode['draw'],
  sticky: NonNullable<LoadbalanceNode['sticky']>,
  children: readonly LinkedNode[],
  ports: LoadbalancePorts,
  at: string | undefined,
): LinkedNode {
  const { route, isOpen } = linkLoadbalance({ draw }, children, ports, at)
  const read = sticky.fields.map(linkField)
  const { ttl } = sticky
  // Periods begin at another time for each session, so that not all move at once.
  const periodOf = (session: string): string =>
    ttl === undefined ? '' : String(Math.floor(ports.clock.now() / ttl + unitOf(`${session} `)))
  const routeSession = (call: Call, session: string): ReturnType<LinkedNode['route']> =>
    route(call, unitOf(session + periodOf(session)))
  return {
    ...(isOpen && { isOpen }),
    route: (call, drawInHand) => {
      const values = read.map(field => field(call))
      return values.every(value => value === undefined)
        ? route(call, drawInHand)
        : routeSession(call, JSON.stringify(values))
    },
  }
}

/** A number in [0, 1) that spreads strings evenly: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), mixed once more for short ones. */
function unitOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** The position of a random number within its child's interval, scaled to [0, 1). */
const unusedDraw = (number: number, low: number, high: number): number =>
  Math.min((number - low) / (high - low), 1 - Number.EPSILON)

export function linkLoadbalance(
  { draw, sticky }: Pick<LoadbalanceNode, 'draw' | 'sticky'>,
  children: readonly LinkedNode[],
  { random, clock }: LoadbalancePorts,
  at?: string,
): LinkedNode {
  if (sticky !== undefined) return linkSticky(draw, sticky, children, { random, clock }, at)
  const { cumulative, guide, weights } = draw
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const reasons = weights.map(weight => `weight ${Math.round((weight / sum) * 10_000) / 10_000}`)
  const enter = (index: number, call: Call, drawInHand: number): ReturnType<LinkedNode['route']> => {
    const child = childAt(index)
    recordStep(call, at, child.name, reasons[index] ?? '')
    return child.route(call, drawInHand)
  }
  const childAt = (index: number): LinkedNode => {
    const child = children[index]
    if (child === undefined) throw new Error('A draw table names a child that the node does not have.')
    return child
  }
  const route: LinkedNode['route'] = (call, drawInHand) => {
    const number = drawInHand === NO_DRAW ? random() : drawInHand
    let index = guide[Math.floor(number * guide.length)] ?? 0
    while (number >= (cumulative[index] ?? 1) && index < children.length - 1) index += 1
    const low = index === 0 ? 0 : (cumulative[index - 1] ?? 0)
    return enter(index, call, unusedDraw(number, low, cumulative[index] ?? 1))
  }
  if (children.every(child => child.isOpen === undefined)) return { route }

  /** Children without weight are never selected, so they do not count as available. */
  const eligible = weights.flatMap((weight, index) => (weight > 0 ? [index] : []))
  const isChildOpen = (call: Call, index: number): boolean => childAt(index).isOpen?.(call) === true
  const isOpen: IsOpen = call => eligible.every(index => isChildOpen(call, index))
  return {
    isOpen,
    route: (call, drawInHand) => {
      if (call.ignoreCircuits === true) return route(call, drawInHand)
      const closed = eligible.filter(index => !isChildOpen(call, index))
      if (closed.length === 0) return route(ignoringCircuits(call), drawInHand)
      if (closed.length === eligible.length) return route(call, drawInHand)
      for (const index of eligible) if (!closed.includes(index)) recordSkipped(call, childAt(index).name)
      const [only, ...others] = closed
      if (only !== undefined && others.length === 0) return enter(only, call, drawInHand)
      const number = drawInHand === NO_DRAW ? random() : drawInHand
      const total = closed.reduce((sum, index) => sum + (weights[index] ?? 0), 0)
      let low = 0
      for (const index of closed) {
        const high = low + (weights[index] ?? 0) / total
        if (number < high || index === closed.at(-1)) return enter(index, call, unusedDraw(number, low, high))
        low = high
      }
      throw new Error('Unreachable: the last closed child takes the remaining interval.')
    },
  }
}
