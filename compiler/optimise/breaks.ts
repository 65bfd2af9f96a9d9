// Whether circuits stand below a node. A choice among targets leaves open ones out and lets traffic flow when all are
// open, so it is more than its children: it may not vanish into them, nor they into it.
import type { PlanNode } from '../../schemas/generated/types.ts'
import type { Below } from '../plan/rewrite.ts'

export const breaks = (node: PlanNode, below: Below): boolean =>
  node.kind === 'call' ? node.breaker !== undefined : node.children.some(edge => breaks(below(edge), below))
