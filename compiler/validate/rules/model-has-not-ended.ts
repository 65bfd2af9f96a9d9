// The model that a config forces is one that its provider still serves, and will for the days of notice.
import { forcedModels } from '../nodes/forced-models.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { reportLife } from '../reporting/report-life.ts'

export const modelHasNotEnded: Rule = (context, report) => {
  const { lives } = context.catalog
  if (lives === undefined) return
  for (const { spec, model, overrides, at } of forcedModels(context))
    reportLife(
      context.parsed,
      report,
      { spec, model, written: String(overrides['model']), at: at('model') },
      lives,
    )
}
