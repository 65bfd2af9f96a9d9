// The ordered list of the rules about plans, and the phase that runs them. Only saved configs have one: a config in a
// header pays nothing here.
import { collectDiagnostics, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import { finishReport } from './finish-report.ts'
import type { PlanRule, PlanRuleContext } from './nodes/rule-context.ts'
import { budgetsCanPrice, budgetsHold, poolsCanCompareCosts } from './plan-rules/budgets.ts'
import { flowsHold } from './plan-rules/flows-hold.ts'
import { limitsAdmitCalls } from './plan-rules/limits-admit-calls.ts'
import { nextTargetHasTheEffort } from './plan-rules/next-target-has-the-effort.ts'
import { createReportAt } from './reporting/report.ts'

const planRules: readonly PlanRule[] = [
  budgetsHold, // the manifest's budgets
  budgetsCanPrice, // the manifest's limits of cost
  poolsCanCompareCosts, // D26: pools that pick by cost
  limitsAdmitCalls, // the manifest's limits of tokens
  flowsHold, // the manifest's rules about flows
  nextTargetHasTheEffort, // what fallbacks lose
]

/** Reports what the plan of a valid config violates. */
export function applyPlanRules(context: PlanRuleContext, report: ReportDiagnostic): void {
  const { report: collect, diagnostics } = collectDiagnostics()
  const reportAt = createReportAt(context.parsed, collect)
  for (const rule of planRules) rule(context, reportAt)
  finishReport(diagnostics, context.parsed, 'Config', context.catalog, report)
}
