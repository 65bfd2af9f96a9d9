// Comparisons with a mistake that is easily made: the test of the comparison must detect every one.
import {
  type DiffContext,
  type DiffSide,
  diffPlans,
  type PlanDiff,
} from '../../compiler/analyse/diff/plan-diff.ts'
import { rewritePlan } from '../../compiler/plan/rewrite-plan.ts'
import type { CallNode, PlanNode } from '../../schemas/generated/types.ts'

export interface BrokenDiff {
  readonly title: string
  readonly diff: (before: DiffSide, after: DiffSide, context: DiffContext) => PlanDiff
}

const ofChanged = (title: string, change: (node: PlanNode) => PlanNode): BrokenDiff => ({
  title,
  diff: (before, after, context) =>
    diffPlans(
      { ...before, plan: rewritePlan(before.plan, change) },
      { ...after, plan: rewritePlan(after.plan, change) },
      context,
    ),
})

const onCalls = (title: string, change: (call: CallNode) => CallNode): BrokenDiff =>
  ofChanged(title, node => (node.kind === 'call' ? change(node) : node))

export const brokenDiffs: readonly BrokenDiff[] = [
  onCalls('forgets parameters that a config forces', call => ({ ...call, overrides: {} })),
  onCalls('forgets retries', call => ({ ...call, attempt: { ...call.attempt, retries: 0, onStatus: [] } })),
  onCalls('forgets timeouts', ({ attempt: { timeout: _, ...attempt }, ...call }) => ({ ...call, attempt })),
  ofChanged('forgets what follows in a fallback', node =>
    node.kind === 'fallback' ? { ...node, children: node.children.slice(0, 1) } : node,
  ),
  ofChanged('takes all weights for equal', node =>
    node.kind === 'loadbalance'
      ? {
          ...node,
          draw: { ...node.draw, weights: node.draw.weights.map(() => 1), cumulative: [], guide: [] },
        }
      : node,
  ),
  ofChanged('compares the default of a conditional alone', node =>
    node.kind === 'conditional' ? { ...node, steps: [] } : node,
  ),
  {
    title: 'shows an example of another class',
    diff: (before, after, context) => {
      const diff = diffPlans(before, after, context)
      const examples = diff.traffic.map(({ example }) => example)
      return {
        ...diff,
        traffic: diff.traffic.map((each, index) => ({
          ...each,
          example: examples[(index + 1) % examples.length] ?? each.example,
        })),
      }
    },
  },
  {
    title: 'swaps before and after',
    diff: (before, after, context) => diffPlans(after, before, context),
  },
]
