// Removes children of a conditional that no step uses, and renumbers the others.
import type { ChooseNode } from '../../schemas/generated/types.ts'
import { caseStep, childrenNamedBy } from '../plan/step.ts'

/** The conditional with only the children that a step or `otherwise` uses, in their order. */
export function withReachedChildren(node: ChooseNode): ChooseNode {
  const named = new Set([node.otherwise, ...node.steps.flatMap(childrenNamedBy)])
  const kept = node.children.flatMap((_child, index) => (named.has(index) ? [index] : []))
  if (kept.length === node.children.length) return node
  const places = new Map(kept.map((index, place) => [index, place]))
  const moved = (index: number): number => places.get(index) ?? 0
  return {
    kind: 'choose',
    children: node.children.filter((_child, index) => named.has(index)),
    steps: node.steps.map(step =>
      'when' in step
        ? caseStep(step.when, moved(step.then))
        : {
            field: step.field,
            table: Object.fromEntries(
              Object.entries(step.table).map(([value, index]) => [value, moved(index)] as const),
            ),
          },
    ),
    otherwise: moved(node.otherwise),
  }
}
