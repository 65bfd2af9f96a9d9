// The passes in their order. Each keeps the law: for every request, every draw and every sequence of outcomes the
// plan makes the same calls in the same order and gives the same reply (test/compiler/optimiser-law.test.ts).
import type { Plan } from '../../schemas/generated/types.ts'
import { inOrder, type Pass, rewrite } from '../plan/rewrite.ts'
import { collapseOnlyChild } from './passes/collapse-only-child.ts'
import { dropIdleCases } from './passes/drop-idle-cases.ts'
import { dropUnreachableCases } from './passes/drop-unreachable-cases.ts'
import { dropZeroWeights } from './passes/drop-zero-weights.ts'
import { equalStringsToTable } from './passes/equal-strings-to-table.ts'
import { flattenNestedBalance } from './passes/flatten-nested-balance.ts'
import { flattenNestedFallback } from './passes/flatten-nested-fallback.ts'
import { foldConstantPredicates } from './passes/fold-constant-predicates.ts'

/** All passes, in the order in which they see a node. */
export const PASSES: readonly Pass[] = [
  foldConstantPredicates, // first, so that cases which hold always or never show themselves
  dropUnreachableCases, // before tables are made, since a dead case between two equal tests would part them
  equalStringsToTable, // one look-up instead of a comparison a case
  dropIdleCases, // after tables, which may have become idle as a whole
  dropZeroWeights, // before collapsing, which asks whether one child is left
  collapseOnlyChild, // before flattening: what has one child is no nested choice
  flattenNestedBalance, // one draw instead of one a level
  flattenNestedFallback, // one list to walk instead of one a level
]

const improve = inOrder(PASSES)

/**
 * A plan with the same meaning that costs less to run. One sweep is enough: a node is seen when its children are as
 * good as they get, and no pass makes work for an earlier one. Equal sub-plans meet in the table by themselves.
 */
export const optimise = (plan: Plan): Plan => rewrite(plan, improve)
