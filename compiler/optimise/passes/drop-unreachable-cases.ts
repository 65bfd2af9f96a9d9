// Removes cases that never match: constant false, repeated tests, and everything after a case that always matches,
// which becomes the default.
import type { CaseStep, Step } from '../../../schemas/generated/types.ts'
import { canonical } from '../../plan/canonical.ts'
import type { Pass } from '../../plan/rewrite.ts'
import { withReachedChildren } from '../reached-children.ts'

export const dropUnreachableCases: Pass = node => {
  if (node.kind !== 'choose') return node
  const taken = node.steps.findIndex(step => 'when' in step && step.when.test === 'always')
  const last = node.steps[taken]
  const otherwise = last !== undefined && 'when' in last ? last.then : node.otherwise
  const reachable = taken === -1 ? node.steps : node.steps.slice(0, taken)
  return withReachedChildren({ ...node, steps: withoutRepeats(reachable.filter(canHold)), otherwise })
}

const canHold = (step: Step): boolean => !('when' in step) || step.when.test !== 'never'

function withoutRepeats(steps: readonly Step[]): readonly Step[] {
  const tests = new Set<string>()
  const isNew = (step: CaseStep): boolean => {
    const test = canonical(step.when)
    return !tests.has(test) && tests.add(test).has(test)
  }
  return steps.filter(step => !('when' in step) || isNew(step))
}
