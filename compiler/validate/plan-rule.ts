// The type of a rule about the plan of a valid config: what only the analysis of a plan can tell.
import type { Budgets, FlowRule, Gateway, Plan } from '../../schemas/generated/types.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { ParsedSource } from '../source.ts'
import type { ReportAt } from './report.ts'

export interface PlanRuleContext {
  /** The identifier of the config. */
  readonly id: string
  readonly plan: Plan
  /** The source of the config, for locations. */
  readonly parsed: ParsedSource
  readonly gateway: Gateway
  readonly budgets: Budgets
  readonly flows: readonly FlowRule[]
  readonly catalog: Catalog
}

/** Reports every violation of one rule. Never throws; never changes anything. */
export type PlanRule = (context: PlanRuleContext, report: ReportAt) => void
