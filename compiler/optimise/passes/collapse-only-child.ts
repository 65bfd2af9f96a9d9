// A node with one child that it can ever run is that child. The exception is a fallback above a balance: it makes the
// balance draw anew, where the balance alone would spend what is left of the draw above. A balance or fallback above a
// circuit stays as well: traffic flows through it when that circuit is open.
import type { FallbackNode, PlanNode } from '../../../schemas/generated/types.ts'
import type { Below, Pass } from '../../plan/rewrite.ts'
import { breaks } from '../breaks.ts'

export const collapseOnlyChild: Pass = (node, below) => {
  const [only, ...others] = node.children
  if (only === undefined) return node
  if (node.kind !== 'choose' && breaks(node, below)) return node
  if (node.kind === 'fallback' && (others.length === 0 || node.on.length === 0)) {
    const alone: FallbackNode = { ...node, children: [only], on: [] }
    return draws(below(only), below) ? alone : only
  }
  const chooses = node.kind === 'balance' || node.kind === 'choose'
  return chooses && others.length === 0 ? only : node
}

/** Whether running the node may take a number that was drawn above it. */
const draws = (node: PlanNode, below: Below): boolean =>
  node.kind === 'balance' ||
  (node.kind !== 'fallback' && node.children.some(edge => draws(below(edge), below)))
