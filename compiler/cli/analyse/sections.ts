// The analyses of `portolan analyse`, by the names that `--only` takes: facts for JSON, and the section that shows them.
import type { Json } from '../../../schemas/values/json.ts'
import { analyseFailures } from '../../analyse/failure-table.ts'
import type { LoadedPlan } from '../load-plans.ts'
import { failuresSection } from './failures-section.ts'
import type { ReportSection } from './section.ts'

export interface Analysis {
  readonly facts: Json
  readonly section: ReportSection
}

/** In the order in which they are shown. */
export const ANALYSES: Readonly<Record<string, (loaded: LoadedPlan) => Analysis>> = {
  failures: ({ plan }) => {
    const table = analyseFailures(plan)
    return { facts: table as unknown as Json, section: failuresSection(table) }
  },
}

export const ANALYSIS_NAMES = Object.keys(ANALYSES)
