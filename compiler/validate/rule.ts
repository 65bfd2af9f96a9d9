// The type of a rule: one statement about valid configs, in a file named after it.

import type { ReportAt } from './report.ts'
import type { RuleContext } from './rule-context.ts'

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type Rule = (context: RuleContext, report: ReportAt) => void
