// Removes children with weight zero, which are never selected. The intervals of the others do not change.
import { drawTable } from '../../plan/draw-table.ts'
import type { Pass } from '../../plan/rewrite.ts'

export const dropZeroWeights: Pass = node => {
  if (node.kind !== 'balance') return node
  const weighs = (_item: unknown, index: number): boolean => (node.draw.weights[index] ?? 0) > 0
  const children = node.children.filter(weighs)
  if (children.length === 0 || children.length === node.children.length) return node
  return { ...node, children, draw: drawTable(node.draw.weights.filter(weighs)) }
}
