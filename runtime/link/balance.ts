// One draw over a prepared weight table; the unused part of the random number goes to the child (plan schema).
import type { BalanceNode } from '../../schemas/generated/types.ts'
import { type Call, NONE } from '../call.ts'
import { forced, type IsOpen, type Linked, noteSkipped } from './linked.ts'

/** The position of a random number within its child's interval, scaled to [0, 1). */
const restOf = (number: number, low: number, high: number): number =>
  Math.min((number - low) / (high - low), 1 - Number.EPSILON)

export function linkBalance(
  { draw }: BalanceNode,
  children: readonly Linked[],
  chance: () => number,
): Linked {
  const { cumulative, guide, weights } = draw
  const childAt = (index: number): Linked => {
    const child = children[index]
    if (child === undefined) throw new Error('A draw table names a child that the node does not have.')
    return child
  }
  const route: Linked['route'] = (call, inHand) => {
    const number = inHand === NONE ? chance() : inHand
    let index = guide[Math.floor(number * guide.length)] ?? 0
    while (number >= (cumulative[index] ?? 1) && index < children.length - 1) index += 1
    const low = index === 0 ? 0 : (cumulative[index - 1] ?? 0)
    return childAt(index).route(call, restOf(number, low, cumulative[index] ?? 1))
  }
  if (children.every(child => child.isOpen === undefined)) return { route }

  /** Children without weight are never selected, so they do not count as available. */
  const drawable = weights.flatMap((weight, index) => (weight > 0 ? [index] : []))
  const isChildOpen = (call: Call, index: number): boolean => childAt(index).isOpen?.(call) === true
  const isOpen: IsOpen = call => drawable.every(index => isChildOpen(call, index))
  return {
    isOpen,
    route: (call, inHand) => {
      if (call.forced === true) return route(call, inHand)
      const closed = drawable.filter(index => !isChildOpen(call, index))
      if (closed.length === 0) return route(forced(call), inHand)
      if (closed.length === drawable.length) return route(call, inHand)
      for (const index of drawable) if (!closed.includes(index)) noteSkipped(call, childAt(index).at)
      const [only, ...others] = closed
      if (only !== undefined && others.length === 0) return childAt(only).route(call, inHand)
      const number = inHand === NONE ? chance() : inHand
      const total = closed.reduce((sum, index) => sum + (weights[index] ?? 0), 0)
      let low = 0
      for (const index of closed) {
        const high = low + (weights[index] ?? 0) / total
        if (number < high || index === closed.at(-1))
          return childAt(index).route(call, restOf(number, low, high))
        low = high
      }
      throw new Error('Unreachable: the last closed child takes the remaining interval.')
    },
  }
}
