// Passes that change the meaning of plans, each a mistake that is easily made. The equivalence test must detect
// every one; otherwise it proves nothing about the real passes.

import { hasBreaker } from '../../compiler/optimise/passes/nested-choices.ts'
import type { PlanPass } from '../../compiler/plan/rewrite-plan.ts'
import { caseStep } from '../../compiler/plan/step.ts'
import { buildWeightTable } from '../../compiler/plan/weight-table.ts'
import type { Predicate } from '../../schemas/generated/types.ts'

export interface BrokenPass {
  readonly title: string
  readonly pass: PlanPass
}

const onPredicates =
  (change: (predicate: Predicate) => Predicate): PlanPass =>
  node =>
    node.kind === 'conditional'
      ? {
          ...node,
          steps: node.steps.map(step =>
            'when' in step ? caseStep(inside(step.when, change), step.then) : step,
          ),
        }
      : node

const inside = (predicate: Predicate, change: (predicate: Predicate) => Predicate): Predicate =>
  change('of' in predicate ? { ...predicate, of: predicate.of.map(part => inside(part, change)) } : predicate)

export const brokenPasses: readonly BrokenPass[] = [
  {
    title: 'tries the cases in the opposite order',
    pass: node => (node.kind === 'conditional' ? { ...node, steps: node.steps.toReversed() } : node),
  },
  {
    title: 'takes an empty $nin for a test that always holds, though the key may be missing',
    pass: onPredicates(each =>
      each.test === 'notIn' && each.values.length === 0 ? { test: 'always' } : each,
    ),
  },
  {
    title: 'takes $ne for what is left by $eq, though the key may be missing',
    pass: onPredicates(each =>
      each.test === 'any' && each.of.some(part => part.test === 'notEqual') ? { test: 'always' } : each,
    ),
  },
  {
    title: 'flattens nested fallbacks whatever their triggers',
    pass: (node, resolveEdge) => {
      if (node.kind !== 'fallback') return node
      const children = node.children.flatMap(edge => {
        const inner = resolveEdge(edge)
        if (inner.kind !== 'fallback') return [edge]
        return inner.children.map(child => ({ path: edge.path + child.path, node: child.node }))
      })
      return { ...node, children }
    },
  },
  {
    title: 'lets a fallback with one target go where a balance stands below it',
    pass: node =>
      node.kind === 'fallback' && node.children.length === 1 ? (node.children[0] ?? node) : node,
  },
  {
    title: 'lets a choice with one target go where circuits are below',
    pass: (node, resolveEdge) => {
      const [only, second] = node.children
      const chooses = node.kind === 'loadbalance' || node.kind === 'fallback'
      return chooses &&
        only !== undefined &&
        second === undefined &&
        hasBreaker(resolveEdge(only), resolveEdge)
        ? only
        : node
    },
  },
  {
    title: 'lets the guards of a target go',
    pass: node => (node.kind === 'guard' ? (node.children[0] ?? node) : node),
  },
  {
    title: 'judges replies by the guards of requests',
    pass: node => (node.kind === 'guard' ? { ...node, before: [], after: node.before } : node),
  },
  {
    title: 'forgets breakers',
    pass: node => {
      if (node.kind !== 'call' || node.breaker === undefined) return node
      const { breaker: _breaker, ...call } = node
      return call
    },
  },
  {
    title: 'treats all weights alike',
    pass: node =>
      node.kind === 'loadbalance' ? { ...node, draw: buildWeightTable(node.children.map(() => 1)) } : node,
  },
  {
    title: 'forgets the path of a node that it removes',
    pass: node => {
      const [only, second] = node.children
      return only === undefined || second !== undefined || node.kind === 'fallback'
        ? node
        : { path: '', node: only.node }
    },
  },
]
