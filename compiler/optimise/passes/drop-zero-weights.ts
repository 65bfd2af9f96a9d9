// Removes children with weight zero, which are never selected. The intervals of the others do not change.

import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { buildWeightTable } from '../../plan/weight-table.ts'

export const dropZeroWeights: PlanPass = node => {
  if (node.kind !== 'loadbalance') return node
  const hasWeight = (_item: unknown, index: number): boolean => (node.draw.weights[index] ?? 0) > 0
  const children = node.children.filter(hasWeight)
  if (children.length === 0 || children.length === node.children.length) return node
  return { ...node, children, draw: buildWeightTable(node.draw.weights.filter(hasWeight)) }
}
