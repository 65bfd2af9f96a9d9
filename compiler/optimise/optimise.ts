// The passes in order. Each preserves behaviour: for every request, every random number and every sequence of
// upstream outcomes the plan makes the same calls in the same order and returns the same reply
// (test/compiler/optimise/equivalence.test.ts).
import type { Plan } from '../../schemas/generated/types.ts'
import { composePasses, type PlanPass, rewritePlan } from '../plan/rewrite-plan.ts'
import { dropRedundantCases, dropUnreachableCases, foldConstantPredicates } from './passes/cases.ts'
import { equalStringsToTable } from './passes/equal-strings-to-table.ts'
import {
  collapseOnlyChild,
  dropZeroWeights,
  flattenNestedFallback,
  flattenNestedLoadbalance,
} from './passes/nested-choices.ts'
import { propagateConditions } from './propagate-conditions.ts'

/** All passes, in the order in which they see a node. */
export const PASSES: readonly PlanPass[] = [
  foldConstantPredicates, // first, to expose cases that always or never match
  dropUnreachableCases, // before tables are built, since a dead case between two equality tests would separate them
  equalStringsToTable, // one lookup instead of one comparison per case
  dropRedundantCases, // after tables, which may be redundant as a whole
  dropZeroWeights, // before collapsing, which tests whether one child is left
  collapseOnlyChild, // before flattening: a node with one child is not a nested choice
  flattenNestedLoadbalance, // one selection instead of one per level
  flattenNestedFallback, // one list instead of one per level
]

const improve = composePasses(PASSES)

/**
 * An equivalent plan that is cheaper to run. What conditions decide is propagated from the root down; then one sweep of
 * the passes is enough: a node is visited after its children, and no pass creates work for an earlier one. Equal
 * sub-plans are shared by the node table.
 */
export const optimise = (plan: Plan): Plan => rewritePlan(propagateConditions(plan), improve)
