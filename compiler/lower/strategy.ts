// Lowers the four strategy modes. Targets are already lowered and become the children of one node, or, when there
// is nothing to choose, the first replaces its parent.
import { configDefaults } from '../../schemas/generated/facts.ts'
import type { Config, Edge, PlanNode, Strategy } from '../../schemas/generated/types.ts'
import { NOT_SUCCESS } from '../plan/status-set.ts'
import { caseStep } from '../plan/step.ts'
import { buildWeightTable } from '../plan/weight-table.ts'
import type { ConfigParts } from './partition-config.ts'
import { lowerQuery } from './predicate.ts'
import { lowerTrigger } from './trigger.ts'

/** The node of a config with targets, or the edge to its only target. `first` is the first of `children`. */
export function lowerStrategy(
  { strategy, targets = [], on_status_codes }: ConfigParts['choice'],
  children: readonly Edge[],
  first: Edge,
): PlanNode | Edge {
  switch (strategy?.mode) {
    case 'loadbalance':
      return { kind: 'loadbalance', children, draw: buildWeightTable(targets.map(weightOf)) }
    case 'fallback': {
      const lists = {
        on_errors: strategy.on_errors,
        on_status_codes: strategy.on_status_codes ?? on_status_codes,
      }
      return { kind: 'fallback', children, ...lowerTrigger(lists, NOT_SUCCESS) }
    }
    case 'conditional':
      return lowerConditional(strategy, targets, children)
    case 'single':
    case undefined:
      return first
  }
}

const weightOf = (target: Config): number => target.weight ?? configDefaults.weight

/** Resolves names to indexes. Validation ensures that every name is that of a target. */
function lowerConditional(
  strategy: Strategy,
  targets: readonly Config[],
  children: readonly Edge[],
): PlanNode {
  const indexes = new Map(targets.map(({ name }, index) => [name, index] as const).reverse())
  const indexOf = (name: string | undefined): number => indexes.get(name) ?? 0
  return {
    kind: 'conditional',
    children,
    steps: (strategy.conditions ?? []).map(({ query, then }) => caseStep(lowerQuery(query), indexOf(then))),
    otherwise: indexOf(strategy.default),
  }
}
