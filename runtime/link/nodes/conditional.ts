// The first matching step selects the child. Tables are maps: a hundred equal-string cases cost one lookup.
import type { ConditionalNode, Field, Predicate, Step } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import type { Failure } from '../../values/failures.ts'
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

/** The body's fields that a step reads. */
const parametersOf = (step: Step): readonly string[] =>
  'table' in step ? parameterIn(step.field) : parametersIn(step.when)

function parametersIn(predicate: Predicate): readonly string[] {
  if ('of' in predicate) return predicate.of.flatMap(parametersIn)
  return 'field' in predicate ? parameterIn(predicate.field) : []
}

const parameterIn = ({ from, path: [name] }: Field): readonly string[] =>
  from === 'params' && name !== undefined ? [String(name)] : []

function excessOf({ body }: Call, parameters: readonly string[]): Failure | undefined {
  for (const name of parameters) {
    const excess = body.excess(name)
    if (excess !== undefined) return excess
  }
  return undefined
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
  const parameters = [...new Set(steps.flatMap(parametersOf))]
  const route: LinkedNode['route'] = (call, draw) => {
    // What cannot be read must not look absent to a condition.
    const excess = excessOf(call, parameters)
    return excess === undefined ? childOf(call).route(call, draw) : Promise.resolve(failureReply(excess))
  }
  if (children.every(child => child.isOpen === undefined)) return { route }
  return { route, isOpen: call => childOf(call).isOpen?.(call) === true }
}
