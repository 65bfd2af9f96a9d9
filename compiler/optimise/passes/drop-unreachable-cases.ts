// Removes cases that never match: constant false, repeated tests, and everything after a case that always matches,
// which becomes the default.
import type { CaseStep, Step } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { pruneChildren } from '../prune-children.ts'

export const dropUnreachableCases: PlanPass = node => {
  if (node.kind !== 'conditional') return node
  const alwaysIndex = node.steps.findIndex(step => 'when' in step && step.when.test === 'always')
  const alwaysCase = node.steps[alwaysIndex]
  const otherwise = alwaysCase !== undefined && 'when' in alwaysCase ? alwaysCase.then : node.otherwise
  const reachable = alwaysIndex === -1 ? node.steps : node.steps.slice(0, alwaysIndex)
  return pruneChildren({ ...node, steps: withoutRepeats(reachable.filter(canHold)), otherwise })
}

const canHold = (step: Step): boolean => !('when' in step) || step.when.test !== 'never'

function withoutRepeats(steps: readonly Step[]): readonly Step[] {
  const tests = new Set<string>()
  const isNew = (step: CaseStep): boolean => {
    const test = canonicalJson(step.when)
    return !tests.has(test) && tests.add(test).has(test)
  }
  return steps.filter(step => !('when' in step) || isNew(step))
}
