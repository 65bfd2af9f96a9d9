// Passes over the cases of a conditional.

import type { CaseStep, ConditionalNode, Step } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { caseStep, stepChildren } from '../../plan/step.ts'
import { foldPredicate } from '../fold-predicate.ts'

/** Simplifies the predicates of cases. */
export const foldConstantPredicates: PlanPass = node =>
  node.kind === 'conditional'
    ? {
        ...node,
        steps: node.steps.map(step =>
          'when' in step ? caseStep(foldPredicate(step.when), step.then) : step,
        ),
      }
    : node

/**
 * Removes cases that never match: constant false, repeated tests, and everything after a case that always matches, which becomes the
 * default.
 */
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

/**
 * Removes trailing cases that lead to the default child. Only trailing ones: an earlier case prevents requests from reaching the cases
 * after it.
 */
export const dropRedundantCases: PlanPass = node => {
  if (node.kind !== 'conditional') return node
  const end = node.steps.findLastIndex(step => !isRedundant(step, node)) + 1
  return pruneChildren({ ...node, steps: node.steps.slice(0, end) })
}

const isRedundant = (step: Step, { otherwise }: ConditionalNode): boolean =>
  stepChildren(step).every(child => child === otherwise)

/** The conditional with only the children that a step or `otherwise` uses, in their order and renumbered. */
export function pruneChildren(node: ConditionalNode): ConditionalNode {
  const used = new Set([node.otherwise, ...node.steps.flatMap(stepChildren)])
  const usedIndexes = node.children.flatMap((_child, index) => (used.has(index) ? [index] : []))
  if (usedIndexes.length === node.children.length) return node
  const newIndexes = new Map(usedIndexes.map((index, newIndex) => [index, newIndex]))
  const newIndexOf = (index: number): number => newIndexes.get(index) ?? 0
  return {
    kind: 'conditional',
    children: node.children.filter((_child, index) => used.has(index)),
    steps: node.steps.map(step =>
      'when' in step
        ? caseStep(step.when, newIndexOf(step.then))
        : {
            field: step.field,
            table: Object.fromEntries(
              Object.entries(step.table).map(([value, index]) => [value, newIndexOf(index)] as const),
            ),
          },
    ),
    otherwise: newIndexOf(node.otherwise),
  }
}
