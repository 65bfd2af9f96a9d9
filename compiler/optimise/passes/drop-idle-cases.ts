// Removes trailing cases that lead to the default child. Only trailing ones: an earlier case keeps requests from
// the cases after it.
import type { ChooseNode, Step } from '../../../schemas/generated/types.ts'
import type { Pass } from '../../plan/rewrite.ts'
import { childrenNamedBy } from '../../plan/step.ts'
import { withReachedChildren } from '../reached-children.ts'

export const dropIdleCases: Pass = node => {
  if (node.kind !== 'choose') return node
  const end = node.steps.findLastIndex(step => !isIdle(step, node)) + 1
  return withReachedChildren({ ...node, steps: node.steps.slice(0, end) })
}

const isIdle = (step: Step, { otherwise }: ChooseNode): boolean =>
  childrenNamedBy(step).every(child => child === otherwise)
