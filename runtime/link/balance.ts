// One draw over a prepared table; what is left of the number is handed to the child (plan schema, BalanceNode).
import type { BalanceNode } from '../../schemas/generated/types.ts'
import { NONE, type Route } from '../call.ts'

export function linkBalance({ draw }: BalanceNode, children: readonly Route[], chance: () => number): Route {
  const { cumulative, guide } = draw
  return (call, inHand) => {
    const number = inHand === NONE ? chance() : inHand
    let index = guide[Math.floor(number * guide.length)] ?? 0
    while (number >= (cumulative[index] ?? 1) && index < children.length - 1) index += 1
    const low = index === 0 ? 0 : (cumulative[index - 1] ?? 0)
    const high = cumulative[index] ?? 1
    const child = children[index]
    if (child === undefined) throw new Error('A draw table names a child that the node does not have.')
    return child(call, Math.min((number - low) / (high - low), 1 - Number.EPSILON))
  }
}
