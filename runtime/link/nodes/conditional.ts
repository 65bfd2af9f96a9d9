// The first matching step selects the child. Tables are maps: a hundred equal-string cases cost one lookup.
import type { ConditionalNode, Step } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { linkField } from './field.ts'
import type { LinkedNode } from './linked-node.ts'
import { linkPredicate } from './predicate.ts'

/** The index of the child, or undefined when the step does not match. */
type PickChild = (call: Call) => number | undefined

function linkStep(step: Step): PickChild {
  if ('table' in step) {
    const read = linkField(step.field)
    const table = new Map(Object.entries(step.table))
    return call => {
      const value = read(call)
      return typeof value === 'string' ? table.get(value) : undefined
    }
  }
  const test = linkPredicate(step.when)
  return call => (test(call) ? step.then : undefined)
}

export function linkConditional(
  { steps, otherwise }: ConditionalNode,
  children: readonly LinkedNode[],
): LinkedNode {
  const picks = steps.map(linkStep)
  const childOf = (call: Call): LinkedNode => {
    let index: number | undefined
    for (const pick of picks) {
      index = pick(call)
      if (index !== undefined) break
    }
    const child = children[index ?? otherwise]
    if (child === undefined) throw new Error('A conditional node references a child that it does not have.')
    return child
  }
  const route: LinkedNode['route'] = (call, draw) => childOf(call).route(call, draw)
  if (children.every(child => child.isOpen === undefined)) return { route }
  return { route, isOpen: call => childOf(call).isOpen?.(call) === true }
}
