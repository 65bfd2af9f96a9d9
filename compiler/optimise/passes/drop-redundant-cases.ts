// Removes trailing cases that lead to the default child. Only trailing ones: an earlier case prevents requests from reaching
// the cases after it.
import type { ConditionalNode, Step } from '../../../schemas/generated/types.ts'
import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { stepChildren } from '../../plan/step.ts'
import { pruneChildren } from '../prune-children.ts'

export const dropRedundantCases: PlanPass = node => {
  if (node.kind !== 'conditional') return node
  const end = node.steps.findLastIndex(step => !isRedundant(step, node)) + 1
  return pruneChildren({ ...node, steps: node.steps.slice(0, end) })
}

const isRedundant = (step: Step, { otherwise }: ConditionalNode): boolean =>
  stepChildren(step).every(child => child === otherwise)
