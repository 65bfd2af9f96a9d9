// The model that a config forces is one that its provider serves, as far as that is known: most names are not.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import { forcedModels } from '../forced-models.ts'
import { replaceWithOnly } from '../replacement-fix.ts'
import type { Rule } from '../rule.ts'

export const modelIsServed: Rule = (context, report) => {
  for (const { spec, model, overrides, at, advice } of forcedModels(context)) {
    const pointer = at('model')
    const written = String(overrides['model'])
    const slug = written.slice(0, written.length - model.length)
    if (advice.near.length > 0)
      report(
        'misspelled-model',
        pointer,
        `${spec.name} has no model ${quoteName(model)} that is known.${didYouMean(advice.near)}`,
        {
          fix: replaceWithOnly(
            context.parsed,
            pointer,
            written,
            advice.near.map(name => slug + name),
          ),
        },
      )
    if (advice.vendor !== undefined)
      report(
        'model-of-another-vendor',
        pointer,
        `${quoteName(model)} is a model of ${advice.vendor}, and ${spec.name} serves only its own.`,
      )
  }
}
