// The first matching step selects the child. Tables are maps: a hundred equal-string cases cost one lookup.

import { formatField, formatPredicate } from '../../../compiler/plan/format-predicate.ts'
import type { ConditionalNode, Field, Predicate, Step } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import type { Failure } from '../../values/failures.ts'
import { linkField } from './field.ts'
import { type LinkedNode, recordStep } from './linked-node.ts'
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

const DEFAULT = 'default'
/** Characters of a reason: a predicate may be as long as a config. */
const MAX_REASON = 200

/** Why a step selects a child, in the words of the config: values of the request are not repeated. */
const reasonOf = (step: Step): string =>
  'table' in step ? `${formatField(step.field)} is in a list` : formatPredicate(step.when)

/** The child that a call goes to, and why. */
interface Chosen {
  readonly child: LinkedNode
  readonly because: string
}

export function linkConditional(
  { steps, otherwise }: Pick<ConditionalNode, 'steps' | 'otherwise'>,
  children: readonly LinkedNode[],
  at?: string,
): LinkedNode {
  const picks = steps.map(linkStep)
  const reasons = steps.map(step => reasonOf(step).slice(0, MAX_REASON))
  const choose = (call: Call): Chosen => {
    for (let position = 0; position < picks.length; position += 1) {
      const index = picks[position]?.(call)
      if (index !== undefined) return { child: childAt(index), because: reasons[position] ?? DEFAULT }
    }
    return { child: childAt(otherwise), because: DEFAULT }
  }
  const childAt = (index: number): LinkedNode => {
    const child = children[index]
    if (child === undefined) throw new Error('A conditional node references a child that it does not have.')
    return child
  }
  const parameters = [...new Set(steps.flatMap(parametersOf))]
  const route: LinkedNode['route'] = (call, draw) => {
    // What cannot be read must not look absent to a condition.
    const excess = excessOf(call, parameters)
    if (excess !== undefined) return Promise.resolve(failureReply(excess))
    const { child, because } = choose(call)
    recordStep(call, at, child.name, because)
    return child.route(call, draw)
  }
  if (children.every(child => child.isOpen === undefined)) return { route }
  return { route, isOpen: call => choose(call).child.isOpen?.(call) === true }
}
