// Removes children of a conditional that no step uses, and renumbers the others.
import type { ConditionalNode } from '../../schemas/generated/types.ts'
import { caseStep, stepChildren } from '../plan/step.ts'

/** The conditional with only the children that a step or `otherwise` uses, in their order. */
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
