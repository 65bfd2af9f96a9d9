// The first matching step selects the child. Tables are maps: a hundred equal-string cases cost one lookup.
import type { ChooseNode, Step } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { linkField } from './field.ts'
import type { Linked } from './linked.ts'
import { linkPredicate } from './predicate.ts'

/** The index of the child, or undefined when the step does not match. */
type Pick = (call: Call) => number | undefined

function linkStep(step: Step): Pick {
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

export function linkChoose({ steps, otherwise }: ChooseNode, children: readonly Linked[]): Linked {
  const picks = steps.map(linkStep)
  const childOf = (call: Call): Linked => {
    let index: number | undefined
    for (const pick of picks) {
      index = pick(call)
      if (index !== undefined) break
    }
    const child = children[index ?? otherwise]
    if (child === undefined) throw new Error('A conditional node references a child that it does not have.')
    return child
  }
  const route: Linked['route'] = (call, draw) => childOf(call).route(call, draw)
  if (children.every(child => child.isOpen === undefined)) return { route }
  return { route, isOpen: call => childOf(call).isOpen?.(call) === true }
}
