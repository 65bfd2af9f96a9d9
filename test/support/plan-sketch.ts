// Plans written down in tests: nested nodes become a node table. Children lie at /targets/0, /targets/1, … of their
// parent unless `at` gives another path.

import { createPlanBuilder, type PlanBuilder } from '../../compiler/plan/plan-builder.ts'
import { caseStep } from '../../compiler/plan/step.ts'
import { buildWeightTable } from '../../compiler/plan/weight-table.ts'
import type {
  CallNode,
  Edge,
  Plan,
  PlanNode,
  Predicate,
  StatusSet,
  TableStep,
} from '../../schemas/generated/types.ts'

/** Adds a node with everything below it and returns the edge to it. */
export type Sketch = (add: PlanBuilder['add']) => Edge

const node =
  (make: (add: PlanBuilder['add']) => PlanNode): Sketch =>
  add => ({ path: '', node: add(make(add)) })

const below = (children: readonly Sketch[], add: PlanBuilder['add']): readonly Edge[] =>
  children.map((child, index) => {
    const edge = child(add)
    return edge.path === '' ? { path: `/targets/${index}`, node: edge.node } : edge
  })

/** The plan of a sketch. */
export function planOf(sketch: Sketch): Plan {
  const { add, finish } = createPlanBuilder()
  return finish(sketch(add))
}

/** The same node at another place below its parent. */
export const at =
  (path: string, sketch: Sketch): Sketch =>
  add => ({ path: path, node: sketch(add).node })

/** A call of the stored provider with this slug. */
export const call = (slug: string, more: Partial<CallNode> = {}): Sketch =>
  node(() => ({
    kind: 'call',
    children: [],
    binding: { from: 'slug', slug },
    attempt: { retries: 0, onStatus: [], useRetryAfter: false },
    overrides: {},
    forward: [],
    strict: true,
    ...more,
  }))

/** Such a call with a breaker. */
export const callWithBreaker = (slug: string): Sketch =>
  call(slug, { breaker: { threshold: 2, cooldown: 30_000, failures: [[501, 599]] } })

export const loadbalance = (...shares: readonly (readonly [weight: number, child: Sketch])[]): Sketch =>
  node(add => ({
    kind: 'loadbalance',
    children: below(
      shares.map(([, child]) => child),
      add,
    ),
    draw: buildWeightTable(shares.map(([weight]) => weight)),
  }))

export const fallback = (on: StatusSet, ...children: readonly Sketch[]): Sketch =>
  node(add => ({ kind: 'fallback', onStatus: on, children: below(children, add) }))

/** Cases as pairs of a predicate and the index of a child; tables as in plans. */
export const conditional = (
  steps: readonly (readonly [Predicate, number] | TableStep)[],
  otherwise: number,
  ...children: readonly Sketch[]
): Sketch =>
  node(add => ({
    kind: 'conditional',
    children: below(children, add),
    steps: steps.map(step => ('table' in step ? step : caseStep(step[0], step[1]))),
    otherwise,
  }))

export const cache = (child: Sketch): Sketch =>
  node(add => ({
    kind: 'cache',
    children: [{ path: '', node: child(add).node }],
    mode: 'simple',
    maxAge: 60,
  }))

/** A guard without checks. */
export const guard = (child: Sketch): Sketch =>
  node(add => ({ kind: 'guard', children: [{ path: '', node: child(add).node }], before: [], after: [] }))

/** The field `metadata.plan`. */
export const PLAN = { from: 'metadata', path: ['plan'] } as const
/** The field `metadata.user`. */
export const USER = { from: 'metadata', path: ['user'] } as const

type Value = string | number | boolean | null

export const is = (value: Value): Predicate => ({ test: 'equal', field: PLAN, value })
export const isNot = (value: Value): Predicate => ({ test: 'notEqual', field: PLAN, value })
export const isIn = (...values: readonly Value[]): Predicate => ({ test: 'in', field: PLAN, values })
export const isNotIn = (...values: readonly Value[]): Predicate => ({ test: 'notIn', field: PLAN, values })
export const user = (value: Value): Predicate => ({ test: 'equal', field: USER, value })
export const matches = (pattern: string): Predicate => ({ test: 'matches', field: PLAN, pattern })
export const all = (...of: readonly Predicate[]): Predicate => ({ test: 'all', of })
export const any = (...of: readonly Predicate[]): Predicate => ({ test: 'any', of })
export const ALWAYS: Predicate = { test: 'always' }
export const NEVER: Predicate = { test: 'never' }
