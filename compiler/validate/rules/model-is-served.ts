// The model that a config forces is one that its provider serves, as far as that is known: most names are not.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import type { ModelAdvice } from '../../facts/catalog.ts'
import type { ParsedSource } from '../../source.ts'
import { forcedModels } from '../nodes/forced-models.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'

export const modelIsServed: Rule = (context, report) => {
  for (const { spec, model, overrides, at, advice } of forcedModels(context))
    reportModel(context.parsed, report, {
      spec,
      model,
      written: String(overrides['model']),
      at: at('model'),
      advice,
    })
}

interface NamedModel {
  readonly spec: ProviderSpec
  readonly model: string
  /** The model, with a slug before it or not. */
  readonly written: string
  readonly at: Pointer
  readonly advice: ModelAdvice
}

/** What is probably wrong with the name of a model. */
export function reportModel(
  parsed: ParsedSource,
  report: ReportAt,
  { spec, model, written, at, advice }: NamedModel,
): void {
  const slug = written.slice(0, written.length - model.length)
  if (advice.near.length > 0) {
    const meant = advice.near.map(name => slug + name)
    const message = `${spec.name} has no model ${quoteName(model)} that is known.${didYouMean(advice.near)}`
    report('misspelled-model', at, message, { fix: replaceWithOnly(parsed, at, written, meant) })
  }
  if (advice.vendor !== undefined) {
    const message = `${quoteName(model)} is a model of ${advice.vendor}, and ${spec.name} serves only its own.`
    report('model-of-another-vendor', at, message)
  }
}
